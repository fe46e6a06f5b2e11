"""Who comes and goes while a season runs: what the host does, for nobody else can."""

from __future__ import annotations

from engine.kernel.question import Play
from engine.kernel.table import Table
from engine.race import seats as race
from engine.season7 import cycle, events, spells, verbs
from engine.season7.state import DueMinigame, Season
from engine.season7.table import RoundTable


def list_host_plays(season: Season) -> list[Play]:
    """List what the host may do: show somebody out, let somebody go, or seat a newcomer for the next cycle."""
    if season.phase == "over":
        return []
    return race.list_seat_plays(season.here(), season.newcomers, "A newcomer joins with the next cycle")


def make_host_play(t: Table[Season], key: str, who: str) -> None:
    """Carry out what the host does with a seat."""
    season = t.state
    if key == "join":
        season.newcomers.append(who)
        t.tell(events.PlayerSignedUp(who=who))
    else:
        race.remove_race_player(t, key, who, season.newcomers, remove_player)


def remove_player(t: Table[Season], who: str) -> None:
    """Remove a player from the race at once, without penalty, and void whatever they were asked. The last one left
    has won.
    """
    season = t.state
    season.players[who].gone = True
    verbs.drop_all_holdings(season.players[who])
    for name, r in season.rounds.items():
        place = t.game.wake_table(name)
        if who in r.seats and isinstance(place, RoundTable):
            verbs.remove_from_round(place, who)
            spells.end_worn_off_spells(place, who)
    season.due = [due for due in season.due if due.who != who]
    for name, booth in list(season.booths.items()):
        if who in booth.players:
            del season.booths[name]
            # Against somebody who is gone there is nothing to win: the minigame starts over with whoever is here.
            first = DueMinigame(booth.players[0], booth.game, booth.round, booth.booster)
            season.due += [first] if first.who != who else []
    if len(season.here()) == 1:
        cycle.crown_champions(t, season.here())
