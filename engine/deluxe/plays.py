"""What may be done without being asked: on a grid, on the bench, with what one holds, and for the next round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.deluxe import bench, items, seating, tables, turn
from engine.deluxe.state import Race
from engine.deluxe.table import GridTable
from engine.kernel.game import Game
from engine.kernel.question import Option, Play
from engine.race import grid, peeks
from engine.race import plays as race
from engine.race.plays import Freely

RISK, LEAD = "always risk", "lead"


def offered(game: Game[Race], t: GridTable | None, who: str) -> list[Play]:
    """All plays open to a player."""
    if game.state.step in ("tie", "over"):
        return []
    here = [] if t is None else items.offered(t, who)
    if t is not None and t.live(who):
        here = [*race.offered(t, who, FREELY), *here]
    return [*here, *bench.offered(game, who), *standing_orders(game.state, who)]


def standing_orders(state: Race, who: str) -> list[Play]:
    """What can be filed ahead: the risk of Funky spaces, and a leader's choices."""
    label = "Ask at Funky spaces" if state.players[who].risks else "Always take the risk of Funky spaces"
    plays = [Play(RISK, label, secret=True)]
    if seating.grids_for(len(state.here())) > 1:
        mates = [Option(other, other) for other in state.here() if other != who]
        plays.append(Play(LEAD, "Should you lead: even grids, and this player on yours", mates, secret=True))
    return plays


def do(game: Game[Race], t: GridTable | None, who: str, key: str, value: Any) -> None:
    """Do it."""
    word, _, name = key.partition(" ")
    player = game.state.players[who]
    if key == RISK:
        player.risks = not player.risks
    elif key == LEAD:
        player.sizes, player.mate = [0], value
    elif word in bench.PLAYS:
        bench.PLAYS[word](game, who, name, value)
    elif t is not None and key in FREELY:
        FREELY[key].does(t, who, value)
    elif t is not None and key == "unlock":
        items.unlock(t, who, value)
    elif t is not None:
        items.use(t, who, key, value)


def lockable(t: GridTable, who: str, _closed: Sequence[Option]) -> Sequence[Option]:
    """One space at a time, and none that others have, or that is frozen."""
    return [] if t.seat(who).locked else grid.options(t.round, turn.free(t, who))


def peek(t: GridTable, who: str, n: int) -> None:
    """A peek tells the category. Under a bomb that lies in a dud it tells what the bomb covers."""
    cell = t.cell(n)
    what = tables.BOMB if cell.bombs and not cell.dud else tables.kind(cell.face)
    t.seat(who).learned[n] = what
    if t.force("Open Mic") or t.zone("Glass House"):
        t.seat(who).peeks -= 1
        t.tell("{who} peeks at square {n}: it is {what}.", who=who, n=n, what=what, deed="peeks")
    else:
        peeks.peek(t, who, n, what)


FREELY: Mapping[str, Freely[GridTable]] = {
    "lock": replace(race.LOCK, choices=lockable),
    "list": race.LIST,
    "clear list": race.CLEAR_LIST,
    "peek": Freely("Peek at a space", peek, race.peekable),
}
SECRET = (
    *(key for key, freely in FREELY.items() if freely.secret),
    *(f"{word} {name}" for word in bench.PLAYS for name in "ABCD"),
    RISK,
    LEAD,
)
