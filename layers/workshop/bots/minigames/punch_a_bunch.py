"""Keep a slip that is worth more than the rows above promise."""

from __future__ import annotations

from random import Random

from engine.kernel.question import Question
from engine.minigames.punch_a_bunch import KNOCKOUT, PUNCH_ROWS, SECOND


def sensible(question: Question, _picture: str, dice: Random) -> int | str:
    """Return "keep" if the slip is worth more than the rows above promise, else a random hole."""
    row, slip = question.facts["row"], question.facts["slip"]
    if slip and slip >= compute_punch_row_value(row - 1):
        return "keep"
    return dice.choice([option.value for option in question.options if option.value != "keep"])


def value() -> float:
    """Return what the best player wins on average."""
    return compute_punch_row_value(0)


def compute_punch_row_value(row: int) -> float:
    """Return what punching this row is worth to a player who goes on to play well above it."""
    if row == len(PUNCH_ROWS):
        return 0
    later = compute_punch_row_value(row + 1)
    others = [slip for slip in PUNCH_ROWS[row] if slip != SECOND]
    once, twice = (sum(max(slip * times, later) for slip in others if slip != KNOCKOUT) for times in (1, 2))
    return (once + twice / len(others)) / len(PUNCH_ROWS[row])
