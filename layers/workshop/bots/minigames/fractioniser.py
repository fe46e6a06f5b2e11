"""Weigh each card against what the places left may still hold."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from engine.kernel.question import Question
from engine.minigames.fractioniser import CARDS, EMPTY


def sensible(question: Question, picture: str, _dice: Random) -> str:
    """Above, below or stop, whichever leaves the largest fraction to be expected."""
    _, above, below, *_ = picture.splitlines()
    up, down, card = above.count("_"), below.count("_"), question.facts["card"]
    ways = {
        "above": card * prospects(up - 1, down),
        "below": prospects(up, down - 1) / card,
        "stop": EMPTY["above"] ** up / EMPTY["below"] ** down,
    }
    return max(ways, key=lambda way: ways[way])


@lru_cache
def prospects(up: int, down: int) -> float:
    """What places left above and below will multiply by on average, when they are filled well."""
    if not up and not down:
        return 1.0
    ways = (
        [card * prospects(up - 1, down) if up else 0.0, prospects(up, down - 1) / card if down else 0.0]
        for card in CARDS
    )
    return sum(map(max, ways)) / len(CARDS)
