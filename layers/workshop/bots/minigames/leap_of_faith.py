"""Look ahead over the ledge: one more step while it pays, and then the leap with the best odds over this gap."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from engine.kernel.question import Question
from engine.minigames.leap_of_faith import (
    BACK,
    CAUGHT,
    CRUMBLES,
    GAPS,
    LEAPS,
    MAX_LEDGE_STEPS,
    STEP_CASH,
    compute_leap_chance,
)


def sensible(question: Question, _picture: str, _dice: Random) -> Any:
    """Return whether to take a step, or the leap with the best prospects."""
    cash, steps = question.facts["cash"], question.facts["steps"]
    if question.key == "leap_of_faith.steps":
        return int(find_best_ledge_move(cash, steps)[1])
    ways = compute_leap_factors(question.facts["gap"], steps)
    return max(ways, key=lambda way: ways[way])


def value() -> float:
    """Return what the best player wins on average."""
    return find_best_ledge_move(0, 0)[0]


@cache
def compute_leap_factors(gap: str, steps: int) -> dict[str, float]:
    """Return, for each way off the ledge, the average factor by which it multiplies the cash."""
    found = {"back": BACK / 100}
    for length, times in LEAPS.items():
        safe = compute_leap_chance(gap, length, steps) / 100
        found[length] = safe * times + (1 - safe) * CAUGHT / 100
    return found


@cache
def find_best_ledge_move(cash: int, steps: int) -> tuple[float, bool]:
    """Return what the game is worth on the ledge, and whether to walk on."""
    leaping = cash * sum(max(compute_leap_factors(gap, steps).values()) for gap in GAPS) / len(GAPS)
    if steps == MAX_LEDGE_STEPS:
        return leaping, False
    risk = CRUMBLES * (steps + 1) / 100
    walking = sum(find_best_ledge_move(cash + step, steps + 1)[0] for step in STEP_CASH) / len(STEP_CASH)
    walking = (1 - risk) * walking + risk * cash * CAUGHT / 100
    return max((leaping, False), (walking, True)) if steps else (walking, True)
