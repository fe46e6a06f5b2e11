"""Name the number with the best prospects, looking ahead to the last fuse."""

from __future__ import annotations

import re
from functools import cache
from random import Random

from engine.kernel.question import Question
from engine.minigames.power_number import BANDS, FUSES, HIGH, LOW, NAMES, worth

ODDS = {n: 1 / (high - low + 1) for low, high in BANDS for n in range(low, high + 1)}
ABOVE = [sum(share for n, share in ODDS.items() if n >= at) for at in range(LOW, HIGH + 2)]


def sensible(question: Question, picture: str, _dice: Random) -> int:
    """What looks best from here."""
    found = re.search(r"below (0\.\d+)", picture)
    below = round(float(found[1]) * 1000) if found else HIGH + 1
    return best(question.form.low, below, question.facts["fuses"], question.facts["left"])[1]


def value() -> float:
    """What the best player wins on average."""
    return best(LOW, HIGH + 1, FUSES, NAMES)[0]


def likely(low: int, high: int) -> float:
    """How much of the odds lies from one number to just below another."""
    return ABOVE[low - LOW] - ABOVE[high - LOW]


@cache
def best(power: int, below: int, fuses: int, left: int) -> tuple[float, int]:
    """What the game is worth from here, and the number to name; the power itself means to stop."""
    if not fuses:
        return worth(LOW), LOW
    found = (float(worth(power)), power)
    odds = likely(power, below)
    for named in range(below - 1, power, -1) if left and odds > 1e-9 else ():
        if named not in ODDS:
            continue
        rises = likely(named, below) / odds
        rising, blowing = best(named, below, fuses, left - 1)[0], best(power, named, fuses - 1, left - 1)[0]
        found = max(found, (rises * rising + (1 - rises) * blowing, named))
    return found
