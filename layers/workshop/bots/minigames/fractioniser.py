"""Look ahead over every order in which the other cards may come."""

from __future__ import annotations

import re
from functools import cache
from random import Random

from engine.kernel.question import Question
from engine.minigames.fractioniser import CARDS, EMPTY, PLACES, WHOLE


def sensible(question: Question, picture: str, _dice: Random) -> str:
    """Above, below or stop, whichever leaves the largest fraction to be expected."""
    _, above, below, *_ = picture.splitlines()
    placed = [[int(card) for card in re.findall(r"\d+", line)] for line in (above, below)]
    card = question.facts["card"]
    seen = frozenset([*placed[0], *placed[1], card])
    return max(ways(seen, len(placed[0]), len(placed[1]), card).items(), key=lambda way: way[1])[0]


def value() -> float:
    """What the best player wins on average."""
    return WHOLE * prospects(frozenset(), 0, 0)


def ways(seen: frozenset[int], above: int, below: int, card: int) -> dict[str, float]:
    """What the fraction will be multiplied by from here on, for every way to go on."""
    found = dict[str, float]()
    if above < PLACES:
        found["above"] = card * prospects(seen, above + 1, below)
    if below < PLACES:
        found["below"] = prospects(seen, above, below + 1) / card
    if len(found) > 1:
        found["stop"] = EMPTY["above"] ** (PLACES - above) / EMPTY["below"] ** (PLACES - below)
    return found


@cache
def prospects(seen: frozenset[int], above: int, below: int) -> float:
    """What the places left will multiply by on average, when they are filled well."""
    if above == below == PLACES:
        return 1.0
    left = [card for card in CARDS if card not in seen]
    return sum(max(ways(seen | {card}, above, below, card).values()) for card in left) / len(left)
