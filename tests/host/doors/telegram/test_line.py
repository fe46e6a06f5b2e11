"""The one connection to Telegram, at home and in functions: what it asks, what a refusal means, and what cuts it."""

import threading
import warnings

import pytest
from telegram.error import ChatMigrated, NetworkError, TelegramError
from telegram.warnings import PTBUserWarning

from host.doors.telegram.calls import connection
from host.doors.telegram.calls.connection import TelegramConnection
from tests.fakes.runtime import silence
from tests.fakes.telegram import BotApi


@pytest.fixture
def api():
    with BotApi(limits=None) as api:
        yield api


@pytest.fixture
def line(api):
    line = TelegramConnection(lambda: api.token, api.url)
    yield line
    line.close()


REFUSALS = [
    (400, "Bad Request: chat not found", 0, "BadRequest"),
    (401, "Unauthorized", 0, "InvalidToken"),
    (403, "Forbidden: bot was blocked by the user", 0, "Forbidden"),
    (404, "Not Found", 0, "InvalidToken"),
    (409, "Conflict: terminated by other getUpdates request", 0, "Conflict"),
    (429, "", 17, "RetryAfter"),
    (500, "Internal Server Error", 0, "NetworkError"),
    (502, "Bad Gateway", 0, "NetworkError"),
    (0, "", 0, "NetworkError"),
]


@pytest.mark.parametrize(("status", "description", "wait", "kind"), REFUSALS)
def test_a_refusal_is_told_without_the_token(api, line, status, description, wait, kind):
    ann = api.user("Ann")
    ann.writes("/start")
    api.fail_next("sendMessage", status, wait, description=description)
    with pytest.raises(TelegramError) as refused:
        line.call(lambda bot: bot.send_message(chat_id=ann.id, text="Hi"))
    assert type(refused.value).__name__ == kind
    assert api.token not in str(refused.value)


def test_to_open_the_line_asks_nothing_and_the_name_is_asked_for_once(api, line):
    ann = api.user("Ann")
    ann.writes("/start")
    line.call(lambda bot: bot.send_message(chat_id=ann.id, text="Hi"))
    assert [call.method for call in api.calls] == ["sendMessage"]
    assert [line.name, line.name] == ["race_test_bot"] * 2
    assert [call.method for call in api.calls] == ["sendMessage", "getMe"]
    told = TelegramConnection(lambda: api.token, api.url, "race_test_bot")
    assert told.name == "race_test_bot"
    assert len(api.calls) == 2


def test_an_update_that_the_library_cannot_read_keeps_back_no_other(line, monkeypatch):
    broken = {"update_id": 7, "message": {"message_id": "x", "chat": [], "date": None}, "newest": {"of": "all"}}
    monkeypatch.setattr(connection.HostBot, "do_api_request", _answering([broken, {"update_id": 8}]))
    found = line.call(lambda bot: bot.fetch_raw_updates(1, 0, ["message"]))
    assert [update["update_id"] for update in found] == [7, 8]


def _answering(found):
    async def answer(*_, **__):
        return found

    return answer


def test_to_fetch_updates_warns_of_nothing(api, line):
    api.user("Ann").writes("/start")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "Please use 'Bot", PTBUserWarning)
        assert line.call(lambda bot: bot.fetch_raw_updates(0, 0, ["message"]))[0]["message"]["text"] == "/start"


def test_what_somebody_has_sent_is_fetched(api, line):
    ann = api.user("Ann")
    ann.writes("/start")
    sent = ann.sends_file("my questions.csv", b"\0Who?\r\n\xff").media["document"]["file_id"]
    assert line.call(lambda bot: bot.fetch_file(sent)) == b"\0Who?\r\n\xff"
    with pytest.raises(TelegramError):
        line.call(lambda bot: bot.fetch_file("another"))


def test_a_group_that_has_moved_says_where_to(api, line):
    group = api.group("Friday", admins=[api.user("Ann")])
    new = group.upgrade()
    with pytest.raises(ChatMigrated) as moved:
        line.call(lambda bot: bot.send_message(chat_id=group.id, text="Hi"))
    assert moved.value.new_chat_id == new.id


def test_a_connection_that_was_cut_in_the_meantime_is_made_anew(api, line):
    for _ in range(3):
        assert line.call(lambda bot: bot.get_me()).username
        api._http.hang_up()


def test_an_answer_is_not_waited_for_without_end(monkeypatch):
    monkeypatch.setattr(connection, "READ_TIMEOUT", 0.05)
    with silence() as nowhere:
        line = TelegramConnection(lambda: "1:secret", nowhere.url)
        with pytest.raises(NetworkError, match="Timed out") as late:
            line.call(lambda bot: bot.send_message(chat_id=1, text="Hi"))
        line.close()
    assert "secret" not in str(late.value)


def test_nobody_there_is_told_without_the_token():
    line = TelegramConnection(lambda: "1:secret", "http://127.0.0.1:9")
    with pytest.raises(NetworkError) as nobody:
        line.call(lambda bot: bot.get_me())
    line.close()
    assert "secret" not in str(nobody.value)


def test_many_threads_share_one_loop(api, line):
    ann = api.user("Ann")
    ann.writes("/start")
    hands = [
        threading.Thread(target=line.call, args=(lambda bot: bot.send_message(chat_id=ann.id, text="Hi"),))
        for _ in range(8)
    ]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()
    assert [message.text for message in ann.messages if message.text == "Hi"] == ["Hi"] * 8
