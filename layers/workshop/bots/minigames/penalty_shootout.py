"""Mix the corners so that the other side cannot profit from knowing how, and stop when a save would cost too much."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from engine.kernel.question import Question
from engine.minigames.penalty_shootout import CORNERS, KICKS, POT, SAVED


def sensible(question: Question, _picture: str, dice: Random) -> Any:
    """A corner drawn from the mixture, for either side; the kicker may rather stop."""
    kick, pot = question.facts["kick"], question.facts["pot"]
    kicks = any(option.value == "stop" for option in question.options)
    if kicks and worth(pot, kick) == pot:
        return "stop"
    aims, dives, _ = mixed(pot, kick)
    return dice.choices(list(CORNERS), weights=aims if kicks else dives)[0]


def value() -> float:
    """What the best kicker wins on average from the best keeper."""
    return worth(POT, 1)


def worth(pot: int, kick: int) -> float:
    """What the pot is worth before a kick."""
    return max(float(pot), mixed(pot, kick)[2]) if kick <= KICKS else float(pot)


@cache
def mixed(pot: int, kick: int) -> tuple[list[float], list[float], float]:
    """How often to aim at each corner, how often to dive there, and what the kick is worth when both do."""
    goals = [worth(pot + prize, kick + 1) for prize in CORNERS.values()]
    saved = worth(pot * SAVED // 100, kick + 1)
    best: tuple[float, int] = max((_value(goals[n:], saved), -n) for n in range(len(goals)))
    least, level = goals[-best[1]], best[0]
    aims = [1 / (goal - saved) if goal >= least else 0.0 for goal in goals]
    dives = [max(0.0, (goal - level) / (goal - saved)) for goal in goals]
    return aims, dives, level


def _value(goals: list[float], saved: float) -> float:
    """What a kick is worth that may go to any of these corners, the poorest of all left out."""
    aims = [1 / (goal - saved) for goal in goals]
    return (sum(goal * aim for goal, aim in zip(goals, aims, strict=True)) - 1) / sum(aims)
