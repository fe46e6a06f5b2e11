"""What the desk answers to each word of each person at each stage of a game, and all that it changes."""

import itertools

import pytest

from engine.kernel.text import PLAIN_READER
from host.said.desk.menu import DESK
from tests import listings
from tests.listings.room import Room

pytestmark = pytest.mark.as_released
ASKERS = ("ann", "bob", "dan")  # Ann opened the game, Bob and Cat play, too, Dan does not
STAGES = {  # what is said until then, by whom
    "none": (),
    "lobby": ("ann new toy daily", "ann join", "bob join", "cat join", "ann bots 1"),
    "running": ("ann begin", "ann pick 2"),
    "paused": ("ann pause",),
    "late": ("ann resume", "… 36"),
    "over": ("ann endgame yes",),
}
MORE = {  # what else is said behind a word, where the game is running
    "pick": ("3", "red"),
    "use": ("tip 2", "nonsense"),
    "settings": (
        "reminders off",
        "quiet 23:00 8:00",
        "zone Europe/London",
        "vacation 7d",
        "numbers 1.000",
        "rings turns",
        "rings nonsense",
        "quiet off",
        "quiet 25:00 8:00",
        "zone Nowhere",
        "vacation off",
        "vacation 999d",
        "language",
        "language fr",
        "language xx",
        "nonsense on",
    ),
    "extend": ("1h", "2d", "0h", "soon"),
    "usual": ("toy daily", "none"),
    "kick": ("Bob", "Cat yes"),
    "vote": ("Ann", "Cat"),
    "standin": ("Bob", "Bob yes"),
    "new": ("toy 1h", "season7 2h", "chess"),
    "rules": ("lucky",),
    "replace": ("Bob", "Dan"),
    "leave": ("yes",),
    "endgame": ("yes",),
    "forget": ("yes",),
    "bots": ("1", "9"),
    "predict": ("table", "Ann", "wins Bob", "lap/shouts Cat", "lap/shouts nobody"),
    "react": ("4 clap", "4 boo", "99 clap"),
    "talk": ("words", "none", "reactions 60", "nonsense"),
    "pack": ("add friends", "take friends", "drop friends"),
    "programs": ("on", "off", "perhaps"),
    "today": ("8:00 Europe/London", "off", "25:00 Europe/London", "8:00 Nowhere"),
    "admit": ("Dan", "1"),
    "report": ("two", "unclear"),
    "claim": ("ABCDEF",),
    "stats": ("Bob", "nobody"),
    "leaders": ("wins", "nonsense"),
}


def lines_of(room, stage, name, line):
    changed = room.copy()
    was, said, now = changed.kept(), changed.ask(name, line), changed.kept()
    yield f"## {stage}: {name}: {line}"
    yield from (f"  {each}" for text in said for each in text.splitlines())
    for key in sorted(was.keys() | now.keys()):
        if was.get(key) != now.get(key):
            yield f"  * {key}: {was.get(key, '–')} > {now.get(key, '–')}"


def ask_everything(last):
    room = Room()
    for stage, lines in STAGES.items():
        room.do(*lines)
        if stage == last:
            break
    for (word, service), name in itertools.product(DESK.items(), ASKERS):
        usual = [PLAIN_READER.format_value(service.takes)] if service.takes else []
        more = MORE.get(word, usual) if last == "running" else ()
        for line in [word, *(f"{word} {words}" for words in more)]:
            yield from lines_of(room, last, name, line)


@pytest.mark.parametrize("stage", STAGES)
def test_whoever_asks_is_answered_as_listed(stage):
    listings.compare(f"answers_{stage}", ask_everything(stage))
