"""Who comes and goes while a game runs: what the host does, for nobody else can."""

from __future__ import annotations

from engine.deluxe import booth, events, grids, season
from engine.deluxe.state import Deal, Race
from engine.deluxe.table import GridTable
from engine.kernel.question import Play
from engine.kernel.table import Table
from engine.race import seats

RACE = "race"  # the table at which the race itself is run
FOR_ALL = ("Ice Cube", "Tug of War")  # whoever has begun it
BETWEEN = ("Handshake", "Phone a Bench")  # one pays the other, or both are paid


def offered(race: Race) -> list[Play]:
    """What the host may do: show somebody out, let somebody go, or seat somebody for the next round."""
    if race.step in ("tie", "over"):
        return []
    return seats.offered(race.here(), race.newcomers, "Somebody joins with the next round")


def do(t: Table[Race], key: str, who: str) -> None:
    """Do it."""
    if key == "join":
        sign_up(t, who)
    else:
        seats.go(t, key, who, t.state.newcomers, depart)


def sign_up(t: Table[Race], who: str) -> None:
    """A newcomer, or who was removed, takes part from the next round on."""
    t.state.newcomers.append(who)
    t.tell(events.PlayerSignedUp(who=who))


def goes_with(deal: Deal, who: str) -> bool:
    """Is nothing owed any more of what was promised, now that this player leaves? What holds for all stays."""
    return (deal.who == who and deal.name not in FOR_ALL) or (deal.about == who and deal.name in BETWEEN)


def depart(t: Table[Race], who: str) -> None:
    """A player is gone at once: the bomb stays as nobody's, questions are void, own parts of slips go back."""
    race = t.state
    race.players[who].gone = True
    for name, grid in race.grids.items():
        grid.deals = [deal for deal in grid.deals if not goes_with(deal, who)]
        place = t.game.table(name)
        if who in grid.seats and isinstance(place, GridTable):
            grids.leave(place, who)
    race.slips = [slip for slip in race.slips if who not in (slip.who, slip.on)]
    race.hunts = [hunt for hunt in race.hunts if hunt.who != who]
    race.changers = [held for held in race.changers if held.who != who]
    booth.leave(t, who)
    for name, aside in list(race.asides.items()):
        t.game.table(name)
        if aside.finder == who:
            del race.asides[name]
    might_come = race.newcomers or any(player.removed for player in race.players.values())
    if len(race.here()) == 1 and not might_come:
        season.crown(t, race.here())
