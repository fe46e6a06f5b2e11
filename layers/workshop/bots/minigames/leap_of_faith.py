"""Walk three steps, then on while it pays, and leap where the odds are best."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from engine.kernel.question import Question
from engine.minigames.leap_of_faith import CAUGHT, CRUMBLES, STEPS

TYPICAL = sum(STEPS) / len(STEPS)


def sensible(question: Question, _picture: str, _dice: Random) -> Any:
    """One more step while it adds more than it risks; then the leap with the best prospects."""
    cash, steps = question.facts["cash"], question.facts["steps"]
    if question.key == "leap_of_faith.steps":
        risk = CRUMBLES * (steps + 1)
        return 3 if not steps else int(TYPICAL * (100 - risk) > cash * (risk + 4))
    leaps = {str(option.value): prospects(str(option.label)) for option in question.options}
    return max(leaps, key=lambda length: leaps[length])


def prospects(label: str) -> float:
    """What a leap pays on average, by what is said of it."""
    amount, *chance = [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", label.replace(", ", " "))]
    return amount * (chance[0] + (100 - chance[0]) * CAUGHT / 1000) / 100 if chance else float(amount)
