"""Who comes and goes while a game runs: what the host does, for nobody else can."""

from __future__ import annotations

from engine.deluxe import grids, season
from engine.deluxe.state import Race
from engine.deluxe.table import GridTable
from engine.kernel.question import Form, Option, Play
from engine.kernel.table import Table
from engine.race.seats import MOST_PLAYERS, Join

RACE = "race"  # the table at which the race itself is run


def offered(race: Race) -> list[Play]:
    """The host may show somebody out, let somebody go, or seat somebody for the next round."""
    if race.step in ("tie", "over"):
        return []
    here = race.here()
    everybody = [Option(who, who) for who in (*here, *race.newcomers)]
    plays: list[Play] = []
    if everybody:
        plays = [Play("kick", "Show a player out", everybody), Play("leave", "A player leaves", everybody)]
    if len(everybody) < MOST_PLAYERS:
        taken = [*here, *race.newcomers]
        plays.append(Join("join", "Somebody joins with the next round", form=Form("text"), taken=taken))
    return plays


def do(t: Table[Race], key: str, who: str) -> None:
    """Do it."""
    race = t.state
    if key == "join":
        sign_up(t, who)
    elif who in race.newcomers:
        race.newcomers.remove(who)
        t.tell("{who} will not be joining after all.", who=who)
    else:
        t.tell("{who} has to leave the race." if key == "kick" else "{who} leaves the race.", who=who)
        depart(t, who)


def sign_up(t: Table[Race], who: str) -> None:
    """A newcomer, or who was removed, takes part from the next round on."""
    t.state.newcomers.append(who)
    t.tell("{who} joins with the next round.", who=who)


def depart(t: Table[Race], who: str) -> None:
    """A player is gone at once: the bomb stays as nobody's, questions are void, own parts of slips go back."""
    race = t.state
    race.players[who].gone = True
    for name, grid in race.grids.items():
        place = t.game.table(name)
        if who in grid.seats and isinstance(place, GridTable):
            grids.leave(place, who)
    race.slips = [slip for slip in race.slips if who not in (slip.who, slip.on)]
    race.hunts = [hunt for hunt in race.hunts if hunt.who != who]
    race.changers = [held for held in race.changers if held.who != who]
    for name in [name for name, booth in race.booths.items() if who in booth.players]:
        del race.booths[name]
    for name, aside in list(race.asides.items()):
        t.game.table(name)
        if aside.finder == who:
            del race.asides[name]
    might_come = race.newcomers or any(player.removed for player in race.players.values())
    if len(race.here()) == 1 and not might_come:
        season.crown(t, race.here())
