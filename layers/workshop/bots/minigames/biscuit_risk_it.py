"""Open squares, two and then one at a time, as long as they promise more than a Bomb threatens."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.kernel.question import Question


def sensible(question: Question, _picture: str, dice: Random) -> Any:
    """The luxury tin, and out when the bank has grown too large to risk."""
    if question.key == "biscuit_risk_it.tin":
        return "assorted"
    closed = [option.value for option in question.options if option.value != "stop"]
    bank, left, bombs = (question.facts[fact] for fact in ("bank", "left", "bombs"))
    if left < bank * bombs * 0.9:
        return ["stop"]
    return dice.sample(closed, 1 if bank else 2)
