"""Score changers at the end of a round, and whatever else is paid when no grid is played any more."""

from __future__ import annotations

from typing import Any

from engine.deluxe import verbs
from engine.deluxe.state import Aside, Race
from engine.deluxe.table import GridTable
from engine.kernel.table import Table


def open_all(race: Race) -> None:
    """Each has an aside, in the order found, grid A first."""
    for held in sorted(race.changers, key=lambda held: held.grid):
        if race.takes_part(held.who):
            race.opened += 1
            race.asides[f"D{race.opened}"] = Aside(held.name, held.who, held.grid, whom=[held.who])


def anywhere(t: Table[Race]) -> GridTable | None:
    """A grid of this round, from which verbs can pay."""
    place: Any = t.game.look(next(iter(t.state.grids))) if t.state.grids else None
    return place if isinstance(place, GridTable) else None


def pay(place: GridTable, who: str, amount: int) -> None:
    """An instalment."""
    verbs.pay(place, who, amount, "bonus")
