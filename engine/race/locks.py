"""Lock-ins: a square chosen before the turn, which nobody else can take; it is opened when the turn comes."""

from __future__ import annotations

from typing import Any

from engine.race import events
from engine.race.table import C, P, RaceRound, RaceTable, Where


def lock(t: RaceTable[Any], who: str, n: int) -> None:
    """A player locks in the next selection; nobody else can take that square."""
    t.seat(who).locked = n
    t.tell(events.LockedIn(who=who, n=n, field=t.field))


def locked(r: RaceRound[C, P]) -> dict[int, str]:
    """Who has locked in which square: everybody was told."""
    return {seat.locked: who for who, seat in r.seats.items() if seat.locked and seat.status == "in"}


def free_squares(t: RaceTable[Any], who: str) -> Where:
    """The closed squares that nobody else has locked in; all of them if others have locked in every one."""
    r = t.round
    free = closed = r.closed()
    for name, seat in r.seats.items():
        if seat.locked and name != who and seat.status == "in":
            free = [n for n in free if n != seat.locked]
    return free or closed


def flip(r: RaceRound[C, P], n: int, who: str = "") -> C:
    """Open a square; whoever has locked it in is free to choose again."""
    cell = r.cell(n)
    cell.open, cell.by = True, who
    for seat in r.seats.values():
        if seat.locked == n:
            seat.locked = 0
    return cell


def lift_locks(t: RaceTable[Any]) -> None:
    """What lay under a lock-in may be something else now: whoever has locked in a square may choose again."""
    seats = t.round.seats
    freed = [who for who in t.round.order if seats[who].locked]
    for who in freed:
        seats[who].locked = 0
    if freed:
        t.tell(events.LocksLifted(players=freed, field=t.field))
