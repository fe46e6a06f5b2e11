"""A booth: where one minigame is played, apart from everything else, until it pays."""

from __future__ import annotations

from typing import Any

from engine.kernel.table import Script
from engine.minigames import FOR_TWO, MINIGAMES
from engine.minigames.stage import Prize
from engine.race.booth import Paying, pay_out
from engine.season7 import events, megagrid, verbs, wildcards
from engine.season7.minigame import MinigameTable
from engine.season7.state import Booth, Season
from engine.season7.table import RoundTable


def open_due(season: Season) -> None:
    """Open a booth for every player whose next minigame has come due; each plays theirs one after the other."""
    busy = {booth.players[0] for booth in season.booths.values()}
    for due in list(season.due):
        who, place = due.who, due.round
        if who not in busy and not wildcards.held_back(season.rounds, place):
            season.due.remove(due)
            season.opened += 1
            # While it waited they may have gone out, or won an Accelerator.
            booster = max(due.booster, season.players[who].booster)
            players = [who, *opponent(season, who, place)] if due.game in FOR_TWO else [who]
            season.booths[f"M{season.opened}"] = Booth(due.game, players, booster, place)
            busy.add(who)


def opponent(season: Season, who: str, place: str) -> list[str]:
    """Against whom a minigame for two is played: the lowest on the leaderboard of the same round, or else of all."""
    others = [other for _, other in reversed(season.standings()) if other != who]
    seats = season.rounds[place].seats if place in season.rounds else {}
    return ([other for other in others if other in seats] or others)[:1]


def next_step(t: MinigameTable) -> Script[Any] | None:
    """Play the minigame."""
    if t.id not in t.state.booths:
        return None
    return megagrid.megagrid(t, *t.booth.players) if t.booth.game == megagrid.NAME else minigame(t)


async def minigame(t: MinigameTable) -> Prize:
    """Everybody hears what begins, for all may watch."""
    with t.scene(events.MinigameStarted(who=t.booth.players[0], game=t.booth.game)):
        prize: Prize = await MINIGAMES[t.booth.game](t, *t.booth.players)
        return prize


def close(t: MinigameTable, prize: Prize | None) -> None:
    """Pay what was won, lifted by the booster its player brought, and close the booth."""
    booth = t.state.booths.pop(t.id)
    place = t.game.table(booth.round)
    if not isinstance(place, RoundTable):
        raise TypeError(f"{booth.round} is not a round")
    pay_out(place, booth, prize, PAYING)


def pay(place: RoundTable, booth: Booth, winner: str, amount: int) -> None:
    """Pounds, lifted by the booster its player brought, or by that of whoever they played against."""
    lift = booth.booster if winner == booth.players[0] else place.player(winner).booster
    source = "megagrid" if booth.game == megagrid.NAME else "minigames"
    verbs.win(place, winner, amount, lift, booth.game, source)


PAYING = Paying(pay, verbs.boost, verbs.give_hidden)
