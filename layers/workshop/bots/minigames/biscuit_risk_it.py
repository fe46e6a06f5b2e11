"""Look ahead through every tin: which one to choose by its label, and when to stop."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random
from statistics import mean
from typing import Any

from engine.kernel.question import Question
from engine.minigames.biscuit_risk_it import CRUMBS, PENCE, PRICES, TINS

KINDS = len(PENCE)
FULL = (1 << KINDS) - 1
BANKS = [sum(pence for i, pence in enumerate(PENCE) if taken >> i & 1) for taken in range(FULL + 1)]
POUNDS = 10_000  # a penny on a million packs


def sensible(question: Question, _picture: str, dice: Random) -> Any:
    """The tin with the best prospects; then one square at a time, until the bank is too large to risk."""
    if question.key == "biscuit_risk_it.tin":
        labels = {tin: question.facts[tin] for tin in TINS}
        return max(labels, key=lambda tin: worth(tin, labels[tin]))
    closed = [option.value for option in question.options if option.value != "stop"]
    facts = question.facts
    total = (facts["bank"] + facts["left"]) / sum(PENCE)
    taken = next(n for n, bank in enumerate(BANKS) if round(bank * total) == facts["bank"])
    if taken and opening(taken, facts["bombs"]) <= BANKS[taken]:
        return ["stop"]
    return [dice.choice(closed)]


def value() -> float:
    """What the best player wins on average, over all labels."""
    return mean(
        max(worth(tin, bombs) for tin, bombs in zip(TINS, labels, strict=True)) for labels in product(*TINS.values())
    )


def worth(tin: str, bombs: int) -> float:
    """What a tin is worth with so many Bombs in it."""
    return opening(0, bombs) * POUNDS * PRICES[tin] / 100


@cache
def opening(taken: int, bombs: int) -> float:
    """What one more square is worth, in pence a pack, when these biscuits are taken."""
    hidden = [i for i in range(KINDS) if not taken >> i & 1]
    found = sum(best(taken | 1 << i, bombs) for i in hidden) + bombs * BANKS[taken] * CRUMBS / 100
    return found / (len(hidden) + bombs)


def best(taken: int, bombs: int) -> float:
    """What the game is worth from here."""
    return float(BANKS[taken]) if taken == FULL else max(float(BANKS[taken]), opening(taken, bombs))
