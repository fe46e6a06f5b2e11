"""Try every number of new envelopes against what is still hidden."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

from engine.kernel.question import Question
from engine.minigames.pictures import brief
from engine.minigames.treble_chance import BROKE, BROKES, HAND, MONEY, TREBLE, TREBLES, worth

KINDS = {**{str(brief(cash)): cash for cash in MONEY}, "Broke": BROKE, "Treble": TREBLE}
DECK = [*MONEY, *[BROKE] * BROKES, *[TREBLE] * TREBLES]
Envelopes = tuple[int, ...]


def sensible(question: Question, picture: str, dice: Random) -> Any:
    """The number of envelopes with the best prospects, taking each chance as if it were the last."""
    closed = [option.value for option in question.options if option.value != "take"]
    if not question.facts["hand"]:
        return dice.sample(closed, HAND)
    opened = [KINDS[name] for name in re.findall(r"£\S+|Broke|Treble", "\n".join(picture.splitlines()[:6]))]
    left = list(DECK)
    for it in opened:
        left.remove(it)
    names = map(str, question.facts["hand"])
    held = [int(re.sub(r"\D", "", name)) if name.startswith("£") else KINDS[name] for name in names]
    hand = tuple(sorted(held))
    number = max(range(0 if worth(list(hand)) else 1, HAND + 1), key=lambda n: prospects(hand, tuple(sorted(left)), n))
    return dice.sample(closed, number) if number else ["take"]


@cache
def prospects(hand: Envelopes, left: Envelopes, number: int) -> float:
    """What so many new envelopes make of a hand on average."""
    draws = list(combinations(left, number))
    return sum(worth([*hand[number:], *drawn]) for drawn in draws) / len(draws)
