"""Bombs: what going off costs, and who is out."""

from __future__ import annotations

from engine.deluxe import booth, events, verbs
from engine.deluxe.state import Cell
from engine.deluxe.table import GridTable, end_asides
from engine.deluxe.tables import DIVISORS, FULL, ONE, PENALTIES
from engine.race.locks import flip


def bang(t: GridTable, victim: str, n: int) -> None:
    """Live bombs on one space go off as one. All of them are gone from the count of possible bombs."""
    owners = t.cell(n).bombs
    count(t, len(owners))
    t.cell(n).shown = "Bomb"
    with t.scene(events.BombPicked(who=victim, n=n, bombs=len(owners))):
        hit(t, victim, owners)


def count(t: GridTable, gone: int) -> None:
    """Bombs have gone off for all to see."""
    t.round.possible = max(0, t.round.possible - gone)


def hit(t: GridTable, victim: str, owners: list[str], *, lay: bool = True) -> None:
    """A bomb goes off under a player: they are struck, and out. What comes between speaks of bombs that lay there."""
    if t.round.mini:
        eliminate(t, victim)
        return
    spared = lay and any(stands(t, victim) for stands in t.hooks.instead_of_strike)
    if not spared:
        strike(t, victim)
    for follow in t.hooks.after_bang:
        follow(t, victim, owners)
    if not spared:
        eliminate(t, victim)


def cost(t: GridTable) -> int:
    """What the next strike on this grid costs before boost, by its place in order."""
    times = 2 if t.zone("Live Wires") else 1
    return PENALTIES[min(t.round.strikes, len(PENALTIES) - 1)] * times


def strike(t: GridTable, who: str) -> None:
    """The money of a bomb at the player's boost; then multiplier and boost are cut. Both go by the order of strikes."""
    seat, player = t.seat(who), t.player(who)
    if seat.dry:
        t.tell(events.RaincoatHeld(who=who))
    else:
        verbs.earn(t, who, -cost(t), "bombs")
    by = DIVISORS[min(t.round.strikes, len(DIVISORS) - 1)]
    seat.struck = t.round.strikes + 1
    t.round.strikes += 1
    kept = seat.padded or t.zone("Soft Landing")
    old = player.times, player.boost
    if not kept:
        player.times = max(ONE, verbs.half_up(player.times, by))
    if player.boost < FULL:
        player.boost = FULL
    elif not kept:
        player.boost = FULL + verbs.half_up(player.boost - FULL, by)
    if (player.times, player.boost) != old:
        t.tell(events.StatusLeft(who=who, times=verbs.tenths(player.times), boost=player.boost))


def eliminate(t: GridTable, who: str) -> None:
    """A player is out of the round: the row of wins is over, and one of their items, by lot, is lost."""
    seat, player = t.seat(who), t.player(who)
    seat.status = "out"
    end_for(t, who)
    t.round.first_out = t.round.first_out or who
    t.tell(events.PutOut(who=who))
    if t.round.mini:
        return
    player.row = 0
    if player.items:
        verbs.drop_item(t, who, t.draw_one("bomb.item", player.items))
    booth.open_for(t, who, 1)
    for follow in t.hooks.after_out:
        follow(t, who)


def end_for(t: GridTable, who: str) -> None:
    """A player's place is empty: nothing is locked, listed or to be decided there any more."""
    seat = t.seat(who)
    seat.locked, seat.second_lock, seat.wishes = 0, 0, []
    end_asides(t, lambda aside: aside.by == who and aside.grid == t.grid)


def sure_bomb(t: GridTable, who: str) -> None:
    """A second lapse in one round: a bomb that lay nowhere. The count of possible bombs stays."""
    t.tell(events.SecondPickMissed(who=who))
    hit(t, who, [], lay=False)


def open_space(t: GridTable, n: int, who: str = "") -> Cell:
    """A space opens. Whoever has locked it is free to choose again; a second lock takes the place of the first."""
    cell = flip(t.round, n, who)
    for seat in t.round.seats.values():
        if seat.second_lock == n:
            seat.second_lock = 0
        if seat.second_lock and not seat.locked:
            seat.locked, seat.second_lock = seat.second_lock, 0
    return cell


def open_for_nobody(t: GridTable, n: int) -> None:
    """A space opens without anybody having picked it."""
    open_space(t, n).shown = t.cell(n).face
