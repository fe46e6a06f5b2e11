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


def used_up(t: RaceTable[Any], who: str, word: str) -> Illegal | None:
    """A player has no peek left, or a lock-in that stands."""
    if word == "peek" and not t.seat(who).peeks:
        return Illegal("You have no peek left in this round.")
    if word == "lock" and t.seat(who).locked:
        return Illegal(LOCK_STANDS[t.field], n=t.seat(who).locked)
    return None


def taken(t: RaceTable[Any], who: str, value: object, *, barred: bool) -> Illegal | None:
    """A square is open already, or somebody else has locked it in, which bars some of what can be done."""
    for n in numbers(value) if t.round.cells else ():
        if 1 <= n <= len(t.round.cells):
            if t.round.cell(n).open:
                return Illegal(OPEN_ALREADY[t.field], n=n)
            owner = locked_by(t, n)
            if barred and owner not in ("", who):
                return Illegal(LOCKED_BY[t.field], owner=owner, n=n)
        elif abs(n) < HUGE:
            return Illegal(NO_SUCH[t.field], name=n)
    return not_there(t, value)


def not_there(t: RaceTable[Any], value: object) -> Illegal | None:
    """A row or a column is named that this board has not."""
    items: Sequence[object] = value if isinstance(value, list | tuple) else [value]
    named = [found[1].upper() for item in items if isinstance(item, str) and (found := COORDINATE.fullmatch(item))]
    on_board = {grid.called(n, t.round.columns) for n in range(1, len(t.round.cells) + 1)}
    name = next((name for name in named if name not in on_board), "")
    if not name or not on_board:
        return None
    rows = [grid.called(n, t.round.columns)[0] for n in (1, len(t.round.cells))]
    return Illegal(NOT_THERE[t.field], name=name, first=rows[0], last=rows[1], columns=t.round.columns)


def locked_by(t: RaceTable[Any], n: int) -> str:
    """Who has locked in a square, if anybody still in has."""
    return next((name for name in t.living() if t.seat(name).locked == n), "")


def numbers(value: object) -> list[int]:
    """The squares that somebody meant, as far as they can be read."""
    items: Sequence[object] = value if isinstance(value, list | tuple) else [value]
    words = [item.strip() for item in items if isinstance(item, str) and len(item) < 10]
    typed = [int(word) for word in words if word.isascii() and word.isdigit()]
    return typed + [item for item in items if isinstance(item, int) and not isinstance(item, bool)]
