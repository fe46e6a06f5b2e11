"""Look ahead through the streets: how many doors, when a bailiff would take all there is."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import comb
from random import Random
from typing import Any

from engine.kernel.question import Question
from engine.minigames.postcode_lottery import DOORS, STREETS

STREET_NAMES = [street.name for street in STREETS]


def sensible(question: Question, _picture: str, dice: Random) -> Any:
    """Return so many random doors as promise most, or "pass"."""
    count = find_best_door_count(STREET_NAMES.index(question.facts["street"]), question.facts["cash"])[1]
    return dice.sample(range(1, DOORS + 1), count) if count else ["pass"]


def value() -> float:
    """Return what the best player wins on average."""
    return find_best_door_count(0, 0)[0]


@cache
def find_best_door_count(street: int, cash: int) -> tuple[float, int]:
    """Return what the streets to come are worth, and how many doors to knock on."""
    if street == len(STREETS):
        return float(cash), 0
    found = (find_best_door_count(street + 1, cash)[0], 0) if cash else (0.0, 1)
    return max(
        found, *((compute_knocking_value(street, cash, n), n) for n in range(1, len(STREETS[street].houses) + 1))
    )


def compute_knocking_value(street: int, cash: int, doors: int) -> float:
    """Return what knocking on so many doors is worth, averaged over all that may open."""
    ways = [
        find_best_door_count(street + 1, cash + sum(houses))[0]
        for houses in combinations(STREETS[street].houses, doors)
    ]
    all_ = comb(DOORS, doors)
    return (sum(ways) + (all_ - len(ways)) * find_best_door_count(street + 1, 0)[0]) / all_
