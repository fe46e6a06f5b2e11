"""Zones: what comes over the whole game for some rounds, announced a round ahead."""

from __future__ import annotations

from engine.deluxe import events, tables
from engine.deluxe.state import BombHint, DeluxeRace, FoundMoney, GridTable
from engine.kernel.table import Table
from engine.race.table import lift_locks

LASTS, CALM = (2, 3), (1, 2)  # house: rounds with a zone, and without one before the next is announced
ZONES_REMEMBERED = 3  # house: a zone is not drawn again before so many others


def begin_zone(t: Table[DeluxeRace]) -> None:
    """If the zone announced last (an effect on the whole game) begins with the coming round, make it the active one,
    draw for how many rounds it lasts, and announce it; else do nothing.
    """
    race = t.state
    if race.zone_next and race.round + 1 >= race.zone_from:
        race.zone, race.zone_next = race.zone_next, ""
        race.zone_left = t.draw_one("zone.rounds", LASTS)
        t.tell(events.ZoneEntered(zone=race.zone, n=race.zone_left, rule=ZONE_RULES[race.zone]))


def update_zones(t: Table[DeluxeRace]) -> None:
    """Count down, after a round, how long the active zone (an effect on the whole game) lasts, and announce its last
    round and its end; without a zone, draw and announce the next one once a pause is over, if the game has zones.
    """
    race = t.state
    if race.zone:
        race.zone_left -= 1
        if race.zone_left == 1:
            t.tell(events.ZoneEnding(zone=race.zone))
        elif not race.zone_left:
            t.tell(events.ZoneLeft(zone=race.zone))
            race.zone, race.calm = "", t.draw_one("zone.calm", CALM)
    elif not race.zone_next and race.options.zones:
        race.calm -= 1
        if race.calm <= 0:
            draw_next_zone(t)


def draw_next_zone(t: Table[DeluxeRace]) -> None:
    """Draw at random the next zone (an effect on the whole game), and announce that it begins with the round after the
    next. None of the last three can come, or fewer where the options include fewer than four, so that one is always
    left; do nothing if they include none.
    """
    race = t.state
    included = race.options.list_included(tables.ZONE_NAMES)
    recent = [*reversed(race.zones_before)][: max(0, len(included) - 1)]
    possible = [zone for zone in included if zone not in recent]
    if possible:
        race.zone_next, race.zone_from = t.draw_one("zone.next", possible), race.round + 2
        race.zones_before = [*race.zones_before, race.zone_next][-ZONES_REMEMBERED:]
        t.tell(events.ZoneAhead(zone=race.zone_next, round=race.zone_from, rule=ZONE_RULES[race.zone_next]))


ZONE_RULES = {  # house
    "Fog Bank": "Nobody can peek. Win bonuses are a quarter higher.",
    "Live Wires": "Bombs cost twice as much money. Win bonuses are half as high again.",
    "Dud Factory": "Every grid has six duds, where a bomb does nothing. A right Failsafe is worth twice as much.",
    "Drift": (
        "When all players have had a turn, everything on closed spaces (also bombs and duds) moves to the next "
        "closed space. Locks end. Lists still name the same spaces, and what you saw with a peek may have moved."
    ),
    "Gold Seam": "Every amount on a space is replaced by the next higher one.",
    "Carnival": "On every grid, two more money spaces become Funky.",
    "Glass House": "Everybody has two peeks, and all players see what the peeks show.",
    "Bull Run": "Boost points that you gain from spaces count twice.",
    "Twin Fuses": "On grids of up to five players, everybody hides two bombs. Both count for Failsafe.",
    "Sunny Side": "No space costs money: a loss counts as a gain.",
    "Open House": "Bomb hunts pay twice as much money, and the game adds twice as much to bets.",
    "Arcade Row": "On every grid, two more money spaces become minigames.",
    "Long Memory": "In minigames, your prize is as if you had won one more round in a row.",
    "Soft Landing": "Bombs do not make multipliers or boosts smaller.",
    "Double Bill": "Money that you win on a space is paid twice.",
}


def turn_losses_into_gains(t: GridTable, found: FoundMoney) -> None:
    """Make the amount of `found`, money that a player has just found on a space and is not paid yet, positive if it is
    negative and the zone Sunny Side (an effect on the whole game) is active.
    """
    if t.is_in_zone("Sunny Side"):
        found.amount = abs(found.amount)


def double_found_money(t: GridTable, found: FoundMoney) -> None:
    """Double the amount of `found`, money that a player has just found on a space, if it is positive and the zone
    Double Bill (an effect on the whole game) is active. The Jackpot grows by the single amount only.
    """
    if t.is_in_zone("Double Bill") and found.amount > 0:
        found.amount *= 2


def drift_closed_spaces(t: GridTable, who: str) -> None:
    """Note that this player has had a turn, also one that they missed. Once all players still in have had one, and if
    the zone Drift is active, move what lies on each closed space, bombs included, to the next closed space. Locks and
    frozen spaces end, what players peeked at is forgotten, their lists of spaces to open stay, and hunts follow what
    they named.
    """
    r = t.round
    r.lap.append(who)
    if not set(r.lap).issuperset(r.list_living()):
        return
    r.lap = []
    if not t.is_in_zone("Drift") or r.is_finished():
        return
    closed = r.list_closed_squares()
    to = dict(zip(closed, [*closed[1:], closed[0]], strict=True))
    cells = {to[n]: t.find_cell(n) for n in closed}
    for n, cell in cells.items():
        r.cells[n - 1] = cell
    for seat in r.seats.values():
        seat.sealed = [to.get(n, n) for n in seat.sealed]
        seat.learned = {n: what for n, what in seat.learned.items() if n not in to}
        seat.hints = [BombHint([to.get(n, n) for n in hint.spaces], hint.live) for hint in seat.hints]
        seat.second_lock = 0
    for hunt in t.state.hunts:
        if hunt.grid == t.grid:
            hunt.spaces = [to.get(n, n) for n in hunt.spaces]
            hunt.found = [to.get(n, n) for n in hunt.found]
    r.deals = [deal for deal in r.deals if deal.name != "Ice Cube"]
    t.tell(events.EverythingDrifted())
    lift_locks(t)
