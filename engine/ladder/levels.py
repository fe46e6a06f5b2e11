"""How hard a question turns out to be: its level drifts towards what those who were asked really knew."""

from __future__ import annotations

from math import sqrt

from engine.ladder.state import LEVELS

EASIEST, HARDEST = 0.95, 0.35  # what a fair player knows of the easiest questions, and of the hardest
ENOUGH = 40  # answers; fewer say nothing
SURE = 1.64  # standard errors: in nineteen cases of twenty it is no whim of chance


def expected(level: int) -> float:
    """The share of right answers that a question of this level is set for."""
    return EASIEST + (HARDEST - EASIEST) * (level - 1) / (LEVELS - 1)


def drifted(level: int, asked: int, right: int) -> int:
    """The level that it should have now: the next one towards what was scored, or the same."""
    if asked < ENOUGH:
        return level
    share, wanted = right / asked, expected(level)
    if abs(share - wanted) <= SURE * sqrt(wanted * (1 - wanted) / asked):
        return level
    return min(LEVELS, max(1, level + (1 if share < wanted else -1)))
