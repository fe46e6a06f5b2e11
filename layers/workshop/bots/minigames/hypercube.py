"""Work out where the holes can be, open the safest square, and stop when the next one risks too much."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Any

from engine.kernel.question import Question
from engine.minigames.hypercube import CORNERS, HOLES, NUMBERS, neighbours

TYPICAL = sum(NUMBERS) / len(NUMBERS)


def sensible(question: Question, picture: str, _dice: Random) -> Any:
    """Open the safest square, as long as it pays to."""
    cells = tuple(re.findall(r"HOLE|\d+:\d|\d+", "\n".join(picture.splitlines()[1:5])))
    total, picks = question.facts["total"], question.facts["picks"]
    square, risk = safest(cells)
    fresh = (TYPICAL * (picks - 1) * 0.6) ** 3  # what a start from nothing is still worth
    prospects = (1 - risk) * (total + TYPICAL) ** 3 + risk * fresh
    return [square] if prospects > total**3 else ["stop"]


@lru_cache
def layouts() -> tuple[int, ...]:
    """Every way the holes can lie, as bits."""
    return tuple(sum(1 << n for n in holes) for holes in combinations(range(1, CORNERS + 1), HOLES))


@lru_cache
def around(n: int) -> int:
    """A square's neighbours, as bits."""
    return sum(1 << near for near in neighbours(n))


@lru_cache(maxsize=4096)
def safest(cells: tuple[str, ...]) -> tuple[int, float]:
    """The closed square least likely to be a hole, and how likely it is one."""
    possible = list(layouts())
    for n, cell in enumerate(cells, 1):
        if ":" in cell:
            near, clue = around(n), int(cell.partition(":")[2])
            possible = [holes for holes in possible if not holes >> n & 1 and (holes & near).bit_count() == clue]
        elif cell == "HOLE":
            possible = [holes for holes in possible if holes >> n & 1]
    closed = [n for n, cell in enumerate(cells, 1) if cell.isdigit()]
    risks = {n: sum(holes >> n & 1 for holes in possible) / len(possible) for n in closed}
    square = min(closed, key=lambda n: risks[n])
    return square, risks[square]
