"""Mini games among players who win the race at the same time: six spaces a player, one bomb each, nothing else."""

from __future__ import annotations

from engine.deluxe import events, tables
from engine.deluxe.grids import open_grid
from engine.deluxe.state import DeluxeRace
from engine.kernel.table import Table
from engine.kernel.text import phrase

TIEBREAK_GRID = "T"


def find_tiebreak_winner(race: DeluxeRace) -> str:
    """Return who has won the tie-break, or an empty string: the first to five points, one ahead if several have
    them.
    """
    best = max(race.tied.values())
    leaders = [who for who, points in race.tied.items() if points == best and who in race.here()]
    left = [who for who in race.tied if who in race.here()]
    if len(left) == 1:
        return left[0]
    return leaders[0] if best >= tables.MINI_WINS and len(leaders) == 1 else ""


def list_tiebreak_players(race: DeluxeRace) -> list[str]:
    """Return who plays the next mini game: once somebody has five points, only those level with the best."""
    here = [who for who in race.tied if who in race.here()]
    best = max(race.tied[who] for who in here)
    return [who for who in here if best < tables.MINI_WINS or race.tied[who] == best]


async def play_mini_game(t: Table[DeluxeRace]) -> None:
    """Play one mini game in an order drawn by lot; those who survive score a point."""
    race = t.state
    race.tie += 1
    players = list_tiebreak_players(race)
    order = t.draw("tie.order", players, len(players))
    open_grid(race, TIEBREAK_GRID, phrase("Mini game {n}", n=race.tie), order, mini=True)
    t.tell(events.TiebreakGameBegun(n=race.tie, order=order))
    await t.wait_until(lambda: race.grids[TIEBREAK_GRID].stage == "over")
    for who in race.grids[TIEBREAK_GRID].winners:
        race.tied[who] += 1
    t.tell(events.TiebreakPointsShown(points=[phrase("{who} {n}", who=who, n=n) for who, n in race.tied.items()]))
    del race.grids[TIEBREAK_GRID]
