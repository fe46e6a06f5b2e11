"""Mix the corners so that the other side cannot profit from knowing how, and stop when a save would cost too much."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from engine.kernel.question import Question
from engine.minigames.penalty_shootout import GOAL_CORNERS, KICKS, POT, SAVED


def sensible(question: Question, _picture: str, dice: Random) -> Any:
    """Return a corner drawn from the best mixture, for kicker or keeper, or "stop" if the kicker does better with the
    pot.
    """
    kick, pot = question.facts["kick"], question.facts["pot"]
    kicks = any(option.value == "stop" for option in question.options)
    if kicks and compute_pot_value(pot, kick) == pot:
        return "stop"
    aims, dives, _ = compute_corner_mixture(pot, kick)
    return dice.choices(list(GOAL_CORNERS), weights=aims if kicks else dives)[0]


def value() -> float:
    """Return what the best kicker wins on average from the best keeper."""
    return compute_pot_value(POT, 1)


def compute_pot_value(pot: int, kick: int) -> float:
    """Return what the pot is worth before a kick."""
    return max(float(pot), compute_corner_mixture(pot, kick)[2]) if kick <= KICKS else float(pot)


@cache
def compute_corner_mixture(pot: int, kick: int) -> tuple[list[float], list[float], float]:
    """Return how often to aim at each corner, how often to dive there, and what the kick is worth when both do so."""
    goals = [compute_pot_value(pot + prize, kick + 1) for prize in GOAL_CORNERS.values()]
    saved = compute_pot_value(pot * SAVED // 100, kick + 1)
    best: tuple[float, int] = max((_compute_kick_value(goals[n:], saved), -n) for n in range(len(goals)))
    least, level = goals[-best[1]], best[0]
    aims = [1 / (goal - saved) if goal >= least else 0.0 for goal in goals]
    dives = [max(0.0, (goal - level) / (goal - saved)) for goal in goals]
    return aims, dives, level


def _compute_kick_value(goals: list[float], saved: float) -> float:
    """Return what a kick is worth that may go to any of these corners."""
    aims = [1 / (goal - saved) for goal in goals]
    return (sum(goal * aim for goal, aim in zip(goals, aims, strict=True)) - 1) / sum(aims)
