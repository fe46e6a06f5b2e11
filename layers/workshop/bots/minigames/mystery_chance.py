"""Hear of two rows, or of a column if one is rich; work out where the great prize can be, then pick or keep."""

from __future__ import annotations

import re
from random import Random

from engine.kernel.question import Question
from engine.minigames.mystery_chance import COLUMNS, HINTS, PERCENTS, ROWS, SIDE, line

SQUARES = range(1, SIDE * SIDE + 1)
GREAT = max(PERCENTS) / 100
SMALL = sum(PERCENTS) / 100 - GREAT  # all the others together


def sensible(question: Question, picture: str, dice: Random) -> int | str:
    """Hear all there is to hear, then pick the square that promises most, or keep."""
    cash = question.facts["cash"]
    heard = {name: amount(total) / cash for name, total in re.findall(r"(?:Row|Column) (\w): (£\S+)", picture)}
    if len(heard) < HINTS:
        return dice.choice(COLUMNS if any(map(rich, heard.values())) else [row for row in ROWS if row not in heard])
    worth = prospects(heard)
    best = max(worth.values())
    return dice.choice([n for n, hope in worth.items() if hope == best]) if best > 1 else "keep"


def amount(written: str) -> float:
    """An amount in short."""
    return float(written[1:-1]) * {"k": 1e3, "M": 1e6}[written[-1]]


def rich(total: float) -> bool:
    """Does a line with this total hold the great prize? The others do not come to as much."""
    return total > GREAT * 0.99


def prospects(heard: dict[str, float]) -> dict[int, float]:
    """What every square holds on average, as a share of what is in hand."""
    can = [n for n in SQUARES if all((n in line(name)) == rich(total) for name, total in heard.items())]
    small = {name: total - GREAT * rich(total) for name, total in heard.items()}
    rest = (SMALL - sum(small.values())) / (SIDE * (SIDE - len(heard)))
    found = dict[int, float]()
    for n in SQUARES:
        through = [small[name] / SIDE for name in heard if n in line(name)]
        usual = sum(through) / len(through) if through else max(0.0, rest)
        found[n] = usual + (GREAT / len(can) if n in can else 0.0)
    return found
