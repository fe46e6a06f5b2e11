"""The win bonus: (B + R) × P × M, with all its clauses, and what a win is worth besides."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from engine.deluxe import assets, events, tables
from engine.deluxe.failsafe import has_only_bombs
from engine.deluxe.state import DeluxeCell, GridTable

BONUS_FACTORS_BY_ZONE = {"Fog Bank": Fraction(5, 4), "Live Wires": Fraction(3, 2)}  # bonuses there count so many times


def compute_remaining_value(t: GridTable, who: str) -> int:
    """Return R, the part of a player's win bonus, if they win, for what is left on the grid now: the money first laid
    on each closed space, up to a limit for each that their item Corkscrew lifts. Bombs and their own demons count
    nothing; R is never negative, and twice the base if only these are left.
    """
    if has_only_bombs(t, who):
        return 2 * t.economy.base
    return max(0, sum(compute_counted_value(t, who, cell) for cell in t.round.cells if not cell.open))


def compute_counted_value(t: GridTable, who: str, cell: DeluxeCell) -> int:
    """Return what one space, which the caller knows to be closed, adds to R, the part of a player's win bonus for what
    is left on the grid: the money first laid on it (negative for a loss, but not in the zone Sunny Side), up to a limit
    that their item Corkscrew lifts; nothing for a live bomb or their own demon.
    """
    if is_live_bomb(cell) or cell.imp == who:
        return 0
    amount = abs(cell.former) if t.is_in_zone("Sunny Side") else cell.former
    return amount if t.seat(who).corkscrew else min(tables.R_LIMIT, amount)


def is_live_bomb(cell: DeluxeCell) -> bool:
    """Return whether a bomb that can go off lies on this space; on a space that is a dud, none can."""
    return bool(cell.bombs) and not cell.dud


def compute_base_bonus(t: GridTable, who: str, *, crowned: bool = True) -> int:
    """Return B, the base of a player's win bonus, if they win: the amount set by the economy's present phase, once more
    for each Headliner effect they have and, if `crowned`, twice more for each Kingmaker who chose them.
    """
    once = sum(deal.who == who for deal in t.round.list_deals("Headliner"))
    twice = sum(deal.about == who for deal in t.round.list_deals("Kingmaker")) if crowned else 0
    return t.economy.base * (1 + once + 2 * twice)


def find_call_factor(t: GridTable, who: str) -> int:
    """Return the factor by which a player's win bonus is multiplied because they called Failsafe rightly on this grid,
    or 1 if they did not.
    """
    return t.round.factor if t.round.caller == who else 1


def compute_grid_bonus(
    t: GridTable, who: str, times: int, r: int, *, crowned: bool = True, factor: int | None = None
) -> int:
    """Return what a player's win bonus on this grid is as things stand, before the maximum is applied, rounded up to
    the dollar: (base B + `r`, the value left on the grid) times their boost times the multiplier `times` (in tenths),
    raised by some zones and by a Failsafe that they called, or by `factor` in its place. `crowned` counts the
    Kingmakers who chose them. Nothing is paid, and whether they win is not looked at.
    """
    factor = find_call_factor(t, who) if factor is None else factor
    product = (compute_base_bonus(t, who, crowned=crowned) + r) * t.player(who).boost * times * factor
    return ceil(Fraction(product, tables.FULL_BOOST * tables.ONE) * BONUS_FACTORS_BY_ZONE.get(t.state.zone, 1))


def deal_win_multipliers(t: GridTable, winners: list[str]) -> dict[str, int]:
    """Return the multiplier, in tenths, for each winner's bonus: their own or, while the effect Crossed Wires is active
    and several have won, the winners' multipliers dealt among them at random, which is announced.
    """
    own = {who: t.player(who).times for who in winners}
    if not t.has_effect("Crossed Wires") or len(winners) < 2:
        return own
    dealt = t.draw("crossed_wires.deal", winners, len(winners))
    t.tell(events.WiresCrossed())
    return {who: own[other] for who, other in zip(winners, dealt, strict=True)}


def pay_bonuses(t: GridTable, winners: list[str]) -> None:
    """Pay the bonuses to all winners of a grid, then raise each one's multiplier and number of rounds won in a row,
    which may grant them a Jackpot Chance (a bonus game).
    """
    times = deal_win_multipliers(t, winners)
    for who in winners:
        pay_grid_bonus(t, who, times[who])
    for who in winners:
        raise_winner_status(t, who)


def pay_grid_bonus(t: GridTable, who: str, times: int) -> None:
    """Pay one winner's bonus, with the multiplier `times` in tenths, and announce how it is made up; what exceeds the
    maximum is kept as owed, and paid in instalments in later rounds. Each Kingmaker who chose this winner gets half of
    what that has added to the bonus.
    """
    r = compute_remaining_value(t, who)
    amount = compute_grid_bonus(t, who, times, r)
    now, factor = min(amount, tables.MOST_BONUS), find_call_factor(t, who)
    once = compute_grid_bonus(t, who, times, r, factor=1) if factor > 1 else None
    worked = events.WinBonusWorked(
        who=who,
        base=compute_base_bonus(t, who),
        r=r,
        boost=t.player(who).boost,
        times=assets.format_multiplier(times),
        factor=factor,
        once=once if once is not None and once * factor == now else None,
        bombs=factor if factor > 1 and factor == t.round.count_closed() else None,
    )
    with t.scene(worked):
        assets.pay_exactly(t, who, now, "bonus")
        if amount > now:
            t.player(who).owed += amount - now
            t.player(who).fresh += amount - now
            t.tell(events.InstalmentsOwed(rest=amount - now, who=who))
        for deal in t.round.list_deals("Kingmaker"):
            if deal.about == who:
                added = now - min(tables.MOST_BONUS, compute_grid_bonus(t, who, times, r, crowned=False))
                assets.pay_exactly(t, deal.who, ceil(Fraction(added, 2)), "spaces")


def raise_winner_status(t: GridTable, who: str) -> None:
    """Raise a winner's multiplier by 1, without an upper limit (with what they put aside at Coat Check given back), and
    their number of wins in a row, end their row of lost rounds, and announce it. A multiplier whose whole part ends in
    0, every third win in a row, or a Golden Ticket also grants the Jackpot Chance.
    """
    player, seat = t.player(who), t.seat(who)
    if seat.coat:
        player.times, seat.coat = player.times + seat.coat - tables.ONE, 0
    player.times += tables.ONE
    player.row += 1
    player.lost_row = 0
    t.tell(events.StatusRaised(who=who, times=assets.format_multiplier(player.times), n=player.row))
    golden = any(deal.who == who for deal in t.round.list_deals("Golden Ticket"))
    if player.times // tables.ONE % 10 == 0 or player.row % 3 == 0 or golden:
        grant_jackpot_chance(t, who)


def grant_jackpot_chance(t: GridTable, who: str) -> None:
    """Grant a player the Jackpot Chance, a bonus game for the Jackpot, to be played after the round, and announce it;
    do nothing if they have one already.
    """
    if who not in t.state.chances:
        t.state.chances.append(who)
        t.tell(events.ChanceGranted(who=who))
