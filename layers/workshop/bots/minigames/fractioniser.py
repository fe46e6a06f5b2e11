"""Look ahead over every order in which the other cards may come."""

from __future__ import annotations

import re
from functools import cache
from random import Random

from engine.kernel.question import Question
from engine.minigames.fractioniser import EMPTY_PLACE_VALUES, FRACTION_CARDS, FRACTION_WHOLE, PLACES_PER_SIDE


def sensible(question: Question, picture: str, _dice: Random) -> str:
    """Return "above", "below" or "stop", whichever leaves the largest fraction to be expected."""
    _, above, below, *_ = picture.splitlines()
    placed = [[int(card) for card in re.findall(r"\d+", line)] for line in (above, below)]
    card = question.facts["card"]
    seen = frozenset([*placed[0], *placed[1], card])
    return max(compute_placement_values(seen, len(placed[0]), len(placed[1]), card).items(), key=lambda way: way[1])[0]


def value() -> float:
    """Return what the best player wins on average."""
    return FRACTION_WHOLE * compute_fraction_prospects(frozenset(), 0, 0)


def compute_placement_values(seen: frozenset[int], above: int, below: int, card: int) -> dict[str, float]:
    """Return, for each way to go on, what the fraction will be multiplied by from here on average."""
    found = dict[str, float]()
    if above < PLACES_PER_SIDE:
        found["above"] = card * compute_fraction_prospects(seen, above + 1, below)
    if below < PLACES_PER_SIDE:
        found["below"] = compute_fraction_prospects(seen, above, below + 1) / card
    if len(found) > 1:
        found["stop"] = EMPTY_PLACE_VALUES["above"] ** (PLACES_PER_SIDE - above) / EMPTY_PLACE_VALUES["below"] ** (
            PLACES_PER_SIDE - below
        )
    return found


@cache
def compute_fraction_prospects(seen: frozenset[int], above: int, below: int) -> float:
    """Return what the free places will multiply by on average when they are filled well."""
    if above == below == PLACES_PER_SIDE:
        return 1.0
    left = [card for card in FRACTION_CARDS if card not in seen]
    return sum(max(compute_placement_values(seen | {card}, above, below, card).values()) for card in left) / len(left)
