"""How hard a question turns out to be: its level drifts towards what those who were asked really knew."""

from __future__ import annotations

from math import sqrt

from engine.ladder.state import LEVELS

EASIEST, HARDEST = 0.95, 0.35  # what a fair player knows of the easiest questions, and of the hardest
MIN_ANSWERS_TO_JUDGE = 40  # answers; fewer say nothing
SIGNIFICANT_ERRORS = 1.64  # standard errors: in nineteen cases of twenty it is no whim of chance


def compute_expected_share(level: int) -> float:
    """Compute the share of right answers that a question of this level should have."""
    return EASIEST + (HARDEST - EASIEST) * (level - 1) / (LEVELS - 1)


def compute_drifted_level(level: int, asked: int, right: int) -> int:
    """Compute the level a question should have now: one step towards its results if they differ significantly, else
    the same.
    """
    if asked < MIN_ANSWERS_TO_JUDGE:
        return level
    share, wanted = right / asked, compute_expected_share(level)
    if abs(share - wanted) <= SIGNIFICANT_ERRORS * sqrt(wanted * (1 - wanted) / asked):
        return level
    return min(LEVELS, max(1, level + (1 if share < wanted else -1)))
