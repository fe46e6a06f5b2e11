"""Name the number with the best prospects, looking ahead to the last fuse."""

from __future__ import annotations

import re
from functools import cache
from random import Random

from engine.kernel.question import Question
from engine.minigames.power_number import BANDS, FUSES, HIGH, LOW, MAX_NAMED_NUMBERS, compute_power_prize

ODDS = {n: 1 / (high - low + 1) for low, high in BANDS for n in range(low, high + 1)}
ABOVE = [sum(share for n, share in ODDS.items() if n >= at) for at in range(LOW, HIGH + 2)]


def sensible(question: Question, picture: str, _dice: Random) -> int:
    """Return the number with the best prospects; the own power means to stop."""
    found = re.search(r"below (0\.\d+)", picture)
    below = round(float(found[1]) * 1000) if found else HIGH + 1
    return find_best_power_number(question.form.low, below, question.facts["fuses"], question.facts["left"])[1]


def value() -> float:
    """Return what the best player wins on average."""
    return find_best_power_number(LOW, HIGH + 1, FUSES, MAX_NAMED_NUMBERS)[0]


def compute_range_probability(low: int, high: int) -> float:
    """Return the probability that the secret lies from one number to just below another."""
    return ABOVE[low - LOW] - ABOVE[high - LOW]


@cache
def find_best_power_number(power: int, below: int, fuses: int, left: int) -> tuple[float, int]:
    """Return what the game is worth from here, and the number to name; the power itself means to stop."""
    if not fuses:
        return compute_power_prize(LOW), LOW
    found = (float(compute_power_prize(power)), power)
    odds = compute_range_probability(power, below)
    for named in range(below - 1, power, -1) if left and odds > 1e-9 else ():
        if named not in ODDS:
            continue
        rises = compute_range_probability(named, below) / odds
        rising, blowing = (
            find_best_power_number(named, below, fuses, left - 1)[0],
            find_best_power_number(power, named, fuses - 1, left - 1)[0],
        )
        found = max(found, (rises * rising + (1 - rises) * blowing, named))
    return found
