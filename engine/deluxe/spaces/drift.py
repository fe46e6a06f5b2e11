"""What zones do while a grid is played: Drift, Sunny Side and Double Bill."""

from __future__ import annotations

from engine.deluxe import events
from engine.deluxe.table import Found, GridTable
from engine.race.locks import lift_locks


def brighten(t: GridTable, found: Found) -> None:
    """Sunny Side: losses on spaces are gains."""
    if t.zone("Sunny Side"):
        found.amount = abs(found.amount)


def bill_twice(t: GridTable, found: Found) -> None:
    """Double Bill: positive money found is paid twice; the Jackpot has grown once."""
    if t.zone("Double Bill") and found.amount > 0:
        found.amount *= 2


def drift(t: GridTable, who: str) -> None:
    """After each full turn of the table all closed contents, bombs and duds move one closed space on.

    Locks fall and ice thaws; lists stay; peeks grow old; hunts go along with what they named.
    """
    r = t.round
    r.lap.append(who)
    if any(name not in r.lap for name in r.living()):
        return
    r.lap = []
    if not t.zone("Drift") or r.finished():
        return
    closed = r.closed()
    to = dict(zip(closed, [*closed[1:], closed[0]], strict=True))
    cells = {to[n]: t.cell(n) for n in closed}
    for n, cell in cells.items():
        r.cells[n - 1] = cell
    for seat in r.seats.values():
        seat.sealed = [to.get(n, n) for n in seat.sealed]
        seat.learned = {n: what for n, what in seat.learned.items() if n not in to}
        seat.second_lock = 0
    for hunt in t.state.hunts:
        if hunt.grid == t.grid:
            hunt.spaces = [to.get(n, n) for n in hunt.spaces]
            hunt.found = [to.get(n, n) for n in hunt.found]
    r.deals = [deal for deal in r.deals if deal.name != "Ice Cube"]
    t.tell(events.EverythingDrifted())
    lift_locks(t)
