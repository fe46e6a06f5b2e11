"""Look where it matters most; leave large amounts by large multipliers alone and shuffle the rest."""

from __future__ import annotations

import re
from itertools import combinations
from random import Random
from typing import Any

from engine.kernel.question import Question
from engine.minigames.times_table import PLACE_MULTIPLIERS, POOL


def sensible(question: Question, picture: str, _dice: Random) -> Any:
    """Return the places with the highest multipliers to look at; then the shuffle that gains most, or "stay"."""
    places = [str(option.value) for option in question.options if option.value != "stay"]
    if question.key == "times_table.look":
        return places[-question.form.high :]
    seen = {
        place: int(cash.replace(",", ""))
        for place, cash in re.findall(r"^([A-F]) +x\d+ +£([\d,]+)", picture, re.MULTILINE)
    }
    unseen = [cash for cash in POOL if cash not in seen.values()]
    usual = sum(unseen) / len(unseen)
    amounts = {place: seen.get(place, usual) for place in PLACE_MULTIPLIERS}
    shuffles = [chosen for n in range(2, len(PLACE_MULTIPLIERS) + 1) for chosen in combinations(PLACE_MULTIPLIERS, n)]
    best = max(shuffles, key=lambda chosen: compute_shuffle_gain(amounts, chosen))
    return list(best) if compute_shuffle_gain(amounts, best) > 0 else ["stay"]


def compute_shuffle_gain(amounts: dict[str, float], chosen: tuple[str, ...]) -> float:
    """Return what a shuffle adds on average."""
    even = sum(amounts[place] for place in chosen) / len(chosen)
    return sum(PLACE_MULTIPLIERS[place] * (even - amounts[place]) for place in chosen)
