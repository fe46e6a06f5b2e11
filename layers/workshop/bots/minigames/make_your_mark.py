"""Mark the rung that promises most, given where the ladder creaks."""

from __future__ import annotations

from random import Random

from engine.kernel.question import Question
from engine.minigames.make_your_mark import CREAKS, FALL, LADDER, WEAK


def sensible(question: Question, picture: str, _dice: Random) -> int:
    """Compare every mark with staying, by what it pays if the way holds."""
    rung = question.facts["rung"]
    near = range(rung + 1, rung + CREAKS + 1)
    creaks = question.facts["sound"] == "creaks"
    odds = {n: weight for n, weight in enumerate(WEAK, 1) if n > rung and (n in near) == creaks}
    safe = cash(rung) * (1 if "rope" in picture else FALL / 100)

    def prospects(mark: int) -> float:
        falls = sum(weight for n, weight in odds.items() if n <= mark) / sum(odds.values())
        return (1 - falls) * cash(mark) + falls * safe

    marks = range(question.form.low, question.form.high + 1)
    best = max(marks, key=prospects)
    free = [mark for mark in marks if mark > rung and not any(n <= mark for n, weight in odds.items() if weight)]
    return max(free, default=best) if best > rung else best


def cash(rung: int) -> int:
    """What a rung is worth."""
    return LADDER[rung - 1] if rung else 0
