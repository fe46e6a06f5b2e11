"""Spread the clues, step where they leave the fewest traps possible, and stop when that is not safe enough."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import combinations
from random import Random

from engine.kernel.question import Question
from engine.minigames.high_stakes import HINTS, LADDER, WORDS, numbers

HOPE = 1.1  # what later rows still promise, in times of this one
SPREAD = [0, 1, 2, 2, 2, 0]  # clues for each row


def sensible(question: Question, picture: str, _dice: Random) -> int | str:
    """Count, for every number, how many layouts of traps leave it free."""
    row, cash = question.facts["row"] - 1, question.facts["cash"]
    known = re.findall(r"^([a-z ]+): (\d)$", picture, re.MULTILINE)
    wanted = min(SPREAD[row], question.facts["clues"])
    if wanted and not known:
        return WORDS[wanted]
    step, safe = safest(row, tuple(known))
    return step if safe * LADDER[row] * HOPE >= cash else "stop"


@lru_cache(maxsize=4096)
def safest(row: int, clues: tuple[tuple[str, str], ...]) -> tuple[int, float]:
    """The number least likely to be a trap, and how likely it is safe."""
    possible = [
        traps
        for traps in combinations(numbers(row), row + 1)
        if all(sum(map(HINTS[hint], traps)) == int(count) for hint, count in clues)
    ]
    safe = {n: sum(n not in traps for traps in possible) / len(possible) for n in numbers(row)}
    best = max(safe, key=lambda n: safe[n])
    return best, safe[best]
