"""Look ahead over rows and clues: take a clue where it is worth most, step where the fewest traps can be, or stop."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import combinations
from random import Random

from engine.kernel.question import Question
from engine.minigames.high_stakes import CLUE_COUNT_WORDS, CLUES, HIGH_STAKES_LADDER, HINTS, list_trap_row_numbers

Known = tuple[int, ...]  # what each clue has said, in the order of HINTS
UNKNOWN = -1
NO_CLUES_KNOWN: Known = (UNKNOWN,) * len(HINTS)


def sensible(question: Question, picture: str, _dice: Random) -> int | str:
    """Return the next clue, the safest number, or "stop"."""
    told = dict(re.findall(r"^([a-z ]+): (\d)$", picture, re.MULTILINE))
    known = tuple(int(told.get(hint, UNKNOWN)) for hint in HINTS)
    row = question.facts["row"] - 1
    does = find_best_high_stakes_move(row, question.facts["clues"], known)[1]
    answers: dict[str, int | str] = {"clue": CLUE_COUNT_WORDS[1], "step": find_safest_number(row, known)[0]}
    return answers.get(does, does)


def value() -> float:
    """Return what the best player wins on average."""
    return compute_fresh_row_value(0, CLUES)


def compute_fresh_row_value(row: int, clues: int) -> float:
    """Return what the game is worth before a row of which nothing is known."""
    return (
        find_best_high_stakes_move(row, clues, NO_CLUES_KNOWN)[0]
        if row < len(HIGH_STAKES_LADDER)
        else float(HIGH_STAKES_LADDER[-1])
    )


@cache
def find_best_high_stakes_move(row: int, clues: int, known: Known) -> tuple[float, str]:
    """Return what the game is worth from here, and what to do: step, stop or take a clue."""
    found = (find_safest_number(row, known)[1] * compute_fresh_row_value(row + 1, clues), "step")
    found = max(found, (float(HIGH_STAKES_LADDER[row - 1]), "stop")) if row else found
    open_ = [i for i, told in enumerate(known) if told == UNKNOWN]
    if clues and open_:
        found = max(found, (sum(compute_clue_value(row, clues, known, i) for i in open_) / len(open_), "clue"))
    return found


def compute_clue_value(row: int, clues: int, known: Known, clue: int) -> float:
    """Return what the game is worth if this is the next clue, averaged over what it may say."""
    counts = Counter(says[clue] for _, says in list_trap_layouts(row, known))
    told = {count: (*known[:clue], count, *known[clue + 1 :]) for count in counts}
    return (
        sum(n * find_best_high_stakes_move(row, clues - 1, told[count])[0] for count, n in counts.items())
        / counts.total()
    )


@cache
def list_trap_layouts(row: int, known: Known) -> list[tuple[tuple[int, ...], Known]]:
    """Return where the traps of a row can be, and what the clues would say of each layout."""
    traps = combinations(list_trap_row_numbers(row), row + 1)
    all_ = [(places, tuple(sum(map(hint, places)) for hint in HINTS.values())) for places in traps]
    return [(p, says) for p, says in all_ if all(a in (UNKNOWN, b) for a, b in zip(known, says, strict=True))]


@cache
def find_safest_number(row: int, known: Known) -> tuple[int, float]:
    """Return the number least likely to be a trap, and how likely it is safe."""
    possible = [places for places, _ in list_trap_layouts(row, known)]
    safe = {n: sum(n not in places for places in possible) / len(possible) for n in list_trap_row_numbers(row)}
    number = max(safe, key=lambda n: safe[n])
    return number, safe[number]
