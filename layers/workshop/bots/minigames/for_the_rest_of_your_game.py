"""Look ahead: keep a payment that beats what the others promise, and turn on lights while the ladder does."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from engine.kernel.question import Question
from engine.minigames.for_the_rest_of_your_game import (
    ENVELOPES,
    FALL,
    GOES,
    MAX_LIGHTS_AT_ONCE,
    PAYMENT_LADDER,
    PAYMENT_SUMS,
    RED,
    WHITE,
)

TOP = len(PAYMENT_LADDER) - 1


def sensible(question: Question, _picture: str, dice: Random) -> Any:
    """Return whether to keep the payment or which envelope to open; then how many lights to turn on, or "stop"."""
    closed = [option.value for option in question.options if isinstance(option.value, int)]
    facts = question.facts
    if question.key == "for_the_rest_of_your_game.envelope":
        if facts["opened"] and facts["last"] >= compute_next_envelope_value(facts["opened"], facts["last"]):
            return "keep"
        return dice.choice(closed)
    run = find_best_light_run(
        facts["rung"], WHITE - facts["white"], RED - facts["red"], facts["goes"], facts["number"]
    )[1]
    return dice.sample(closed, min(run, len(closed))) if run else ["stop"]


def value() -> float:
    """Return what the best player wins on average."""
    return compute_next_envelope_value(0, 0) * find_best_light_run(0, WHITE, RED, GOES, 0)[0]


@cache
def compute_next_envelope_value(opened: int, last: int) -> float:
    """Return the expected payment if another envelope is opened. Of those opened before only the last is known, so
    the others count as equally likely.
    """
    others = [amount for amount in PAYMENT_SUMS if amount != last]
    if opened == ENVELOPES - 1:
        return sum(others) / len(others)
    return sum(max(float(amount), compute_next_envelope_value(opened + 1, amount)) for amount in others) / len(others)


@cache
def find_best_light_run(rung: int, white: int, red: int, goes: int, now: float) -> tuple[float, int]:
    """Return the expected number of payments from a rung, with so many lights of each colour and goes left, and how
    many lights to name.
    """
    found = (float(now), 0)
    for run in range(1, MAX_LIGHTS_AT_ONCE + 1) if goes and rung < TOP and white else ():
        found = max(found, (compute_light_run_value(rung, white, red, goes, run), run))
    return found


@cache
def compute_light_run_value(rung: int, white: int, red: int, goes: int, run: int) -> float:
    """Return the expected number of payments from so many lights in a row, up to a red one."""
    if not run or rung == TOP or not white:
        return find_best_light_run(rung, white, red, goes - 1, PAYMENT_LADDER[rung])[0]
    low = max(0, rung - FALL)
    down = find_best_light_run(low, white, red - 1, goes - 1, PAYMENT_LADDER[low] / 2)[0] if red > 1 else 0.0
    return (white * compute_light_run_value(rung + 1, white - 1, red, goes, run - 1) + red * down) / (white + red)
