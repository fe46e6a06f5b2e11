"""Keep a slip that is worth more than the rows above promise."""

from __future__ import annotations

from random import Random

from engine.kernel.question import Question
from engine.minigames.punch_a_bunch import KNOCKOUT, ROWS, SECOND


def sensible(question: Question, _picture: str, dice: Random) -> int | str:
    """Compare the slip with what is to come."""
    row, slip = question.facts["row"], question.facts["slip"]
    if slip and slip >= prospects(row - 1):
        return "keep"
    return dice.choice([option.value for option in question.options if option.value != "keep"])


def value() -> float:
    """What the best player wins on average."""
    return prospects(0)


def prospects(row: int) -> float:
    """What punching this row is worth to a player who goes on to do as well above it."""
    if row == len(ROWS):
        return 0
    later = prospects(row + 1)
    others = [slip for slip in ROWS[row] if slip != SECOND]
    once, twice = (sum(max(slip * times, later) for slip in others if slip != KNOCKOUT) for times in (1, 2))
    return (once + twice / len(others)) / len(ROWS[row])
