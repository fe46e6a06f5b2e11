"""Who comes and goes while a season runs: what the host does, for nobody else can."""

from __future__ import annotations

from engine.kernel.question import Play
from engine.kernel.table import Table
from engine.race import seats as race
from engine.season7 import cycle, events, spells, verbs
from engine.season7.state import Due, Season
from engine.season7.table import RoundTable


def offered(season: Season) -> list[Play]:
    """What the host may do: show somebody out, let somebody go, or seat a newcomer for the next cycle."""
    if season.phase == "over":
        return []
    return race.offered(season.here(), season.newcomers, "A newcomer joins with the next cycle")


def do(t: Table[Season], key: str, who: str) -> None:
    """Do it."""
    season = t.state
    if key == "join":
        season.newcomers.append(who)
        t.tell(events.PlayerSignedUp(who=who))
    else:
        race.go(t, key, who, season.newcomers, depart)


def depart(t: Table[Season], who: str) -> None:
    """A player is gone at once: no penalty, and whatever they were asked is void. The last one left has won."""
    season = t.state
    season.players[who].gone = True
    verbs.drop_all(season.players[who])
    for name, r in season.rounds.items():
        place = t.game.table(name)
        if who in r.seats and isinstance(place, RoundTable):
            verbs.leave_season(place, who)
            spells.wear_off(place, who)
    season.due = [due for due in season.due if due.who != who]
    for name, booth in list(season.booths.items()):
        if who in booth.players:
            del season.booths[name]
            # Against somebody who is gone there is nothing to win: the minigame starts over with whoever is here.
            first = Due(booth.players[0], booth.game, booth.round, booth.booster)
            season.due += [first] if first.who != who else []
    if len(season.here()) == 1:
        cycle.crown(t, season.here())
