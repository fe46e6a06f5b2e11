"""What may be done without being asked: on a grid, on the bench, with what one holds, and for the next round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.deluxe import bench, events, items, seating, seats, tables, turn
from engine.deluxe.state import Player, Race
from engine.deluxe.table import GridTable
from engine.kernel.game import Game
from engine.kernel.question import Option, Play
from engine.race import grid, locks, peeks
from engine.race import plays as race
from engine.race.plays import Freely

RISK, MATE, SIZES, RETURN = "always risk", "lead", "lead sizes", "sign up"


def offered(game: Game[Race], t: GridTable | None, who: str) -> list[Play]:
    """All plays open to a player."""
    state = game.state
    if state.step in ("tie", "over"):
        return []
    if state.players[who].removed:
        return [] if who in state.newcomers else [Play(RETURN, "Sign up again, for the next round")]
    here = [] if t is None else items.offered(t, who)
    if t is not None and t.live(who):
        here = [*race.offered(t, who, FREELY), *here]
    return [*here, *bench.offered(game, who), *standing_orders(state, who)]


def standing_orders(state: Race, who: str) -> list[Play]:
    """What can be filed ahead: the risk of Funky spaces, and a leader's choices."""
    label = "Ask at Funky spaces" if state.players[who].risks else "Always take the risk of Funky spaces"
    plays = [Play(RISK, label, secret=True)]
    count = len(state.here())
    grids = seating.grids_for(count)
    if grids > 1:
        mates = [*(other for other in state.here() if other != who), seating.NOBODY, seating.ASK]
        most = seating.most_seats(count, grids)
        fit = [n for n in range(tables.LEAST_SEATS, most + 1) if seating.filed(n, count, grids)]
        sizes = [Option(word, word) for word in (seating.EVEN, *map(str, fit), seating.ASK)]
        plays += [
            Play(SIZES, "Should you lead: so many players on your grid", sizes, secret=True),
            Play(
                MATE, "Should you lead: this player on your grid", [Option(mate, mate) for mate in mates], secret=True
            ),
        ]
    return plays


def file_lead(player: Player, key: str, value: str) -> None:
    """What is filed for leading a round is kept until it is filed otherwise."""
    if key == MATE:
        player.mate = "" if value == seating.ASK else value
    else:
        player.own_size = None if value == seating.ASK else 0 if value == seating.EVEN else int(value)


def do(game: Game[Race], t: GridTable | None, who: str, key: str, value: Any) -> None:
    """Do it."""
    word, _, name = key.partition(" ")
    player = game.state.players[who]
    if key == RETURN:
        seats.sign_up(game.table(seats.RACE), who)
    elif key == RISK:
        player.risks = not player.risks
    elif key in (MATE, SIZES):
        file_lead(player, key, value)
        game.table(seats.RACE)  # who leads now, and is asked, has said it with that
    elif key == bench.WATCH:
        bench.watch_on(game.state, who)
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
        t.tell(events.PeekShown(who=who, n=n, what=what))
    else:
        peeks.peek(t, who, n, what)


FREELY: Mapping[str, Freely[GridTable]] = {
    "lock": Freely("Lock your next pick", locks.lock, lockable),
    "list": race.listing("Leave a list of spaces to try"),
    "clear list": race.CLEAR_LIST,
    "peek": Freely("Peek at a space", peek, race.peekable),
}
SECRET = (
    *(key for key, freely in FREELY.items() if freely.secret),
    *(f"{word} {name}" for word in bench.PLAYS for name in "ABCD"),
    bench.WATCH,
    RISK,
    MATE,
    SIZES,
)
