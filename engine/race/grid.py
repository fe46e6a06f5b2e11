"""Numbered squares: how they are called, read and chosen."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from engine.kernel.errors import Illegal
from engine.kernel.question import Option
from engine.race.table import RaceRound


def called(n: int, columns: int) -> str:
    """A square's name by row and column, on a board of so many columns: B4 is row B, column 4."""
    row, column = divmod(n - 1, columns)
    return f"{chr(ord('A') + row)}{column + 1}"


def options(r: RaceRound[Any, Any], squares: Iterable[int]) -> list[Option]:
    """Squares as things to choose."""
    named = _named(len(r.cells) or r.rows * r.columns, r.columns)
    return [*map(named.__getitem__, squares)]


@cache
def _named(size: int, columns: int) -> list[Option]:
    return [option(n, columns) for n in range(size + 1)]


@cache
def option(n: int, columns: int) -> Option:
    """A square as something to choose."""
    return Option(n, called(n, columns))


def next_to(r: RaceRound[Any, Any], n: int) -> list[int]:
    """The squares that touch a square, by a side or a corner."""
    row, column = divmod(n - 1, r.columns)
    lines = range(max(0, row - 1), min(-(-len(r.cells) // r.columns), row + 2))
    around = [i * r.columns + j + 1 for i in lines for j in range(max(0, column - 1), min(r.columns, column + 2))]
    return [at for at in around if at != n and at <= len(r.cells)]


def square_number(r: RaceRound[Any, Any], text: str) -> int:
    """The square meant by `17` or `D2`."""
    text = text.strip().upper()
    if text.isdigit() and len(text) < 4:
        n = int(text)
    elif len(text) in (2, 3) and text[0].isalpha() and text[1:].isdigit() and 0 < int(text[1:]) <= r.columns:
        n = (ord(text[0]) - ord("A")) * r.columns + int(text[1:])
    else:
        n = 0
    if not 1 <= n <= len(r.cells):
        last = called(len(r.cells), r.columns)
        raise Illegal(
            "There is no square {square}: they are 1 to {n}, or A1 to {last}.",
            square=text[:10],
            n=len(r.cells),
            last=last,
        )
    return n
