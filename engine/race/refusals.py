"""Why something cannot be done to a square now, in sentences that help and say nothing that is a secret."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from engine.kernel.errors import Illegal
from engine.race import grid
from engine.race.table import RaceTable
from engine.race.words import LOCK_STANDS, LOCKED_BY, NO_SUCH, NOT_THERE, OPEN_ALREADY

HUGE = 10**9  # a number that is no slip of the thumb, and is not repeated
COORDINATE = re.compile(r"\s*([A-Za-z][0-9]{1,2})\s*")


def explain_used_up(t: RaceTable[Any], who: str, word: str) -> Illegal | None:
    """Return an error if the player has no peek left or has already locked in a square; else None."""
    if word == "peek" and not t.seat(who).peeks:
        return Illegal("You have no peeks left in this round.", code="no_peek_left")
    if word == "lock" and t.seat(who).locked:
        return Illegal(LOCK_STANDS[t.field], code="already_locked_in", n=t.seat(who).locked)
    return None


def explain_taken_square(t: RaceTable[Any], who: str, value: object, *, barred: bool) -> Illegal | None:
    """Return an error if a square is open, does not exist or (if `barred`) is locked in by another
    player; else None.
    """
    for n in list_typed_squares(value) if t.round.cells else ():
        if 1 <= n <= len(t.round.cells):
            if t.round.find_cell(n).open:
                return Illegal(OPEN_ALREADY[t.field], code="already_open", n=n)
            owner = find_lock_owner(t, n)
            if barred and owner not in ("", who):
                return Illegal(LOCKED_BY[t.field], code="locked_by_other", owner=owner, n=n)
        elif abs(n) < HUGE:
            return Illegal(NO_SUCH[t.field], code="no_such_square", name=n)
    return explain_missing_square(t, value)


def explain_missing_square(t: RaceTable[Any], value: object) -> Illegal | None:
    """Return an error if a typed square names a row or column that this board does not have; else None."""
    items: Sequence[object] = value if isinstance(value, list | tuple) else [value]
    named = [found[1].upper() for item in items if isinstance(item, str) and (found := COORDINATE.fullmatch(item))]
    on_board = {grid.format_coordinate(n, t.round.columns) for n in range(1, len(t.round.cells) + 1)}
    name = next((name for name in named if name not in on_board), "")
    if not name or not on_board:
        return None
    rows = [grid.format_coordinate(n, t.round.columns)[0] for n in (1, len(t.round.cells))]
    return Illegal(
        NOT_THERE[t.field], code="no_such_square", name=name, first=rows[0], last=rows[1], columns=t.round.columns
    )


def find_lock_owner(t: RaceTable[Any], n: int) -> str:
    """Return the player who has locked in a square and is still in, or an empty string."""
    return next((name for name in t.list_living() if t.seat(name).locked == n), "")


def list_typed_squares(value: object) -> list[int]:
    """List the square numbers in a typed answer, as far as they can be read."""
    items: Sequence[object] = value if isinstance(value, list | tuple) else [value]
    words = [item.strip() for item in items if isinstance(item, str) and len(item) < 10]
    typed = [int(word) for word in words if word.isascii() and word.isdigit()]
    return typed + [item for item in items if isinstance(item, int) and not isinstance(item, bool)]
