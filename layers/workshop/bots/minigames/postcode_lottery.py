"""Look ahead through the streets: how many doors, when a bailiff would take all there is."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import comb
from random import Random
from typing import Any

from engine.kernel.question import Question
from engine.minigames.postcode_lottery import DOORS, STREETS

NAMES = [street.name for street in STREETS]


def sensible(question: Question, _picture: str, dice: Random) -> Any:
    """So many doors, or none."""
    count = best(NAMES.index(question.facts["street"]), question.facts["cash"])[1]
    return dice.sample(range(1, DOORS + 1), count) if count else ["pass"]


def value() -> float:
    """What the best player wins on average."""
    return best(0, 0)[0]


@cache
def best(street: int, cash: int) -> tuple[float, int]:
    """What the streets to come are worth, and how many doors to knock on."""
    if street == len(STREETS):
        return float(cash), 0
    found = (best(street + 1, cash)[0], 0) if cash else (0.0, 1)
    return max(found, *((knocking(street, cash, n), n) for n in range(1, len(STREETS[street].houses) + 1)))


def knocking(street: int, cash: int, doors: int) -> float:
    """What so many doors are worth: any of the houses, all as likely, or a bailiff."""
    ways = [best(street + 1, cash + sum(houses))[0] for houses in combinations(STREETS[street].houses, doors)]
    all_ = comb(DOORS, doors)
    return (sum(ways) + (all_ - len(ways)) * best(street + 1, 0)[0]) / all_
