"""Look through all the pulses that are left, and choose what is worth most in the end."""

from __future__ import annotations

from functools import cache
from random import Random

from engine.kernel.question import Question
from engine.minigames.accelerator import CAP, GEARS, PULSES, REMNANT, START


def sensible(question: Question, _picture: str, _dice: Random) -> str:
    """Return the gear with the best prospects."""
    return find_best_gear(*(question.facts[fact] for fact in ("speed", "heat", "left")))[1]


def value() -> float:
    """Return what the best player wins on average."""
    return find_best_gear(START, 0, PULSES)[0]


@cache
def find_best_gear(speed: int, heat: int, left: int) -> tuple[float, str]:
    """Return the expected points from here, and the gear that brings them."""
    found = (float(speed) if not left or speed >= CAP else 0.0, "")
    for word, gear in GEARS.items() if left and speed < CAP else ():
        risk = (gear.risk + heat) / 100
        faster = find_best_gear(min(CAP, speed * gear.times // 100), max(0, heat + gear.heat), left - 1)[0]
        found = max(found, ((1 - risk) * faster + risk * (speed * REMNANT // 100), word))
    return found
