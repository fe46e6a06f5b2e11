"""What the voice of Deluxe says of a whole race when it is over, and what it leaves out."""

import pytest

from engine.deluxe.events import RaceWon
from engine.deluxe.voice import DELUXE_VOICE
from engine.kernel import build_told

TOTALS = {"Ann": 9, "Bob": 5, "Cat": 1}
# What is remembered of the race, and what is said of it beside the usual lines.
REMEMBERED = [
    ({"counts": {"caught Ann>Bob": 2}}, {"caught": {"owner": "Ann", "who": "Bob", "n": 2}}),
    ({"counts": {"caught Ann>Bob": 1}}, {}),
    ({"counts": {"caught Bob>Bob": 3, "caught Ann>Bob": 2}}, {}),  # one's own bombs are counted, too
    ({"counts": {"caught Ann>Bob": 2, "caught Bob>Ann": 2}}, {}),
    ({"counts": {"won Bob": 2, "won Ann": 1}}, {"wins": {"who": "Bob", "n": 2}}),
    ({"counts": {"won Bob": 1}}, {}),
    ({"counts": {"out Cat": 2}}, {"outs": {"who": "Cat", "n": 2}}),
    ({"counts": {"out Cat": 1}}, {}),
    ({"decided": (3, "Ann"), "round": 5}, {"since": {"who": "Ann", "since": 3}}),
    ({"decided": (5, "Ann"), "round": 5}, {"come": {"who": "Ann", "since": 5}}),
    ({"decided": (3, "Bob"), "round": 5}, {}),
    ({"decided": (0, "Ann"), "round": 5}, {}),
    ({"best": {"bonus": (7, "Cat")}}, {"bonus": {"amount": 7, "who": "Cat"}}),
    ({"best": {"space": (7, "Cat")}}, {"space": {"amount": 7, "who": "Cat"}}),
    ({"best": {"game": (7, "Cat")}}, {"game": {"amount": 7, "who": "Cat"}}),
    ({"best": {"another": (7, "Cat")}}, {}),
]


@pytest.mark.parametrize(("remembered", "said"), REMEMBERED)
def test_records_are_told_at_the_end_of_a_race_where_there_are_any(remembered, said):
    memory = DELUXE_VOICE.build_memory({})
    memory.totals = dict(TOTALS)
    for name, value in remembered.items():
        setattr(memory, name, value)
    told = [build_told(RaceWon(champions=["Ann"], n=1, total=9, deeds={}), {}, table="race")]
    (lines,) = DELUXE_VOICE.speak(memory, told).lines.values()
    found = {line.id.split("/")[1].removeprefix("crown").removeprefix("."): line.facts for line in lines}
    assert {"", "how", "table"} <= found.keys()
    extra = {name: facts for name, facts in found.items() if name not in ("", "how", "table")}
    assert extra.keys() == said.keys()
    assert all(facts.items() <= said[name].items() for name, facts in extra.items())
