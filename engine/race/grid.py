"""Numbered squares: how they are called, read and chosen."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Literal

from engine.kernel.errors import Illegal
from engine.kernel.question import Option
from engine.race.table import RaceRound


def format_coordinate(n: int, columns: int) -> str:
    """Format a square's number as row and column: B4 is row B, column 4."""
    row, column = divmod(n - 1, columns)
    return f"{chr(ord('A') + row)}{column + 1}"


def list_square_options(r: RaceRound[Any, Any], squares: Iterable[int]) -> list[Option]:
    """Return an answer option (number, labelled such as B4) for each of these squares of a round's board."""
    named = _build_square_options(len(r.cells) or r.rows * r.columns, r.columns)
    return [*map(named.__getitem__, squares)]


@cache
def _build_square_options(size: int, columns: int) -> list[Option]:
    return [build_square_option(n, columns) for n in range(size + 1)]


@cache
def build_square_option(n: int, columns: int) -> Option:
    """Build the answer option for square number `n` of a board with so many columns: its value is the number, its label
    such as B4.
    """
    return Option(n, format_coordinate(n, columns))


def list_neighbours(r: RaceRound[Any, Any], n: int) -> list[int]:
    """List the numbers of the squares that touch square `n` of a round's board at a side or corner."""
    row, column = divmod(n - 1, r.columns)
    lines = range(max(0, row - 1), min(-(-len(r.cells) // r.columns), row + 2))
    around = [i * r.columns + j + 1 for i in lines for j in range(max(0, column - 1), min(r.columns, column + 2))]
    return [at for at in around if at != n and at <= len(r.cells)]


def parse_square(r: RaceRound[Any, Any], text: str) -> int:
    """Parse `17` or `D2` into the number of a square; raise Illegal if the board has no such square."""
    text = text.strip().upper()
    if text.isdigit() and len(text) < 4:
        n = int(text)
    elif len(text) in (2, 3) and text[0].isalpha() and text[1:].isdigit() and 0 < int(text[1:]) <= r.columns:
        n = (ord(text[0]) - ord("A")) * r.columns + int(text[1:])
    else:
        n = 0
    if not 1 <= n <= len(r.cells):
        last = format_coordinate(len(r.cells), r.columns)
        raise Illegal(
            "There is no square {square} here. Choose from 1 to {n}, or from A1 to {last}.",
            code="no_such_square",
            square=text[:10],
            n=len(r.cells),
            last=last,
        )
    return n


Place = Literal["corners", "edge", "middle", "diagonals", "top", "bottom", ""]


def prefer_squares_in_part(r: RaceRound[Any, Any], squares: Iterable[int], place: Place) -> list[int]:
    """Return those of the given squares that lie in this part of the board, such as a corner; if none of them does,
    return all given squares.
    """
    found = [*squares]
    return [n for n in found if is_square_in_part(r.rows, r.columns, n, place)] or found


def is_square_in_part(rows: int, columns: int, n: int, place: Place) -> bool:
    """Return whether square `n` lies in the part of the board that `place` names, such as its edge or a corner."""
    row, column = divmod(n - 1, columns)
    on_row, on_column = row in (0, rows - 1), column in (0, columns - 1)
    return {
        "corners": on_row and on_column,
        "edge": on_row or on_column,
        "middle": not (on_row or on_column),
        "diagonals": row == column or row + column == columns - 1,
        "top": row < rows // 2,
        "bottom": row >= rows - rows // 2,
        "": True,
    }[place]
