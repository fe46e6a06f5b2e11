"""Hear of two rows, then of a column if one row is rich, and pick where they cross."""

from __future__ import annotations

import re
from random import Random

from engine.kernel.question import Question
from engine.minigames.mystery_chance import COLUMNS, HINTS, PERCENTS, ROWS, SIDE, line

TOTAL, BEST = sum(PERCENTS), max(PERCENTS)


def sensible(question: Question, picture: str, dice: Random) -> int | str:
    """Hear all there is to hear, then pick from the line that holds most, or keep."""
    cash = question.facts["cash"]
    heard = {name: amount(total) / cash for name, total in re.findall(r"(?:Row|Column) (\w): (£\S+)", picture)}
    if len(heard) < HINTS:
        rich = any(percent * 100 > BEST for percent in heard.values())
        return dice.choice(COLUMNS if rich else [row for row in ROWS if row not in heard])
    worth = {n: prospects(n, heard) for n in range(1, SIDE * SIDE + 1)}
    best = max(worth.values())
    return dice.choice([n for n, hope in worth.items() if hope == best]) if best > 1 else "keep"


def amount(written: str) -> float:
    """An amount in short."""
    return float(written[1:-1]) * {"k": 1e3, "M": 1e6}[written[-1]]


def prospects(n: int, heard: dict[str, float]) -> float:
    """What a square holds on average, as a share of what is in hand: by its lines, or by all that is not in them."""
    through = [name for name in heard if n in line(name)]
    rest = TOTAL / 100 - sum(heard.values())
    others = SIDE * SIDE - SIDE * len(heard)
    if not through:
        return max(0.0, rest) / others
    return max(heard[name] for name in through) / SIDE * (2 if len(through) > 1 else 1)
