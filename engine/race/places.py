"""Where on a board somebody likes to be: in corners, along the edge, in the middle, on a diagonal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from engine.race.table import RaceRound

Place = Literal["corners", "edge", "middle", "diagonals", "top", "bottom", ""]


def liked(r: RaceRound[Any, Any], squares: Iterable[int], place: Place) -> list[int]:
    """Return those of these squares that lie there; all of them if none does."""
    found = [*squares]
    return [n for n in found if lies_there(r.rows, r.columns, n, place)] or found


def lies_there(rows: int, columns: int, n: int, place: Place) -> bool:
    """Does this square lie there?"""
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
