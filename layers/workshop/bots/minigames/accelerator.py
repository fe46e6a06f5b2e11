"""Look through all the pulses that are left, and choose what is worth most in the end."""

from __future__ import annotations

from functools import cache
from random import Random

from engine.kernel.question import Question
from engine.minigames.accelerator import CAP, GEARS, PULSES, REMNANT, START


def sensible(question: Question, _picture: str, _dice: Random) -> str:
    """The gear with the best prospects."""
    return best(*(question.facts[fact] for fact in ("speed", "heat", "left")))[1]


def value() -> float:
    """What the best player wins on average."""
    return best(START, 0, PULSES)[0]


@cache
def best(speed: int, heat: int, left: int) -> tuple[float, str]:
    """What the beam is worth from here, and the gear for it."""
    found = (float(speed) if not left or speed >= CAP else 0.0, "")
    for word, gear in GEARS.items() if left and speed < CAP else ():
        risk = (gear.risk + heat) / 100
        faster = best(min(CAP, speed * gear.times // 100), max(0, heat + gear.heat), left - 1)[0]
        found = max(found, ((1 - risk) * faster + risk * (speed * REMNANT // 100), word))
    return found
