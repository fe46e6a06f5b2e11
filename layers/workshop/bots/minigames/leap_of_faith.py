"""Look ahead over the ledge: one more step while it pays, and then the leap with the best odds over this gap."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from engine.kernel.question import Question
from engine.minigames.leap_of_faith import BACK, CAUGHT, CRUMBLES, GAPS, LEAPS, LONGEST, STEPS, lands


def sensible(question: Question, _picture: str, _dice: Random) -> Any:
    """A step, none, or the leap with the best prospects."""
    cash, steps = question.facts["cash"], question.facts["steps"]
    if question.key == "leap_of_faith.steps":
        return int(best(cash, steps)[1])
    ways = odds(question.facts["gap"], steps)
    return max(ways, key=lambda way: ways[way])


def value() -> float:
    """What the best player wins on average."""
    return best(0, 0)[0]


@cache
def odds(gap: str, steps: int) -> dict[str, float]:
    """What every way off the ledge makes of the cash on average."""
    found = {"back": BACK / 100}
    for length, times in LEAPS.items():
        safe = lands(gap, length, steps) / 100
        found[length] = safe * times + (1 - safe) * CAUGHT / 100
    return found


@cache
def best(cash: int, steps: int) -> tuple[float, bool]:
    """What the game is worth on the ledge, and whether to walk on."""
    leaping = cash * sum(max(odds(gap, steps).values()) for gap in GAPS) / len(GAPS)
    if steps == LONGEST:
        return leaping, False
    risk = CRUMBLES * (steps + 1) / 100
    walking = sum(best(cash + step, steps + 1)[0] for step in STEPS) / len(STEPS)
    walking = (1 - risk) * walking + risk * cash * CAUGHT / 100
    return max((leaping, False), (walking, True)) if steps else (walking, True)
