"""Throw back a small number, a minus or a division; keep the rest, and walk away from a division that must stay."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from engine.kernel.question import Question
from engine.minigames.math_time import THROWS

POOR = {"+": 0, "-": 3, "x": 0, "÷": 3}  # how much each sign deserves to go back


def sensible(question: Question, _picture: str, dice: Random) -> Any:
    """Return "again" to throw back a poor square, "walk" from a division that must stay, or a random square."""
    values = [option.value for option in question.options]
    last, throws = str(question.facts["last"]), question.facts["throws"]
    squares = [value for value in values if isinstance(value, int)]
    if "again" in values and rate_sum_part(last) > THROWS - throws + (question.facts["row"] <= 2):
        return "again"
    if "walk" in values and last == "÷":
        return "walk"
    return dice.choice(squares) if squares else "finish"


def rate_sum_part(part: str) -> int:
    """Return how much a part of the sum deserves to be thrown back, from 0 (never) to 3 (always)."""
    if part in POOR:
        return POOR[part]
    number = int(re.sub(r"\D", "", part))
    if part.startswith("£"):
        return 3 if number <= 150_000 else 2 if number <= 300_000 else 0
    return 3 if number <= 4 else 0
