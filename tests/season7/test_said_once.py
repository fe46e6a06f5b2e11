"""A line tells a sum once: a new total stands at its end, and a total that is the sum just told is not repeated."""

import re

import pytest

from engine.kernel import format_text
from engine.kernel.voice import split_joined_phrase
from engine.season7.rules import SEASON7
from engine.season7.voice import SEASON7_VOICE
from tests.season7.test_voice import said_of
from workshop.simulate.voice import play_heard_game

SUM = re.compile(r"-?£[\d,]*\d")
OTHER_THINGS = ("mini.", "bonus", "finale")  # a bid and the bank, a sum worked out, the best and the worst moment
TOTALS = re.compile(r"\{(total|debt):£k\}")
ENDS = re.compile(r"→ \{(total|debt):£k\}(, \{place:th\})?$")
RESULTS = ("deadlock", "cycle.end", "victory")  # they tell what the total is, not that it is new


def list_sums(line):
    """The sums of a line, without those of its lists."""
    parts = [
        part for part in split_joined_phrase(line) if not any(isinstance(one, list) for one in part.facts.values())
    ]
    return [one for part in parts for one in SUM.findall(format_text(part.text, part.facts))]


@pytest.mark.whole
@pytest.mark.parametrize(("players", "seed"), [(4, "once 1"), (9, "once 2")])
def test_no_line_of_a_season_tells_a_sum_twice(players, seed):
    lines = [(event, line) for event, line in play_heard_game(SEASON7, players, seed).lines if event]
    twice = [
        format_text(line.text, line.facts)
        for event, line in lines
        if not event.startswith(OTHER_THINGS) and len(sums := list_sums(line)) > len(set(sums))
    ]
    assert sum(bool(list_sums(line)) for _, line in lines) > 500
    assert twice == []


def test_a_line_that_tells_a_total_ends_with_it():
    texts = [
        line.text
        for event, shelves in SEASON7_VOICE.book.items()
        if event not in RESULTS
        for some in shelves.values()
        for line in some
    ]
    telling = [text for text in texts if TOTALS.search(text)]
    assert len(telling) > 20
    assert [text for text in telling if not ENDS.search(text) or len(TOTALS.findall(text)) > 1] == []


@pytest.mark.parametrize(
    ("board", "bank", "end"),
    [
        ("£230,000 | £2,000,000 | Bomb@Bob | £50,000", "Bob £1", "£230,000. → 1st"),
        ("£230,000 | £2,000,000 | Bomb@Bob | £50,000", "Ann £1", "→ £230k, 1st"),
    ],
)
def test_a_total_that_is_the_sum_just_won_is_not_repeated(board, bank, end):
    assert " ".join(said_of(board, 1, bank=bank)).endswith(end)
