"""Lock-ins: a square chosen before the turn, which nobody else can take; it is opened when the turn comes."""

from __future__ import annotations

from typing import Any

from engine.race import events
from engine.race.table import C, P, RaceRound, RaceTable, Where


def lock_in_square(t: RaceTable[Any], who: str, n: int) -> None:
    """Lock in a square for a player's next turn; nobody else can open it."""
    t.seat(who).locked = n
    t.tell(events.LockedIn(who=who, n=n, field=t.field))


def map_locked_squares(r: RaceRound[C, P]) -> dict[int, str]:
    """Return who has locked in which square; everybody was told."""
    return {seat.locked: who for who, seat in r.seats.items() if seat.locked and seat.status == "in"}


def list_unlocked_squares(t: RaceTable[Any], who: str) -> Where:
    """List the closed squares that nobody else has locked in; if others have locked in all of them, list them all."""
    r = t.round
    free = closed = r.list_closed_squares()
    for name, seat in r.seats.items():
        if seat.locked and name != who and seat.status == "in":
            free = [n for n in free if n != seat.locked]
    return free or closed


def open_cell(r: RaceRound[C, P], n: int, who: str = "") -> C:
    """Open a square, and clear the lock-in of anybody who had locked it in."""
    cell = r.find_cell(n)
    cell.open, cell.by = True, who
    for seat in r.seats.values():
        if seat.locked == n:
            seat.locked = 0
    return cell


def lift_locks(t: RaceTable[Any]) -> None:
    """Clear all lock-ins, because what lies on the board may have changed."""
    seats = t.round.seats
    freed = [who for who in t.round.order if seats[who].locked]
    for who in freed:
        seats[who].locked = 0
    if freed:
        t.tell(events.LocksLifted(players=freed, field=t.field))
