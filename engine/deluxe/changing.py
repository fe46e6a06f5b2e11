"""Score changers at the end of a round, and whatever else is paid when no grid is played any more."""

from __future__ import annotations

from typing import Any

from engine.deluxe import verbs
from engine.deluxe.state import Aside, DeluxeRace
from engine.deluxe.table import GridTable
from engine.kernel.table import Table


def open_changer_asides(race: DeluxeRace) -> None:
    """Open an aside for each score changer that was found, grid by grid in the order found."""
    for held in sorted(race.changers, key=lambda held: held.grid):
        if race.takes_part(held.who):
            race.opened += 1
            race.asides[f"D{race.opened}"] = Aside(held.name, held.who, held.grid, whom=[held.who])


def find_paying_grid(t: Table[DeluxeRace]) -> GridTable | None:
    """Return the table of any grid of this round, through which money can be paid, or None without one."""
    place: Any = t.game.find_table(next(iter(t.state.grids))) if t.state.grids else None
    return place if isinstance(place, GridTable) else None


def pay_instalment(place: GridTable, who: str, amount: int) -> None:
    """Pay an instalment of a win bonus."""
    verbs.pay_exactly(place, who, amount, "bonus")
