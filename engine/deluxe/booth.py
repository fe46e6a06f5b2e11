"""A booth: where one minigame is played, apart from everything else, until it pays."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from engine.deluxe import events, verbs
from engine.deluxe.minigame import MinigameTable
from engine.deluxe.state import Booth, Race
from engine.deluxe.table import GridTable
from engine.deluxe.tables import BOOST_SHARE, FULL, MINIGAME_CAP
from engine.kernel.table import Script, Table
from engine.kernel.text import phrase
from engine.minigames import FOR_TWO, MINIGAMES
from engine.minigames.stage import Prize
from engine.race.booth import Paying, pay_out


def open_for(t: GridTable, who: str, row: int) -> None:
    """All minigames that a player has found on a grid: each has a booth of its own, side by side."""
    seat = t.seat(who)
    for game in seat.games:
        open_one(t, who, game, max(1, row) + t.zone("Long Memory"))
    seat.games = []


def open_one(t: GridTable, who: str, game: str, row: int) -> None:
    """One minigame begins, in a booth of its own."""
    t.state.opened += 1
    players = [who, *keeper(t, who)] if game in FOR_TWO else [who]
    times, of = t.economy.factor
    t.state.booths[f"M{t.state.opened}"] = Booth(game, players, t.grid, row, times, of)
    t.tell(events.MinigameStarted(who=who, game=game, row=row, boost=t.player(who).boost, most=MINIGAME_CAP))


def leave(t: Table[Race], who: str) -> None:
    """A booth of somebody who leaves is closed; if they only kept goal the minigame begins anew."""
    for name, booth in list(t.state.booths.items()):
        if who in booth.players:
            del t.state.booths[name]
            place, finder = t.game.table(booth.grid), booth.players[0]
            if finder != who and isinstance(place, GridTable):
                open_one(place, finder, booth.game, booth.row)


def keeper(t: GridTable, who: str) -> list[str]:
    """Against whom a minigame for two is played: the lowest of those seated on the grid."""
    return [other for _, other in reversed(t.state.standings()) if other in t.seated(but=who)][:1]


def next_step(t: MinigameTable) -> Script[Prize] | None:
    """Play the minigame."""
    return MINIGAMES[t.booth.game](t, *t.booth.players) if t.id in t.state.booths else None


def close(t: MinigameTable, prize: Prize | None) -> None:
    """Pay what was won, and close the booth."""
    booth = t.state.booths.pop(t.id)
    place = t.game.table(booth.grid)
    if not isinstance(place, GridTable):
        raise TypeError(f"{booth.grid} is no grid")
    pay_out(place, booth, prize, PAYING)


def pay(place: GridTable, booth: Booth, winner: str, amount: int) -> None:
    """What was won, by phase, row of wins and boost, up to the most that a play pays; for a keeper without the row."""
    row = booth.row if winner == booth.players[0] else 1
    percent = place.player(winner).boost
    exact = Fraction(amount * booth.times * row * percent, booth.of * FULL)
    won = min(MINIGAME_CAP, ceil(exact))
    if not won:
        place.tell(events.MinigamePaidNothing(game=booth.game, who=winner))
        return
    by = [phrase("{row} in a row", row=row)] if row > 1 else []
    by += [phrase("{percent}%", percent=percent)] if percent != FULL else []
    shown = ceil(Fraction(amount * booth.times, booth.of))
    times = events.MinigamePaidTimes(game=booth.game, who=winner, shown=shown, by=by)
    with place.scene(times if by else events.MinigamePaid(game=booth.game, who=winner)):
        verbs.pay(place, winner, won, "minigames")


def boost(place: GridTable, who: str, points: int) -> None:
    """Points of booster lift a boost by their share."""
    verbs.set_boost(place, who, place.player(who).boost + points // BOOST_SHARE)


PAYING = Paying(pay, boost, verbs.give_item)
