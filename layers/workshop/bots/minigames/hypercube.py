"""Work out where the holes can be, open the safest square, and stop when the next one risks too much."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Any

from engine.kernel.question import Question
from engine.minigames.hypercube import CORNER_COUNT, CORNER_NUMBERS, HOLES, list_corner_neighbours

TYPICAL = sum(CORNER_NUMBERS) / len(CORNER_NUMBERS)


def sensible(question: Question, picture: str, _dice: Random) -> Any:
    """Return the safest square, or "stop" once the next one risks too much."""
    cells = tuple(re.findall(r"HOLE|\d+:\d|\d+", "\n".join(picture.splitlines()[1:5])))
    total, picks = question.facts["total"], question.facts["picks"]
    square, risk = find_safest_corner(cells)
    fresh = (TYPICAL * (picks - 1) * 0.6) ** 3  # what a start from nothing is still worth
    prospects = (1 - risk) * (total + TYPICAL) ** 3 + risk * fresh
    return [square] if prospects > total**3 else ["stop"]


@lru_cache
def list_hole_layouts() -> tuple[int, ...]:
    """Return every way the holes can lie, each as a bit mask."""
    return tuple(sum(1 << n for n in holes) for holes in combinations(range(1, CORNER_COUNT + 1), HOLES))


@lru_cache
def build_neighbour_mask(n: int) -> int:
    """Return a square's neighbours as a bit mask."""
    return sum(1 << near for near in list_corner_neighbours(n))


@lru_cache(maxsize=4096)
def find_safest_corner(cells: tuple[str, ...]) -> tuple[int, float]:
    """Return the closed square least likely to be a hole, and how likely it is one."""
    possible = list(list_hole_layouts())
    for n, cell in enumerate(cells, 1):
        if ":" in cell:
            near, clue = build_neighbour_mask(n), int(cell.partition(":")[2])
            possible = [holes for holes in possible if not holes >> n & 1 and (holes & near).bit_count() == clue]
        elif cell == "HOLE":
            possible = [holes for holes in possible if holes >> n & 1]
    closed = [n for n, cell in enumerate(cells, 1) if cell.isdigit()]
    risks = {n: sum(holes >> n & 1 for holes in possible) / len(possible) for n in closed}
    square = min(closed, key=lambda n: risks[n])
    return square, risks[square]
