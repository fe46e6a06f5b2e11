"""Keep a payment above the average; light on while the ladder promises more than red light costs."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from engine.kernel.question import Question
from engine.season7.minigames.for_the_rest_of_your_game import AT_ONCE, ENVELOPES, FALL, LADDER, RED, SUMS, WHITE


def sensible(question: Question, _picture: str, dice: Random) -> Any:
    """Weigh what is known against what is likely."""
    options = [option.value for option in question.options]
    closed = [value for value in options if isinstance(value, int)]
    facts = question.facts
    if question.key == "for_the_rest_of_your_game.envelope":
        hopes = sum(SUMS) / len(SUMS) * (1.3 if facts["opened"] + 1 < ENVELOPES else 1)
        return "keep" if facts["last"] >= hopes else dice.choice(closed)
    rung, white, red = facts["rung"], WHITE - facts["white"], RED - facts["red"]
    runs = next((n for n in range(white) if (n or "stop" in options) and stops(rung + n, white - n, red)), white)
    return dice.sample(closed, min(runs, AT_ONCE)) if runs else ["stop"]


def stops(rung: int, white: int, red: int) -> bool:
    """Is it time to stop after a white light?"""
    return LADDER[min(rung, len(LADDER) - 1)] >= onward(rung, white, red)


@cache
def onward(rung: int, white: int, red: int) -> float:
    """How many payments one more light promises, from a rung with so many lights of each colour left."""
    if rung >= len(LADDER) - 1:
        return LADDER[-1]
    up = best(rung + 1, white - 1, red) * white if white else 0
    down = onward(max(0, rung - FALL), white, red - 1) * red if red > 1 else 0
    return (up + down) / (white + red)


@cache
def best(rung: int, white: int, red: int) -> float:
    """How many payments a white light promises: stop there, or go on."""
    if rung >= len(LADDER) - 1 or not white:
        return LADDER[min(rung, len(LADDER) - 1)]
    return max(LADDER[rung], onward(rung, white, red))
