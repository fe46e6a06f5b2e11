"""What somebody asks where all can read the answer is answered alike, whatever secrets of theirs it could show."""

import pytest

from engine.kernel import Illegal, format_text
from host.said.desk.menu import DESK
from tests.host.said.test_desk import Asked
from tests.listings.room import GROUP, Room

SECRETS = (("7", "5", "Bob", "over"), ("8", "6", "Cat", "under"))  # what is hidden, listed and predicted
BEGUN = ("ann new season7 evening voice=plain", "ann join", "bob join", "cat join", "ann begin", "bob pick 1")
KEPT = (
    *("ann pick {0}", "ann use list {1}"),
    *("dan predict Q1/falls {2}", "dan predict gain/Q1 {3}"),
)
MORE = {  # what else is said behind a word
    "predict": ("table", "race", "race Bob", "Q1/falls Bob", "gain/Q1"),
    "pick": ("7", "5"),
    "use": ("list", "lock 7", "peek 5", "list 5"),
    "stats": ("Ann",),
    "settings": ("zone",),
}


@pytest.fixture(scope="module")
def rooms():
    """Two rooms that differ in what Ann and Dan keep to themselves."""
    rooms = []
    for secrets in SECRETS:
        room = Room()
        for line in (*BEGUN, *KEPT):
            name, _, said = line.format(*secrets).partition(" ")
            assert "ok=False" not in (answer := room.ask(name, said)), (line, answer)
        rooms.append(room)
    return rooms


def ask(room, name, line, *, unseen):
    room, (word, _, words) = room.copy(), line.partition(" ")
    try:
        answer = DESK[word].does(Asked(room.host, room.people[name], words, place=GROUP, unseen=unseen))
    except Illegal as no:
        return [no.code, format_text(no.text, no.facts), no.alone]
    return [
        answer.code,
        answer.menu,
        answer.asks,
        *(format_text(told.text, told.facts) for told in answer.name_seats()),
    ]


def ask_alike(rooms, name, line, *, unseen=False):
    ours, theirs = (ask(room, name, line, unseen=unseen) for room in rooms)
    return ours == theirs


@pytest.mark.parametrize("name", ["ann", "dan"])
def test_what_is_asked_in_public_is_answered_alike_whatever_one_keeps_secret(rooms, name):
    lines = [" ".join([word, *more]) for word in DESK for more in ((), *((each,) for each in MORE.get(word, ())))]
    assert [line for line in lines if not ask_alike(rooms, name, line)] == []


@pytest.mark.parametrize(("name", "line"), [("ann", "mystuff"), ("dan", "predict")])
def test_the_same_question_alone_is_answered_with_what_is_one_s_own(rooms, name, line):
    assert not ask_alike(rooms, name, line, unseen=True)
