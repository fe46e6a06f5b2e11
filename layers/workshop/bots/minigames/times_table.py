"""Look where it matters most; leave large amounts by large multipliers alone and shuffle the rest."""

from __future__ import annotations

import re
from itertools import combinations
from random import Random
from typing import Any

from engine.kernel.question import Question
from engine.minigames.times_table import POOL, TABLE


def sensible(question: Question, picture: str, _dice: Random) -> Any:
    """See the highest multipliers first, then compare every shuffle with staying."""
    places = [str(option.value) for option in question.options if option.value != "stay"]
    if question.key == "times_table.look":
        return places[-question.form.high :]
    seen = {
        place: int(cash.replace(",", ""))
        for place, cash in re.findall(r"^([A-F]) +x\d+ +£([\d,]+)", picture, re.MULTILINE)
    }
    unseen = [cash for cash in POOL if cash not in seen.values()]
    usual = sum(unseen) / len(unseen)
    amounts = {place: seen.get(place, usual) for place in TABLE}
    shuffles = [chosen for n in range(2, len(TABLE) + 1) for chosen in combinations(TABLE, n)]
    best = max(shuffles, key=lambda chosen: gain(amounts, chosen))
    return list(best) if gain(amounts, best) > 0 else ["stay"]


def gain(amounts: dict[str, float], chosen: tuple[str, ...]) -> float:
    """What a shuffle adds on average."""
    even = sum(amounts[place] for place in chosen) / len(chosen)
    return sum(TABLE[place] * (even - amounts[place]) for place in chosen)
