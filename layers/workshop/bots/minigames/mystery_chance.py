"""Hear of two rows, or of a column if one is rich; work out where the great prize can be, then pick or keep."""

from __future__ import annotations

import re
from random import Random

from engine.kernel.question import Question
from engine.minigames.mystery_chance import COLUMNS, HINTS, PERCENTS, ROWS, SIDE, list_line_squares

MYSTERY_SQUARES = range(1, SIDE * SIDE + 1)
GREAT = max(PERCENTS) / 100
SMALL = sum(PERCENTS) / 100 - GREAT  # all the others together


def sensible(question: Question, picture: str, dice: Random) -> int | str:
    """Return a row or column to hear of while hints are left; then the square that promises most, or "keep"."""
    cash = question.facts["cash"]
    heard = {
        name: parse_short_cash(total) / cash for name, total in re.findall(r"(?:Row|Column) (\w): (£\S+)", picture)
    }
    if len(heard) < HINTS:
        return dice.choice(
            COLUMNS if any(map(has_great_prize, heard.values())) else [row for row in ROWS if row not in heard]
        )
    worth = compute_square_prospects(heard)
    best = max(worth.values())
    return dice.choice([n for n, hope in worth.items() if hope == best]) if best > 1 else "keep"


def parse_short_cash(written: str) -> float:
    """Return the pounds of an amount written as £950k or £1.25M."""
    return float(written[1:-1]) * {"k": 1e3, "M": 1e6}[written[-1]]


def has_great_prize(total: float) -> bool:
    """Return whether a line with this total holds the great prize: the others together do not come to as much."""
    return total > GREAT * 0.99


def compute_square_prospects(heard: dict[str, float]) -> dict[int, float]:
    """Return what every square holds on average, as a share of the cash in hand."""
    can = [
        n
        for n in MYSTERY_SQUARES
        if all((n in list_line_squares(name)) == has_great_prize(total) for name, total in heard.items())
    ]
    small = {name: total - GREAT * has_great_prize(total) for name, total in heard.items()}
    rest = (SMALL - sum(small.values())) / (SIDE * (SIDE - len(heard)))
    found = dict[int, float]()
    for n in MYSTERY_SQUARES:
        through = [small[name] / SIDE for name in heard if n in list_line_squares(name)]
        usual = sum(through) / len(through) if through else max(0.0, rest)
        found[n] = usual + (GREAT / len(can) if n in can else 0.0)
    return found
