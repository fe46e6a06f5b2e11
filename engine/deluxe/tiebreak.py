"""Mini games among players who win the race at the same time: six spaces a player, one bomb each, nothing else."""

from __future__ import annotations

from engine.deluxe import events, tables
from engine.deluxe.grids import open_grid
from engine.deluxe.state import Race
from engine.kernel.table import Table
from engine.kernel.text import phrase

NAME = "T"


def decided(race: Race) -> str:
    """First to five; if several have five or more and are level, one game ahead."""
    best = max(race.tied.values())
    leaders = [who for who, points in race.tied.items() if points == best and who in race.here()]
    left = [who for who in race.tied if who in race.here()]
    if len(left) == 1:
        return left[0]
    return leaders[0] if best >= tables.MINI_WINS and len(leaders) == 1 else ""


def candidates(race: Race) -> list[str]:
    """Once somebody has five, only those who are level with the best go on."""
    here = [who for who in race.tied if who in race.here()]
    best = max(race.tied[who] for who in here)
    return [who for who in here if best < tables.MINI_WINS or race.tied[who] == best]


async def play(t: Table[Race]) -> None:
    """One mini game: the order is drawn afresh, and who survives scores a point."""
    race = t.state
    race.tie += 1
    players = candidates(race)
    order = t.draw("tie.order", players, len(players))
    open_grid(race, NAME, phrase("Mini game {n}", n=race.tie), order, mini=True)
    t.tell(events.TiebreakGameBegun(n=race.tie, order=order))
    await t.until(lambda: race.grids[NAME].stage == "over")
    for who in race.grids[NAME].winners:
        race.tied[who] += 1
    t.tell(events.TiebreakPointsShown(points=[phrase("{who} {n}", who=who, n=n) for who, n in race.tied.items()]))
    del race.grids[NAME]
