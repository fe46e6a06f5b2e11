"""Look ahead over all that may still be hidden: when to listen, which row to open, and when the dragon weighs more."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import Any

from engine.kernel.question import Question
from engine.minigames.pictures import format_short_cash
from engine.minigames.tic_tac_dough import DOUGH_CASH, PER_ROW, ROWS, TIMES

HARMLESS_DOUGH_SQUARES: list[int | str] = [*DOUGH_CASH, *TIMES]
FoundSquares = frozenset[int | str]
Shut = tuple[int, ...]  # squares still shut in each row


def sensible(question: Question, picture: str, dice: Random) -> Any:
    """Return another square, a row to hear, or "stop"."""
    cells = set(re.findall(r"£\S+|[A-Z]{3,}", "\n".join(picture.splitlines()[: len(ROWS)])))
    found: FoundSquares = frozenset(
        it for it in HARMLESS_DOUGH_SQUARES if (it if isinstance(it, str) else str(format_short_cash(it))) in cells
    )
    rows = [
        [n for n in list_dough_row_squares(i) if any(option.value == n for option in question.options)]
        for i in range(len(ROWS))
    ]
    heard = re.search(r"Row (\w): (no )?dragon", picture)
    if not heard:
        does = compute_dough_move_values(found, tuple(map(len, rows)))
        best = max(does, key=lambda way: does[way])
        return [best] if isinstance(best, str) else [dice.choice(rows[best])]
    inside = rows[ROWS.index(heard[1])]
    outside = [n for row in rows for n in row if n not in inside]
    safe, unknown = (inside, outside) if heard[2] else (outside, inside)
    if safe:
        return [dice.choice(safe)]
    return (
        ["stop"]
        if compute_found_bank(found) >= compute_dragon_risk_value(found, len(unknown))
        else [dice.choice(unknown)]
    )


def list_dough_row_squares(n: int) -> range:
    """Return the squares of a row."""
    return range(n * PER_ROW + 1, (n + 1) * PER_ROW + 1)


def value() -> float:
    """Return what the best player wins on average."""
    return compute_unheard_value(frozenset(), (PER_ROW,) * len(ROWS))


def compute_found_bank(found: FoundSquares) -> int:
    """Return the bank from what was found."""
    bank = sum(it for it in found if isinstance(it, int))
    for word, times in TIMES.items():
        bank *= times if word in found else 1
    return bank


def compute_dough_move_values(found: FoundSquares, shut: Shut) -> dict[int | str, float]:
    """Return what the game is worth for each way to go on before a row was heard: a row to open, one to hear, or
    stop.
    """
    closed = sum(shut)
    lines: dict[int | str, float] = {"stop": float(compute_found_bank(found))} if compute_found_bank(found) else {}
    for i, n in enumerate(shut):
        if n:
            lines[i] = compute_dough_opening_value(found, shut, i)
        if 0 < n < closed:
            lines[ROWS[i]] = (
                n * compute_safe_squares_value(found, closed - n, n)
                + (closed - n) * compute_safe_squares_value(found, n, closed - n)
            ) / closed
    return lines


def compute_unheard_value(found: FoundSquares, shut: Shut) -> float:
    """Return what the game is worth before a row was heard. Rows are sorted first, because their order does not
    matter to the cache.
    """
    return _compute_sorted_unheard_value(found, tuple(sorted(shut)))


@cache
def _compute_sorted_unheard_value(found: FoundSquares, shut: Shut) -> float:
    return (
        float(compute_found_bank(found))
        if len(found) == len(HARMLESS_DOUGH_SQUARES)
        else max(compute_dough_move_values(found, shut).values())
    )


def compute_dough_opening_value(found: FoundSquares, shut: Shut, row: int) -> float:
    """Return what opening a square of this row is worth."""
    left = tuple(n - (i == row) for i, n in enumerate(shut))
    hidden = [it for it in HARMLESS_DOUGH_SQUARES if it not in found]
    return sum(compute_unheard_value(found | {it}, left) for it in hidden) / (len(hidden) + 1)


@cache
def compute_safe_squares_value(found: FoundSquares, squares: int, unknown: int) -> float:
    """Return what the game is worth with so many squares known to be safe, which are opened first."""
    if not squares:
        return max(float(compute_found_bank(found)), compute_dragon_risk_value(found, unknown))
    hidden = [it for it in HARMLESS_DOUGH_SQUARES if it not in found]
    return sum(compute_safe_squares_value(found | {it}, squares - 1, unknown) for it in hidden) / len(hidden)


@cache
def compute_dragon_risk_value(found: FoundSquares, unknown: int) -> float:
    """Return what opening one of these squares is worth, of which one hides the dragon."""
    hidden = [it for it in HARMLESS_DOUGH_SQUARES if it not in found]
    return (
        sum(compute_safe_squares_value(found | {it}, 0, unknown - 1) for it in hidden) / unknown
        if hidden
        else float(compute_found_bank(found))
    )
