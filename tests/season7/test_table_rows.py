"""Each row of the leaderboard after a cycle says how the place of its player has changed, and only that."""

from types import SimpleNamespace
from typing import cast

import pytest

from engine.season7.voice import SEASON7_VOICE
from engine.season7.voice.milestones import format_table_row
from engine.season7.voice.narrator import RaceNarrator


@pytest.mark.parametrize(
    ("before", "says"),
    [
        ({}, "2 Bob £5"),
        ({"Ann": 1}, "2 Bob £5 (new)"),
        ({"Bob": 2}, "2 Bob £5 (same place as before)"),
        ({"Bob": 3}, "2 Bob £5 (up 1 place)"),
        ({"Bob": 4}, "2 Bob £5 (up 2 places)"),
        ({"Bob": 1}, "2 Bob £5 (down 1 place)"),
    ],
)
def test_a_row_says_what_has_become_of_a_place(before, says):
    race = SEASON7_VOICE.build_memory({})
    race.totals, race.ended = {"Ann": 9, "Bob": 5, "Cat": 1}, before
    assert str(format_table_row(cast("RaceNarrator", SimpleNamespace(race=race)), "Bob")) == says
