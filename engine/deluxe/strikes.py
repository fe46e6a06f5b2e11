"""Bombs: what going off costs, and who is out."""

from __future__ import annotations

from engine.deluxe import assets, booth, events
from engine.deluxe.state import DeluxeCell, GridTable, end_asides
from engine.deluxe.tables import DIVISORS, FULL_BOOST, ONE, PENALTIES
from engine.race.table import open_cell


def set_off_bombs(t: GridTable, victim: str, n: int) -> None:
    """Let all bombs on space `n` go off together and hit the player who opened it, announce that, and lower the number
    of bombs that there could still be.
    """
    owners = t.find_cell(n).bombs
    reduce_possible_bombs(t, len(owners))
    t.find_cell(n).shown = "Bomb"
    with t.scene(events.BombPicked(who=victim, n=n, bombs=len(owners))):
        t.tell(events.BombOwned(n=n, owners=[who for who in dict.fromkeys(owners) if who]))
        hit_player(t, victim, owners)


def reduce_possible_bombs(t: GridTable, gone: int) -> None:
    """Lower the published number of bombs that the grid could still hide by `gone` (bombs that everybody saw go off, or
    a demon that was opened), to no less than 0.
    """
    t.round.possible = max(0, t.round.possible - gone)


def hit_player(t: GridTable, victim: str, owners: list[str], *, lay: bool = True) -> None:
    """Let a bomb of these owners hit a player: they pay for it and are out of the round, unless an effect spares them;
    then run the effects that follow a bomb. With `lay=False` the bomb lay on no space, and nothing can spare them. In a
    tie-break's mini game they are only put out.
    """
    if t.round.mini:
        eliminate_from_grid(t, victim)
        return
    spared = lay and any(stands(t, victim) for stands in t.hooks.instead_of_strike)
    if not spared:
        strike_player(t, victim)
    for follow in t.hooks.after_bang:
        follow(t, victim, owners)
    if not spared:
        eliminate_from_grid(t, victim)


def compute_strike_cost(t: GridTable) -> int:
    """Return how many dollars the next bomb that goes off on this grid costs the player it hits, before their boost
    multiplies it: less, the more have gone off there already; twice as much in the zone Live Wires.
    """
    times = 2 if t.is_in_zone("Live Wires") else 1
    return PENALTIES[min(t.round.strikes, len(PENALTIES) - 1)] * times


def strike_player(t: GridTable, who: str) -> None:
    """Charge a player who is hit by a bomb (unless a Raincoat protects their money), divide their multiplier and the
    part of their boost above 100 % (unless an effect protects them), raise a boost below 100 % to 100 %, and announce
    it; the first bombs on this grid cost and divide most. Count the strike on the grid. The player is not yet out.
    """
    seat, player = t.seat(who), t.player(who)
    if seat.dry:
        t.tell(events.RaincoatHeld(who=who))
    else:
        assets.earn(t, who, -compute_strike_cost(t), "bombs")
    by = DIVISORS[min(t.round.strikes, len(DIVISORS) - 1)]
    seat.struck = t.round.strikes + 1
    t.round.strikes += 1
    kept = seat.padded or t.is_in_zone("Soft Landing")
    old = player.times, player.boost
    if not kept:
        player.times = max(ONE, assets.divide_half_up(player.times, by))
    if player.boost < FULL_BOOST:
        player.boost = FULL_BOOST
    elif not kept:
        player.boost = FULL_BOOST + assets.divide_half_up(player.boost - FULL_BOOST, by)
    if (player.times, player.boost) != old:
        t.tell(events.StatusLeft(who=who, times=assets.format_multiplier(player.times), boost=player.boost))


def eliminate_from_grid(t: GridTable, who: str) -> None:
    """Put a player out of the round and announce it: their wins in a row end, they lose a random item, the minigames
    that they have found start, and effects that follow a fall run. In a tie-break's mini game they are only put out.
    The caller has charged them for the bomb.
    """
    seat, player = t.seat(who), t.player(who)
    seat.status = "out"
    clear_grid_seat(t, who)
    t.round.first_out = t.round.first_out or who
    t.tell(events.PutOut(who=who))
    if t.round.mini:
        return
    player.row = 0
    if player.items:
        assets.drop_item(t, who, t.draw_one("bomb.item", player.items))
    booth.open_found_minigames(t, who, 1)
    for follow in t.hooks.after_out:
        follow(t, who)


def clear_grid_seat(t: GridTable, who: str) -> None:
    """Delete what a player who is out of the round had chosen in advance on the grid (locked spaces, list of spaces to
    pick), and end the decisions that could be made until their next pick. Their bombs stay.
    """
    seat = t.seat(who)
    seat.locked, seat.second_lock, seat.wishes = 0, 0, []
    end_asides(t, lambda aside: aside.by == who and aside.grid == t.grid)


def hit_with_sure_bomb(t: GridTable, who: str) -> None:
    """Hit a player who has missed two turns in a round with an extra bomb that lay on no space, and announce it: they
    pay, unless a Raincoat protects their money, and are out, whatever effects are active; in a tie-break's mini game
    they are only put out. The number of bombs that there could be stays the same.
    """
    t.tell(events.SecondPickMissed(who=who))
    hit_player(t, who, [], lay=False)


def open_space(t: GridTable, n: int, who: str = "") -> DeluxeCell:
    """Mark space `n` as opened by the player `who` (empty for nobody), remove all locks on it, and return the space;
    what lies there is neither told nor given here. A player whose first lock is lost keeps their second lock as the
    first.
    """
    cell = open_cell(t.round, n, who)
    for seat in t.round.seats.values():
        if seat.second_lock == n:
            seat.second_lock = 0
        if seat.second_lock and not seat.locked:
            seat.locked, seat.second_lock = seat.second_lock, 0
    return cell


def open_for_nobody(t: GridTable, n: int) -> None:
    """Open space `n` because an effect says so, and no player picked it, and remove all locks on it; nobody gets what
    lies there, and nothing is announced. A bomb there does not go off.
    """
    open_space(t, n).shown = t.find_cell(n).face
