"""Keep a payment above the average; light on while the ladder promises more than red light costs."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from engine.kernel.question import Question
from engine.minigames.for_the_rest_of_your_game import AT_ONCE, ENVELOPES, FALL, LADDER, RED, SUMS, WHITE


def sensible(question: Question, _picture: str, dice: Random) -> Any:
    """Weigh what is known against what is likely."""
    closed = [option.value for option in question.options if isinstance(option.value, int)]
    facts = question.facts
    if question.key == "for_the_rest_of_your_game.envelope":
        hopes = sum(SUMS) / len(SUMS) * (1.3 if facts["opened"] + 1 < ENVELOPES else 1)
        return "keep" if facts["last"] >= hopes else dice.choice(closed)
    rung, white, red = facts["rung"], WHITE - facts["white"], RED - facts["red"]
    if facts["cash"] and facts["cash"] >= onward(rung, white, red) * facts["payment"]:
        return ["stop"]
    runs = next((n for n in range(1, white) if stops(rung + n, white - n, red)), white)
    return dice.sample(closed, max(1, min(runs, AT_ONCE)))


def stops(rung: int, white: int, red: int) -> bool:
    """Is it time to stop after a white light?"""
    return at(rung) >= onward(rung, white, red)


def at(rung: int) -> int:
    """The payments of a rung."""
    return LADDER[min(rung, len(LADDER) - 1)]


@cache
def onward(rung: int, white: int, red: int) -> float:
    """How many payments one more light promises, from a rung with so many lights of each colour left."""
    if rung >= len(LADDER) - 1 or not white:
        return at(rung)
    up = max(at(rung + 1), onward(rung + 1, white - 1, red)) * white
    low = max(0, rung - FALL)
    down = max(at(low) / 2, onward(low, white, red - 1)) * red if red > 1 else 0
    return (up + down) / (white + red)
