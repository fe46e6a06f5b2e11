"""Look ahead over rows and clues: take a clue where it is worth most, step where the fewest traps can be, or stop."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import combinations
from random import Random

from engine.kernel.question import Question
from engine.minigames.high_stakes import CLUES, HINTS, LADDER, WORDS, numbers

Known = tuple[int, ...]  # what each clue has said, in the order of HINTS
UNKNOWN = -1
NOTHING: Known = (UNKNOWN,) * len(HINTS)


def sensible(question: Question, picture: str, _dice: Random) -> int | str:
    """The next clue, the safest number, or the cash."""
    told = dict(re.findall(r"^([a-z ]+): (\d)$", picture, re.MULTILINE))
    known = tuple(int(told.get(hint, UNKNOWN)) for hint in HINTS)
    row = question.facts["row"] - 1
    does = best(row, question.facts["clues"], known)[1]
    answers: dict[str, int | str] = {"clue": WORDS[1], "step": safest(row, known)[0]}
    return answers.get(does, does)


def value() -> float:
    """What the best player wins on average."""
    return onward(0, CLUES)


def onward(row: int, clues: int) -> float:
    """What the game is worth before a row of which nothing is known."""
    return best(row, clues, NOTHING)[0] if row < len(LADDER) else float(LADDER[-1])


@cache
def best(row: int, clues: int, known: Known) -> tuple[float, str]:
    """What the game is worth from here, and what to do."""
    found = (safest(row, known)[1] * onward(row + 1, clues), "step")
    found = max(found, (float(LADDER[row - 1]), "stop")) if row else found
    open_ = [i for i, told in enumerate(known) if told == UNKNOWN]
    if clues and open_:
        found = max(found, (sum(hearing(row, clues, known, i) for i in open_) / len(open_), "clue"))
    return found


def hearing(row: int, clues: int, known: Known, clue: int) -> float:
    """What the game is worth when this is the next clue, whatever it says."""
    counts = Counter(says[clue] for _, says in layouts(row, known))
    told = {count: (*known[:clue], count, *known[clue + 1 :]) for count in counts}
    return sum(n * best(row, clues - 1, told[count])[0] for count, n in counts.items()) / counts.total()


@cache
def layouts(row: int, known: Known) -> list[tuple[tuple[int, ...], Known]]:
    """Where the traps of a row can be, and what the clues would say."""
    traps = combinations(numbers(row), row + 1)
    all_ = [(places, tuple(sum(map(hint, places)) for hint in HINTS.values())) for places in traps]
    return [(p, says) for p, says in all_ if all(a in (UNKNOWN, b) for a, b in zip(known, says, strict=True))]


@cache
def safest(row: int, known: Known) -> tuple[int, float]:
    """The number least likely to be a trap, and how likely it is safe."""
    possible = [places for places, _ in layouts(row, known)]
    safe = {n: sum(n not in places for places in possible) / len(possible) for n in numbers(row)}
    number = max(safe, key=lambda n: safe[n])
    return number, safe[number]
