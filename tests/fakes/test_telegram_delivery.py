"""How updates reach the bot: polling, a webhook, and all that can go wrong on the way."""

import asyncio
import json
import threading
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.error import BadRequest, Conflict
from telegram.ext import Application, CallbackQueryHandler, CommandHandler

from tests.fakes.conftest import request
from tests.fakes.telegram import BotApi, RealClock
from tests.waiting import LONGEST

SEAL = "s-e_c1"
ROLL = InlineKeyboardMarkup([[InlineKeyboardButton("Roll", callback_data="roll")]])


class Webhook:
    """A bot's own HTTP server. It answers with what the test has laid ready, else 200."""

    def __init__(self):
        self.taken: list[dict] = []
        self.secrets: list[str] = []
        self.ready: list[tuple] = []
        self.on_update = lambda _: None
        webhook = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                update = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                webhook.secrets.append(self.headers["X-Telegram-Bot-Api-Secret-Token"])
                status, headers, body = webhook.take(update)
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_request(self, *_):
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}/telegram"
        self.thread = threading.Thread(target=self.http.serve_forever, kwargs={"poll_interval": 0.01})
        self.thread.start()

    def take(self, update):
        self.taken.append(update)
        self.on_update(update)
        return self.ready.pop(0) if self.ready else (200, {}, b"")

    @property
    def texts(self):
        return [update["message"]["text"] for update in self.taken if "message" in update]

    def close(self):
        self.http.shutdown()
        self.thread.join()
        self.http.server_close()


@pytest.fixture
def webhook():
    webhook = Webhook()
    yield webhook
    webhook.close()


def application(server):
    builder = Application.builder().token(server.token).base_url(f"{server.url}/bot")
    return builder.request(request()).get_updates_request(request())


def texts(updates):
    return [update.message.text for update in updates]


def test_confirmed_updates_vanish(do, bot, ann):
    for number in range(3):
        ann.writes(f"/n{number}")
    first = do(bot.get_updates(limit=2))
    assert texts(first) == ["/start", "/n0"]
    assert texts(do(bot.get_updates(limit=2))) == ["/start", "/n0"]
    assert texts(do(bot.get_updates(first[-1].update_id + 1))) == ["/n1", "/n2"]
    assert texts(do(bot.get_updates(-1))) == ["/n2"]
    assert texts(do(bot.get_updates())) == ["/n2"]
    with pytest.raises(BadRequest):
        do(bot.get_updates(limit=101))


def test_a_poll_waits_for_the_next_update(do, bot, ann, server):
    offset = do(bot.get_updates())[-1].update_id + 1

    async def poll():
        waiting = asyncio.create_task(bot.get_updates(offset, timeout=30))
        await so(server, lambda: server.world.poll_turn)
        assert not waiting.done()
        ann.writes("/late")
        return await waiting

    assert texts(do(poll())) == ["/late"]


def test_a_poll_ends_when_its_time_is_up(do, bot, server):
    async def poll():
        waiting = asyncio.create_task(bot.get_updates(timeout=30))
        await so(server, lambda: server.world.poll_turn)
        server.advance(30)
        return await waiting

    assert do(poll()) == ()


def test_the_older_of_two_pollers_is_ended(do, bot, server, make_bot):
    async def poll():
        older = asyncio.create_task(bot.get_updates(timeout=30))
        await so(server, lambda: server.world.poll_turn)
        await other.get_updates()
        with pytest.raises(Conflict, match="terminated by other getUpdates request"):
            await older

    other = make_bot(server)
    do(poll())


def test_no_polling_beside_a_webhook(do, bot, webhook):
    do(bot.set_webhook(webhook.url))
    with pytest.raises(Conflict, match="can't use getUpdates method while webhook is active"):
        do(bot.get_updates())
    do(bot.delete_webhook())
    assert do(bot.get_updates()) == ()


def test_only_the_kinds_asked_for_are_sent(do, bot, ann, group):
    do(bot.get_updates(-1, allowed_updates=["callback_query"]))
    ann.writes("/unheard")
    do(bot.send_message(group.id, "Roll!", reply_markup=ROLL))
    ann.taps(group.messages[-1], "Roll")
    assert [update.callback_query is None for update in do(bot.get_updates())] == [True, False]
    with pytest.raises(BadRequest, match=r"[Uu]nknown allowed_updates"):
        do(bot.get_updates(allowed_updates=["mesage"]))


def test_updates_grow_too_old(do, bot, server, ann):
    do(bot.send_message(ann.id, "Roll!", reply_markup=ROLL))
    ann.taps(ann.messages[-1], "Roll")
    server.advance(149)
    assert len(do(bot.get_updates())) == 2
    server.advance(1)
    assert len(do(bot.get_updates())) == 1
    server.advance(24 * 3600)
    assert do(bot.get_updates()) == ()


def test_privacy_mode(do, bot, server, ann, group):
    do(bot.send_message(group.id, "Who is in?"))
    do(bot.get_updates(-1))
    ann.says(group, "idle talk")
    ann.says(group, "/join@another_bot")
    ann.says(group, f"hello @{server.username}")
    ann.says(group, "me", reply_to=group.messages[0])
    ann.says(group, f"/join@{server.username} now")
    group.promotes_bot()
    ann.says(group, "heard by an admin")
    heard = [update.message for update in do(bot.get_updates()) if update.message]
    assert [message.text.split()[0] for message in heard] == [
        "/start",
        "hello",
        "me",
        f"/join@{server.username}",
        "heard",
    ]
    assert heard[3].entities[0].type == "bot_command"


def test_the_bot_is_told_of_its_own_comings_and_goings(do, bot, server, ann):
    do(bot.get_updates(-1))
    club = server.group("Club", admins=[ann], bot="left")
    ann.follows(f"https://t.me/{server.username}?startgroup=abc", club)
    club.kicks_bot()
    ann.blocks_bot()
    changes = [update.my_chat_member for update in do(bot.get_updates()) if update.my_chat_member]
    steps = [(change.old_chat_member.status, change.new_chat_member.status) for change in changes]
    assert steps == [("left", "member"), ("member", "kicked"), ("member", "kicked")]


def test_an_application_that_polls(do, server, ann, group):
    async def roll(update, _):
        await update.effective_message.reply_text("Roll!", reply_markup=ROLL)

    async def rolled(update, _):
        await update.callback_query.answer("six")
        await update.callback_query.edit_message_text("You rolled six")

    async def evening():
        app = application(server).build()
        app.add_handlers([CommandHandler("roll", roll), CallbackQueryHandler(rolled)])
        async with app:
            await app.updater.start_polling(timeout=10)
            await app.start()
            ann.says(group, "/roll")
            await so(server, lambda: group.said)
            ann.taps(group.messages[-1], "Roll")
            await so(server, lambda: group.said == ["You rolled six"])
            await app.updater.stop()
            await app.stop()

    do(evening())
    assert [alert.text for alert in ann.alerts] == ["six"]
    assert (ann.spinning, server.violations) == ([], [])


async def so(server, condition):
    await asyncio.to_thread(server.wait_for, condition)


def test_an_application_behind_a_webhook(do, loop, server, webhook, ann, group):
    async def roll(update, _):
        await update.effective_message.reply_text(f"{update.effective_user.first_name} rolls")

    app = application(server).updater(None).build()
    app.add_handler(CommandHandler("roll", roll))
    serving = threading.Thread(target=loop.run_forever)

    def process(update):
        asyncio.run_coroutine_threadsafe(app.process_update(Update.de_json(update, app.bot)), loop).result(5)

    do(app.initialize())
    do(app.bot.set_webhook(webhook.url, secret_token=SEAL))
    webhook.on_update = process
    serving.start()
    ann.says(group, "/roll")
    server.settle()
    loop.call_soon_threadsafe(loop.stop)
    serving.join()
    do(app.shutdown())
    assert group.said == ["Ann rolls"]
    assert set(webhook.secrets) == {SEAL}
    assert server.violations == []


@pytest.fixture
def hooked(do, bot, webhook, ann):
    assert ann.chat.opened
    do(bot.set_webhook(webhook.url, drop_pending_updates=True))
    return webhook


def test_a_refused_update_comes_again(do, bot, server, hooked, ann):
    hooked.ready = [(500, {}, b"")] * 4
    ann.writes("/roll")
    server.settle()
    assert len(hooked.taken) == 2
    for pause, tries in ((1.9, 2), (0.1, 3), (3.9, 3), (0.1, 4), (8, 5), (1000, 5)):
        server.advance(pause)
        server.settle()
        assert len(hooked.taken) == tries
    assert len({update["update_id"] for update in hooked.taken}) == 1
    info = do(bot.get_webhook_info())
    assert info.last_error_message == "Wrong response from the webhook: 500 Internal Server Error"
    assert info.pending_update_count == 0


def test_retry_after_is_obeyed(server, hooked, ann):
    hooked.ready = [(503, {"Retry-After": "100"}, b"")]
    ann.writes("/roll")
    server.settle()
    server.advance(99)
    server.settle()
    assert len(hooked.taken) == 1
    server.advance(1)
    server.settle()
    assert len(hooked.taken) == 2


def test_a_tap_is_not_retried_for_ever(do, bot, server, hooked, ann):
    do(bot.send_message(ann.id, "Roll!", reply_markup=ROLL))
    hooked.ready = [(500, {}, b"")] * 99
    ann.taps(ann.messages[-1], "Roll")
    for _ in range(200):
        server.settle()
        server.advance(1)
    assert len(hooked.taken) == 8
    assert do(bot.get_webhook_info()).pending_update_count == 0


def test_a_chat_waits_for_its_stuck_update_and_others_do_not(server, hooked, ann, group):
    hooked.ready = [(500, {}, b"")] * 2
    ann.writes("/first")
    server.settle()
    ann.writes("/second")
    ann.says(group, "/elsewhere")
    server.settle()
    assert hooked.texts == ["/first", "/first", "/elsewhere"]
    server.advance(2)
    server.settle()
    assert hooked.texts[3:] == ["/first", "/second"]


def test_lanes_are_walked_one_by_one_and_side_by_side(do, bot, server, hooked, ann, bob, group):
    do(bot.send_message(group.id, "Roll!", reply_markup=ROLL))
    both, inside = threading.Barrier(2, timeout=LONGEST), Counter[str]()

    def meet(update):
        who = update["callback_query"]["from"]["first_name"]
        inside[who] += 1
        assert inside[who] == 1
        both.wait()
        inside[who] -= 1

    hooked.on_update = meet
    for person in (ann, bob, ann, bob):
        person.taps(group.messages[-1], "Roll")
    server.settle()
    assert len(hooked.taken) == 4
    assert not both.broken


def test_a_webhook_may_answer_with_a_call(server, hooked, ann):
    call = {"method": "sendMessage", "chat_id": ann.id, "text": "In the reply"}
    hooked.ready = [(200, {"Content-Type": "application/json"}, json.dumps(call).encode())]
    ann.writes("/roll")
    server.settle()
    assert ann.chat.said == ["In the reply"]
    hooked.ready = [(200, {"Content-Type": "application/json"}, json.dumps(call | {"txt": "?"}).encode())]
    ann.writes("/roll")
    hooked.ready.append((200, {"Content-Type": "text/plain"}, b"ok"))
    ann.writes("/roll")
    server.settle()
    assert [line.partition(":")[0] for line in server.violations] == ["sendMessage", "webhook reply"]


def test_an_update_may_come_twice(server, hooked, ann):
    said = ann.writes("/roll")
    server.settle()
    server.redeliver(said.update)
    server.settle()
    assert hooked.taken == [said.update] * 2


def test_a_poller_that_starts_anew_may_see_an_update_twice(do, bot, server, ann):
    said = ann.writes("/roll")
    do(bot.get_updates(said.update["update_id"] + 1))
    server.redeliver(said.update)
    assert texts(do(bot.get_updates())) == ["/roll"]


def test_nobody_at_the_webhook(do, bot, server, webhook, ann):
    ann.writes("/anyone")
    do(bot.set_webhook(f"{webhook.url[:-14]}1/nobody"))
    server.settle()
    assert "Connection failed" in do(bot.get_webhook_info()).last_error_message


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"url": "http://example.org/x"}, "an https url must be provided"),
        ({"url": "https://example.org:99/x"}, "only on ports"),
        ({"url": "http://localhost/x", "secret_token": "not allowed"}, "secret token"),
        ({"url": "http://localhost/x", "max_connections": 101}, "max_connections"),
    ],
)
def test_wrong_webhooks_are_refused(do, bot, arguments, reason):
    with pytest.raises(BadRequest) as caught:
        do(bot.set_webhook(**arguments))
    assert reason in str(caught.value).lower()


def test_the_real_clock_cannot_be_moved(do, make_bot):
    with BotApi(clock=RealClock()) as server:
        ann, bot = server.user("Ann"), make_bot(server)
        ann.writes("/start")
        assert texts(do(bot.get_updates(timeout=5))) == ["/start"]
        with pytest.raises(TypeError, match="cannot be advanced"):
            server.advance(1)
