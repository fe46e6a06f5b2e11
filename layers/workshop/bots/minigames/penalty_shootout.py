"""Shoot for the dear corners rarely enough that guarding them does not pay; guard them just as often as they tempt."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.kernel.question import Question
from engine.minigames.penalty_shootout import CORNERS, SAVED

AT_STAKE = {corner: percent - SAVED for corner, percent in CORNERS.items()}


def sensible(question: Question, _picture: str, dice: Random) -> Any:
    """Both sides mix their corners so that the other cannot profit from knowing how."""
    kicks = any(option.value == "stop" for option in question.options)
    aims = [1 / stake for stake in AT_STAKE.values()]
    worth = (
        sum(percent / stake for stake, percent in zip(AT_STAKE.values(), CORNERS.values(), strict=True)) - 1
    ) / sum(aims)
    dives = [(percent - worth) / AT_STAKE[corner] for corner, percent in CORNERS.items()]
    return dice.choices(list(CORNERS), weights=aims if kicks else dives)[0]
