"""A booth: where one minigame is played, apart from everything else, until it pays."""

from __future__ import annotations

from typing import Any

from engine.kernel.table import Script
from engine.season7 import megagrid, verbs, wildcards
from engine.season7.minigames import MINIGAMES
from engine.season7.stage import Boost, BoothTable, Prize
from engine.season7.state import Booth, Season
from engine.season7.table import RoundTable

GAMES = {**MINIGAMES, megagrid.NAME: megagrid.megagrid}


def open_due(season: Season) -> None:
    """Open a booth for every player whose next minigame has come due; each plays theirs one after the other."""
    busy = {booth.players[0] for booth in season.booths.values()}
    for who, minigame, place in list(season.due):
        if who not in busy and not wildcards.held_back(season.rounds, place):
            season.due.remove((who, minigame, place))
            season.opened += 1
            booster = season.players[who].booster
            season.booths[f"M{season.opened}"] = Booth(minigame, [who], booster, place)
            busy.add(who)


def next_step(t: BoothTable) -> Script[Any] | None:
    """Play the minigame."""
    return GAMES[t.booth.game](t, *t.booth.players) if t.id in t.state.booths else None


def close(t: BoothTable, prize: Prize) -> None:
    """Pay what was won, lifted by the booster its player brought, and close the booth."""
    booth = t.state.booths.pop(t.id)
    place = t.game.table(booth.round)
    if not isinstance(place, RoundTable):
        raise TypeError(f"{booth.round} is not a round")
    who = booth.players[0]
    if isinstance(prize, Boost):
        place.tell("{game} is over.", game=booth.game)
        verbs.boost(place, who, prize.points)
        return
    for winner, amount in (prize if isinstance(prize, dict) else {who: prize}).items():
        lift = booth.booster if winner == who else place.player(winner).booster
        source = "megagrid" if booth.game == megagrid.NAME else "minigames"
        verbs.win(place, winner, verbs.lifted(amount, lift), booth.game, source)
