"""Who comes and goes while a game runs: what the host does, for nobody else can."""

from __future__ import annotations

from engine.deluxe import booth, events, grids, season
from engine.deluxe.state import DeluxeRace, GridDeal
from engine.deluxe.table import GridTable
from engine.kernel.question import Play
from engine.kernel.table import Table
from engine.race import seats

RACE_TABLE = "race"  # the table at which the race itself is run
FOR_ALL = ("Ice Cube", "Tug of War")  # whoever has begun it
BETWEEN = ("Handshake", "Phone a Bench")  # one pays the other, or both are paid


def list_deluxe_host_plays(race: DeluxeRace) -> list[Play]:
    """Return what the host may do: show players out, let them go, or seat somebody for the next round."""
    if race.step in ("tie", "over"):
        return []
    return seats.list_seat_plays(race.here(), race.newcomers, "Somebody joins with the next round")


def run_deluxe_host_play(t: Table[DeluxeRace], key: str, who: str) -> None:
    """Carry out a play of the host."""
    if key == "join":
        sign_up_player(t, who)
    else:
        seats.remove_race_player(t, key, who, t.state.newcomers, remove_leaving_player)


def sign_up_player(t: Table[DeluxeRace], who: str) -> None:
    """Let a newcomer or a removed player take part from the next round on."""
    t.state.newcomers.append(who)
    t.tell(events.PlayerSignedUp(who=who))


def is_void_without(deal: GridDeal, who: str) -> bool:
    """Tell whether something in force on a grid ends because this player leaves; what holds for all stays."""
    return (deal.who == who and deal.name not in FOR_ALL) or (deal.about == who and deal.name in BETWEEN)


def remove_leaving_player(t: Table[DeluxeRace], who: str) -> None:
    """Remove a player at once: end what they have in force, void their questions, and give back own parts of slips.
    Their bomb stays as nobody's; if only one player is left, they win the race.
    """
    race = t.state
    race.players[who].gone = True
    for name, grid in race.grids.items():
        grid.deals = [deal for deal in grid.deals if not is_void_without(deal, who)]
        place = t.game.wake_table(name)
        if who in grid.seats and isinstance(place, GridTable):
            grids.leave_grid(place, who)
    race.slips = [slip for slip in race.slips if who not in (slip.who, slip.on)]
    race.hunts = [hunt for hunt in race.hunts if hunt.who != who]
    race.changers = [held for held in race.changers if held.who != who]
    booth.close_booths_of_leaver(t, who)
    for name, aside in list(race.asides.items()):
        t.game.wake_table(name)
        if aside.finder == who:
            del race.asides[name]
    might_come = race.newcomers or any(player.removed for player in race.players.values())
    if len(race.here()) == 1 and not might_come:
        season.crown_race_champions(t, race.here())
