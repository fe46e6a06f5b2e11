"""All that Telegram is asked to show while three people tap and write this and that: words, buttons, sound, notices."""

import json
from operator import itemgetter

import pytest

from tests import listings
from tests.host.doors.telegram.conftest import Stage, seated

pytestmark = pytest.mark.as_released
GAMES = {
    "season7": "/newgame season7 daily voice=plain",
    "deluxe": "/newgame deluxe daily target=1000000",
    "billionaire": "/newgame billionaire daily",
}
WORDS = ("/menu", "/help", "/score", "/settings", "/rules", "/board", "/mystuff", "/stats", "/use", "/pause", "/resume")
WATCHED = (*WORDS, "/predict", "/play", "/join", "/leave", "/pick 3", "/standin")
STEPS = 40
QUIET = {"getUpdates", "getMe", "sendChatAction", "getChatMember", "getChatAdministrators", "getChat"}
LISTED = ("message_id", "user_id", "show_alert", "disable_notification", "message_thread_id", "reply_parameters", "url")


def buttons_of(message):
    return [button["callback_data"] for row in message.keyboard for button in row if "callback_data" in button]


def told(call, names):
    """A call as it is listed."""
    values = call.values
    marks = [f"{name}={values[name]}" for name in LISTED if values.get(name) not in (None, "")]
    files = [name for name in ("photo", "media", "document") if values.get(name)]
    place = names.get(str(values.get("chat_id")), "")
    yield "  " + " ".join([call.method, *([f"to {place}"] if place else []), *marks, *files])
    text = values.get("text") or values.get("caption") or ""
    yield from (f"    {line}" for line in str(text).splitlines())
    if markup := values.get("reply_markup"):
        rows = json.loads(str(markup)).get("inline_keyboard", [])
        for row in rows:
            yield (
                "    ["
                + "] [".join(f"{each['text']} = {each.get('callback_data') or each.get('url')}" for each in row)
                + "]"
            )


def evening(game, *, watched=False):
    """What is done, by the players or by Dan, who watches, and one of them, and what is shown upon it."""
    stage, luck = Stage(), listings.Luck(game)
    people, dan = [stage.api.user(name) for name in ("Ann", "Bob", "Cat")], stage.api.user("Dan")
    ann, *others = people
    group = stage.api.group("Friday", *others, *[dan] * watched, admins=[ann], kind="supergroup")
    names = {str(group.id): "the group", **{str(person.id): person.name for person in (*people, dan)}}
    acting = [dan, ann, dan] if watched else people
    seen = 0

    def shown():
        nonlocal seen
        stage.pass_by(20, 4)
        calls, seen = stage.api.calls[seen:], len(stage.api.calls)
        for call in calls:
            if call.method not in QUIET:
                yield from told(call, names)

    try:
        yield f"# {GAMES[game]}"
        seated(stage, group, people, GAMES[game])
        yield from shown()
        for n in range(STEPS):
            person = acting[n % 3]
            own = [message for message in reversed(person.messages) if buttons_of(message)][:2]
            all_see = [message for message in reversed(group.messages) if buttons_of(message)][:2]
            pairs = [(message, data) for message in [*own, *all_see] for data in buttons_of(message)]
            answers = [pair for pair in pairs if pair[1].startswith("a/")]
            if watched and pairs:
                kind = luck.choose(sorted({data[0] for _, data in pairs}))
                answers = [pair for pair in pairs if pair[1][0] == kind]
            if not pairs or luck.is_lucky(50 if watched else 15):
                word = luck.choose(WATCHED if watched else WORDS)
                yield f"## {person.name} writes {word}"
                person.writes(word)
            else:
                message, data = luck.choose(
                    answers if answers and luck.is_lucky(100 if watched else 50) else pairs, itemgetter(1)
                )
                yield f"## {person.name} taps {data}{'' if message in own else ' in the group'}"
                person.taps(message, data=data)
            yield from shown()
            stage.api.advance(60)
            stage.host.store.save_beat(stage.clock.now())
    finally:
        stage.close()


@pytest.mark.parametrize("game", ["season7", "deluxe", pytest.param("billionaire", marks=pytest.mark.whole)])
def test_whatever_is_tapped_and_written_is_shown_as_listed(game):
    listings.compare(f"telegram_{game}", evening(game))


def test_whatever_somebody_who_watches_taps_and_writes_is_shown_as_listed():
    listings.compare("telegram_watched", evening("season7", watched=True))
