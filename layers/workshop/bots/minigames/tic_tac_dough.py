"""Look ahead over all that may still be hidden: when to listen, which row to open, and when the dragon weighs more."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import Any

from engine.kernel.question import Question
from engine.minigames.pictures import brief
from engine.minigames.tic_tac_dough import CASH, PER_ROW, ROWS, TIMES

ALL: list[int | str] = [*CASH, *TIMES]
Found = frozenset[int | str]
Shut = tuple[int, ...]  # squares still shut in each row


def sensible(question: Question, picture: str, dice: Random) -> Any:
    """Another square, the ear to a row, or stop."""
    cells = set(re.findall(r"£\S+|[A-Z]{3,}", "\n".join(picture.splitlines()[: len(ROWS)])))
    found: Found = frozenset(it for it in ALL if (it if isinstance(it, str) else str(brief(it))) in cells)
    rows = [[n for n in row_of(i) if any(option.value == n for option in question.options)] for i in range(len(ROWS))]
    heard = re.search(r"Row (\w): (no )?dragon", picture)
    if not heard:
        does = ways(found, tuple(map(len, rows)))
        best = max(does, key=lambda way: does[way])
        return [best] if isinstance(best, str) else [dice.choice(rows[best])]
    inside = rows[ROWS.index(heard[1])]
    outside = [n for row in rows for n in row if n not in inside]
    safe, unknown = (inside, outside) if heard[2] else (outside, inside)
    if safe:
        return [dice.choice(safe)]
    return ["stop"] if worth(found) >= daring(found, len(unknown)) else [dice.choice(unknown)]


def row_of(n: int) -> range:
    """The squares of a row."""
    return range(n * PER_ROW + 1, (n + 1) * PER_ROW + 1)


def value() -> float:
    """What the best player wins on average."""
    return unheard(frozenset(), (PER_ROW,) * len(ROWS))


def worth(found: Found) -> int:
    """The bank."""
    bank = sum(it for it in found if isinstance(it, int))
    for word, times in TIMES.items():
        bank *= times if word in found else 1
    return bank


def ways(found: Found, shut: Shut) -> dict[int | str, float]:
    """What the game is worth for each way to go on before anything is heard: a row to open, one to hear, or stop."""
    closed = sum(shut)
    lines: dict[int | str, float] = {"stop": float(worth(found))} if worth(found) else {}
    for i, n in enumerate(shut):
        if n:
            lines[i] = opened(found, shut, i)
        if 0 < n < closed:
            lines[ROWS[i]] = (n * safe(found, closed - n, n) + (closed - n) * safe(found, n, closed - n)) / closed
    return lines


def unheard(found: Found, shut: Shut) -> float:
    """What the game is worth before anything is heard."""
    return _unheard(found, tuple(sorted(shut)))


@cache
def _unheard(found: Found, shut: Shut) -> float:
    return float(worth(found)) if len(found) == len(ALL) else max(ways(found, shut).values())


def opened(found: Found, shut: Shut, row: int) -> float:
    """What a square of this row is worth."""
    left = tuple(n - (i == row) for i, n in enumerate(shut))
    hidden = [it for it in ALL if it not in found]
    return sum(unheard(found | {it}, left) for it in hidden) / (len(hidden) + 1)


@cache
def safe(found: Found, squares: int, unknown: int) -> float:
    """What the game is worth with so many squares that are safe: they are opened first."""
    if not squares:
        return max(float(worth(found)), daring(found, unknown))
    hidden = [it for it in ALL if it not in found]
    return sum(safe(found | {it}, squares - 1, unknown) for it in hidden) / len(hidden)


@cache
def daring(found: Found, unknown: int) -> float:
    """What one of these squares is worth, of which one hides the dragon."""
    hidden = [it for it in ALL if it not in found]
    return sum(safe(found | {it}, 0, unknown - 1) for it in hidden) / unknown if hidden else float(worth(found))
