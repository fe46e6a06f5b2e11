"""A booth: where one minigame is played, apart from everything else, until it pays."""

from __future__ import annotations

from typing import Any

from engine.kernel.table import Script
from engine.minigames import FOR_TWO, MINIGAMES
from engine.minigames.stage import Prize
from engine.race.booth import Paying, pay_minigame_prize
from engine.season7 import events, megagrid, verbs, wildcards
from engine.season7.minigame import MinigameTable
from engine.season7.state import MinigameBooth, Season
from engine.season7.table import RoundTable


def open_due_booths(season: Season) -> None:
    """Open a booth for every player whose next minigame has come due; each plays theirs one after the other."""
    busy = {booth.players[0] for booth in season.booths.values()}
    for due in list(season.due):
        who, place = due.who, due.round
        if who not in busy and not wildcards.is_held_back(season.rounds, place):
            season.due.remove(due)
            season.opened += 1
            # While it waited they may have gone out, or won an Accelerator.
            booster = max(due.booster, season.players[who].booster)
            players = [who, *find_minigame_opponent(season, who, place)] if due.game in FOR_TWO else [who]
            season.booths[f"M{season.opened}"] = MinigameBooth(due.game, players, booster, place)
            busy.add(who)


def find_minigame_opponent(season: Season, who: str, place: str) -> list[str]:
    """Find whom a minigame for two is played against: the lowest on the leaderboard of the same round, or else of
    all. At most one name.
    """
    others = [other for _, other in reversed(season.rank_standings()) if other != who]
    seats = season.rounds[place].seats if place in season.rounds else {}
    return ([other for other in others if other in seats] or others)[:1]


def find_season7_booth_step(t: MinigameTable) -> Script[Any] | None:
    """Return the script that plays this booth's minigame, or None once the booth is closed."""
    if t.id not in t.state.booths:
        return None
    return megagrid.megagrid(t, *t.booth.players) if t.booth.game == megagrid.MEGAGRID_NAME else play_minigame(t)


async def play_minigame(t: MinigameTable) -> Prize:
    """Announce a minigame, since all may watch, and play it; return its prize."""
    with t.scene(events.MinigameStarted(who=t.booth.players[0], game=t.booth.game)):
        prize: Prize = await MINIGAMES[t.booth.game](t, *t.booth.players)
        return prize


def close_booth(t: MinigameTable, prize: Prize | None) -> None:
    """Pay what was won, lifted by the booster its player brought, and close the booth."""
    booth = t.state.booths.pop(t.id)
    place = t.game.wake_table(booth.round)
    if not isinstance(place, RoundTable):
        raise TypeError(f"{booth.round} is not a round")
    pay_minigame_prize(place, booth, prize, SEASON7_PAYING)


def pay_minigame_winner(place: RoundTable, booth: MinigameBooth, winner: str, amount: int) -> None:
    """Pay pounds won in a minigame, lifted by the booster its player brought, or by the opponent's own if the
    opponent wins.
    """
    lift = booth.booster if winner == booth.players[0] else place.player(winner).booster
    source = "megagrid" if booth.game == megagrid.MEGAGRID_NAME else "minigames"
    verbs.pay_minigame(place, winner, amount, lift, booth.game, source)


SEASON7_PAYING = Paying(pay_minigame_winner, verbs.raise_booster, verbs.give_hidden)
