"""Look ahead: keep a payment that beats what the others promise, and turn on lights while the ladder does."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from engine.kernel.question import Question
from engine.minigames.for_the_rest_of_your_game import AT_ONCE, ENVELOPES, FALL, GOES, LADDER, RED, SUMS, WHITE

TOP = len(LADDER) - 1


def sensible(question: Question, _picture: str, dice: Random) -> Any:
    """Weigh what is known against what is likely."""
    closed = [option.value for option in question.options if isinstance(option.value, int)]
    facts = question.facts
    if question.key == "for_the_rest_of_your_game.envelope":
        if facts["opened"] and facts["last"] >= another(facts["opened"], facts["last"]):
            return "keep"
        return dice.choice(closed)
    run = best(facts["rung"], WHITE - facts["white"], RED - facts["red"], facts["goes"], facts["number"])[1]
    return dice.sample(closed, min(run, len(closed))) if run else ["stop"]


def value() -> float:
    """What the best player wins on average."""
    return another(0, 0) * best(0, WHITE, RED, GOES, 0)[0]


@cache
def another(opened: int, last: int) -> float:
    """What another envelope promises; those opened before the last one are as likely any of the others."""
    others = [amount for amount in SUMS if amount != last]
    if opened == ENVELOPES - 1:
        return sum(others) / len(others)
    return sum(max(float(amount), another(opened + 1, amount)) for amount in others) / len(others)


@cache
def best(rung: int, white: int, red: int, goes: int, now: float) -> tuple[float, int]:
    """Payments to be expected from a rung, with so many lights of each colour and goes left; and lights to name."""
    found = (float(now), 0)
    for run in range(1, AT_ONCE + 1) if goes and rung < TOP and white else ():
        found = max(found, (running(rung, white, red, goes, run), run))
    return found


@cache
def running(rung: int, white: int, red: int, goes: int, run: int) -> float:
    """What so many lights in a row bring, up to a red one."""
    if not run or rung == TOP or not white:
        return best(rung, white, red, goes - 1, LADDER[rung])[0]
    low = max(0, rung - FALL)
    down = best(low, white, red - 1, goes - 1, LADDER[low] / 2)[0] if red > 1 else 0.0
    return (white * running(rung + 1, white - 1, red, goes, run - 1) + red * down) / (white + red)
