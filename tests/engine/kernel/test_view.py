"""The order of a leaderboard."""

import pytest

from engine.kernel.view import Standing, rank_winners_first

LINES = [Standing(1, "Ann", 9), Standing(2, "Bob", 7), Standing(2, "Cat", 7), Standing(4, "Dan", 0)]


@pytest.mark.parametrize(
    ("winners", "places"),
    [
        ([], [("Ann", 1), ("Bob", 2), ("Cat", 2), ("Dan", 4)]),
        (["Ann"], [("Ann", 1), ("Bob", 2), ("Cat", 2), ("Dan", 4)]),
        (["Dan"], [("Dan", 1), ("Ann", 2), ("Bob", 3), ("Cat", 3)]),
        (["Bob", "Dan"], [("Bob", 1), ("Dan", 1), ("Ann", 3), ("Cat", 4)]),
        (["Ann", "Bob", "Cat", "Dan"], [("Ann", 1), ("Bob", 1), ("Cat", 1), ("Dan", 1)]),
    ],
)
def test_who_has_won_is_first_and_those_who_are_equal_share_a_place(winners, places):
    assert [(line.who, line.place) for line in rank_winners_first(LINES, winners)] == places
