"""All that the bot says in a language in which whatever can be translated is marked: nothing else may be said."""

import random

import pytest

from tests.host.doors.telegram.conftest import gathered, seated
from tests.host.doors.telegram.test_playing import board_of
from tests.host.seasons.players import InTelegram, Table
from tests.words.marked import bare, marked_language

pytestmark = pytest.mark.whole
NAMES = ("Ann", "Bob", "Cat", "Ada (bot)", "Race to a Billion Bot", "The Toy")
PRIVATE = (
    "help|settings|mystuff|score|stats|games|privacy|use|pick|forget|link|board|rules|rules Gift Card|rules nothing|"
    "newgame|nonsense|leave|settings zone Mars|settings quiet|settings numbers x|settings x|list 99|start|here|"
    "pick nonsense|export"
)
GROUP = (
    "help|settings|mystuff|score|stats|games|privacy|use|pick|vote x|kick Bob|join|extend|replace Bob|standin x|"
    "endgame|newgame|rules Bomb|pick 99|lock 77|pause|resume|begin|bots 99|start|extend 2h|here"
)


@pytest.fixture(autouse=True)
def marked(monkeypatch):
    marked_language(monkeypatch)


def nothing_bare(chat, seen):
    """What this chat shows now and has not shown before."""
    for message in (each for each in chat.messages if each.from_bot and not each.service):
        labels = tuple(button["text"] for row in message.keyboard for button in row)
        for text in (message.text, *labels):
            if text not in seen:
                seen.add(text)
                assert bare(text, NAMES) == [], text


def test_a_season(stage, group, ann, bob, cat):
    accounts, luck, seen = [ann, bob, cat], random.Random(4), set[str]()
    gathered(stage, group, accounts, "/newgame season7 daily target=9000000")
    nothing_bare(group, seen)
    ann.says(group, "/begin")
    stage.pass_by()
    (game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{group.id}")
    table = Table(
        stage, game, [InTelegram(stage.host, each, group, luck, stage.clock.now()) for each in accounts], luck
    )
    while not table.over:
        table.move()
        for chat in (group, *(each.chat for each in accounts)):
            nothing_bare(chat, seen)
    assert len(seen) > 100
    for account in accounts:
        assert [word for alert in account.alerts for word in bare(alert.text, NAMES)] == []


def test_every_command_in_private_and_in_the_group(stage, playing, ann, bob):
    seen = set[str]()
    for line in PRIVATE.split("|"):
        ann.writes(f"/{line}")
        stage.pass_by(3)
        nothing_bare(ann.chat, seen)
    for person in (ann, bob):
        for line in GROUP.split("|"):
            person.says(playing, f"/{line}")
            stage.pass_by(10)
            nothing_bare(playing, seen)
    for data in ("x", "a/00000000/Q1#1/1/7", "n/season7/daily/1", "n/season7", "f/no", "f/yes", "s/numbers/1.000.000"):
        bob.taps(board_of(playing), data=data)
        bob.taps(bob.messages[-1], data=data)
        stage.pass_by(3)
        assert [word for alert in bob.alerts for word in bare(alert.text, NAMES)] == [], data
    nothing_bare(bob.chat, seen)


def test_reminders(stage, group, ann, bob):
    seated(stage, group, [ann, bob], "/newgame toy")
    for _ in range(3):
        stage.api.advance(40_000)
        stage.host.store.save_beat(stage.clock.now())
        stage.pass_by()
    said = [line for text in ann.chat.said for line in text.splitlines() if "⏳" in line]
    assert said
    assert [word for line in said for word in bare(line, ("The Toy", *NAMES))] == []
