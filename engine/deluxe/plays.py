"""What may be done without being asked: on a grid, on the bench, with what one holds, and by the host."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.deluxe import tables, turn
from engine.deluxe.table import GridTable
from engine.kernel.question import Option, Play
from engine.race import grid, peeks
from engine.race import plays as race
from engine.race.plays import Freely


def offered(t: GridTable, who: str) -> list[Play]:
    """All plays open to a player who sits on this grid."""
    return race.offered(t, who, FREELY) if t.live(who) and not t.round.mini else []


def do(t: GridTable, who: str, key: str, value: Any) -> None:
    """Do it."""
    FREELY[key].does(t, who, value)


def lockable(t: GridTable, who: str, _closed: Sequence[Option]) -> Sequence[Option]:
    """One space at a time, and none that others have, or that is frozen."""
    return [] if t.seat(who).locked else grid.options(t.round, turn.free(t, who))


def peek(t: GridTable, who: str, n: int) -> None:
    """A peek tells the category. Under a bomb that lies in a dud it tells what the bomb covers."""
    cell = t.cell(n)
    what = tables.BOMB if cell.bombs and not cell.dud else tables.kind(cell.face)
    t.seat(who).learned[n] = what
    peeks.peek(t, who, n, what)


FREELY: Mapping[str, Freely[GridTable]] = {
    "lock": replace(race.LOCK, choices=lockable),
    "list": race.LIST,
    "clear list": race.CLEAR_LIST,
    "peek": Freely("Peek at a space", peek, race.peekable),
}
SECRET = tuple(key for key, freely in FREELY.items() if freely.secret)
