"""Look ahead through every tin: which one to choose by its label, and when to stop."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random
from statistics import mean
from typing import Any

from engine.kernel.question import Question
from engine.minigames.biscuit_risk_it import CRUMBS, PENCE, PRICES, TINS

BISCUIT_KIND_COUNT = len(PENCE)
ALL_BISCUITS_TAKEN = (1 << BISCUIT_KIND_COUNT) - 1
BANKS = [sum(pence for i, pence in enumerate(PENCE) if taken >> i & 1) for taken in range(ALL_BISCUITS_TAKEN + 1)]
POUNDS = 10_000  # a penny on a million packs


def sensible(question: Question, _picture: str, dice: Random) -> Any:
    """Return the tin with the best prospects; then one square at a time, or "stop" once the bank is too large to
    risk.
    """
    if question.key == "biscuit_risk_it.tin":
        labels = {tin: question.facts[tin] for tin in TINS}
        return max(labels, key=lambda tin: compute_tin_value(tin, labels[tin]))
    closed = [option.value for option in question.options if option.value != "stop"]
    facts = question.facts
    total = (facts["bank"] + facts["left"]) / sum(PENCE)
    taken = next(n for n, bank in enumerate(BANKS) if round(bank * total) == facts["bank"])
    if taken and compute_biscuit_opening_value(taken, facts["bombs"]) <= BANKS[taken]:
        return ["stop"]
    return [dice.choice(closed)]


def value() -> float:
    """Return what the best player wins on average, over all labels."""
    return mean(
        max(compute_tin_value(tin, bombs) for tin, bombs in zip(TINS, labels, strict=True))
        for labels in product(*TINS.values())
    )


def compute_tin_value(tin: str, bombs: int) -> float:
    """Return what a tin with so many Bombs is worth."""
    return compute_biscuit_opening_value(0, bombs) * POUNDS * PRICES[tin] / 100


@cache
def compute_biscuit_opening_value(taken: int, bombs: int) -> float:
    """Return what opening one more square is worth, in pence a pack, when these biscuits are taken."""
    hidden = [i for i in range(BISCUIT_KIND_COUNT) if not taken >> i & 1]
    found = sum(compute_biscuit_value(taken | 1 << i, bombs) for i in hidden) + bombs * BANKS[taken] * CRUMBS / 100
    return found / (len(hidden) + bombs)


def compute_biscuit_value(taken: int, bombs: int) -> float:
    """Return what the game is worth from here: the bank, or opening one more square."""
    return (
        float(BANKS[taken])
        if taken == ALL_BISCUITS_TAKEN
        else max(float(BANKS[taken]), compute_biscuit_opening_value(taken, bombs))
    )
