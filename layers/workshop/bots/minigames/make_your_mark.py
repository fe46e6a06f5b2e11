"""Mark the rung that promises most, given where the ladder creaks."""

from __future__ import annotations

from random import Random

from engine.kernel.question import Question
from engine.minigames.make_your_mark import CREAKS, FALL, MARK_LADDER, WEAK


def sensible(question: Question, picture: str, _dice: Random) -> int:
    """Return the mark that promises most, given where the ladder creaks; of marks that cannot fail, the highest."""
    rung = question.facts["rung"]
    near = range(rung + 1, rung + CREAKS + 1)
    creaks = question.facts["sound"] == "creaks"
    odds = {n: weight for n, weight in enumerate(WEAK, 1) if n > rung and (n in near) == creaks}
    safe = compute_rung_cash(rung) * (1 if "rope" in picture else FALL / 100)

    def compute_mark_value(mark: int) -> float:
        falls = sum(weight for n, weight in odds.items() if n <= mark) / sum(odds.values())
        return (1 - falls) * compute_rung_cash(mark) + falls * safe

    marks = range(question.form.low, question.form.high + 1)
    best = max(marks, key=compute_mark_value)
    free = [mark for mark in marks if mark > rung and not any(n <= mark for n, weight in odds.items() if weight)]
    return max(free, default=best) if best > rung else best


def compute_rung_cash(rung: int) -> int:
    """Return what a rung is worth; the ground is worth nothing."""
    return MARK_LADDER[rung - 1] if rung else 0
