"""Where on a board somebody likes to be: in corners, along the edge, in the middle, on a diagonal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from engine.race.table import RaceRound

Place = Literal["corners", "edge", "middle", "diagonals", "top", "bottom", ""]


def prefer_squares_in_part(r: RaceRound[Any, Any], squares: Iterable[int], place: Place) -> list[int]:
    """Return those of the squares that lie in this part of the board, or all of them if none does."""
    found = [*squares]
    return [n for n in found if is_square_in_part(r.rows, r.columns, n, place)] or found


def is_square_in_part(rows: int, columns: int, n: int, place: Place) -> bool:
    """Return whether a square lies in this part of the board."""
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
