"""Try every number of new envelopes against what is still hidden."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

from engine.kernel.question import Question
from engine.minigames.pictures import format_short_cash
from engine.minigames.treble_chance import BROKE, BROKES, ENVELOPE_MONEY, HAND, TREBLE, TREBLES, compute_hand_prize

ENVELOPE_KIND_VALUES = {
    **{str(format_short_cash(cash)): cash for cash in ENVELOPE_MONEY},
    "Broke": BROKE,
    "Treble": TREBLE,
}
DECK = [*ENVELOPE_MONEY, *[BROKE] * BROKES, *[TREBLE] * TREBLES]
Envelopes = tuple[int, ...]


def sensible(question: Question, picture: str, dice: Random) -> Any:
    """Return as many envelopes as have the best prospects, or "take", treating each chance as if it were the last."""
    closed = [option.value for option in question.options if option.value != "take"]
    if not question.facts["hand"]:
        return dice.sample(closed, HAND)
    opened = [
        ENVELOPE_KIND_VALUES[name] for name in re.findall(r"£\S+|Broke|Treble", "\n".join(picture.splitlines()[:6]))
    ]
    left = list(DECK)
    for it in opened:
        left.remove(it)
    names = map(str, question.facts["hand"])
    held = [int(re.sub(r"\D", "", name)) if name.startswith("£") else ENVELOPE_KIND_VALUES[name] for name in names]
    hand = tuple(sorted(held))
    number = max(
        range(0 if compute_hand_prize(list(hand)) else 1, HAND + 1),
        key=lambda n: compute_hand_prospects(hand, tuple(sorted(left)), n),
    )
    return dice.sample(closed, number) if number else ["take"]


@cache
def compute_hand_prospects(hand: Envelopes, left: Envelopes, number: int) -> float:
    """Return what a hand pays on average after so many new envelopes."""
    draws = list(combinations(left, number))
    return sum(compute_hand_prize([*hand[number:], *drawn]) for drawn in draws) / len(draws)
