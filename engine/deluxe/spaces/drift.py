"""What zones do while a grid is played: Drift, Sunny Side and Double Bill."""

from __future__ import annotations

from engine.deluxe import events
from engine.deluxe.table import FoundMoney, GridTable
from engine.race.locks import lift_locks


def turn_losses_into_gains(t: GridTable, found: FoundMoney) -> None:
    """Count found money as positive on the Sunny Side."""
    if t.is_in_zone("Sunny Side"):
        found.amount = abs(found.amount)


def double_found_money(t: GridTable, found: FoundMoney) -> None:
    """Double positive found money in a Double Bill; the Jackpot has already grown by the single amount."""
    if t.is_in_zone("Double Bill") and found.amount > 0:
        found.amount *= 2


def drift_closed_spaces(t: GridTable, who: str) -> None:
    """Move all closed contents, bombs and duds one closed space on after each full turn of the table in a Drift.
    Locks and frozen spaces end, lists stay, peeks are forgotten, and hunts follow what they named.
    """
    r = t.round
    r.lap.append(who)
    if any(name not in r.lap for name in r.list_living()):
        return
    r.lap = []
    if not t.is_in_zone("Drift") or r.is_finished():
        return
    closed = r.list_closed_squares()
    to = dict(zip(closed, [*closed[1:], closed[0]], strict=True))
    cells = {to[n]: t.find_cell(n) for n in closed}
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
