"""The win bonus: (B + R) × P × M, with all its clauses, and what a win is worth besides."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from engine.deluxe import events, tables, verbs
from engine.deluxe.failsafe import bombs_only
from engine.deluxe.state import Cell
from engine.deluxe.table import GridTable

ZONES = {"Fog Bank": Fraction(5, 4), "Live Wires": Fraction(3, 2)}  # bonuses there count so many times


def remaining(t: GridTable, *, limit: int = tables.R_LIMIT) -> int:
    """R: what the closed spaces were worth before they became anything else, each up to a limit; bombs are nothing.

    If there are only bombs R is twice the base; it is never less than nothing.
    """
    if bombs_only(t):
        return 2 * t.economy.base
    return max(0, sum(min(limit, value(t, cell)) for cell in t.round.cells if not cell.open))


def value(t: GridTable, cell: Cell) -> int:
    """What a closed space counts: its money, or what it was before; nothing under a live bomb."""
    if cell.bombs and not cell.dud:
        return 0
    amount = tables.cash(cell.face)
    amount = cell.former if amount is None else amount
    return abs(amount) if t.zone("Sunny Side") else amount


def base(t: GridTable, who: str, *, crowned: bool = True) -> int:
    """B; a Headliner counts it once more, a Kingmaker's choice twice more."""
    once = sum(deal.who == who for deal in t.round.dealt("Headliner"))
    twice = sum(deal.about == who for deal in t.round.dealt("Kingmaker")) if crowned else 0
    return t.economy.base * (1 + once + 2 * twice)


def win_bonus(t: GridTable, who: str, times: int, *, crowned: bool = True) -> int:
    """A winner's bonus before the maximum is applied, rounded up once, to the dollar."""
    r = remaining(t, limit=10**12) if t.seat(who).corkscrew else remaining(t)
    factor = t.round.factor if t.round.caller == who else 1
    product = (base(t, who, crowned=crowned) + r) * t.player(who).boost * times * factor
    return ceil(Fraction(product, tables.FULL * tables.ONE) * ZONES.get(t.state.zone, 1))


def multipliers(t: GridTable, winners: list[str]) -> dict[str, int]:
    """M of each winner; under Crossed Wires dealt out anew among all who are in."""
    own = {who: t.player(who).times for who in winners}
    if not t.force("Crossed Wires") or len(winners) < 2:
        return own
    dealt = t.draw("crossed_wires.deal", winners, len(winners))
    t.tell(events.WiresCrossed())
    return {who: own[other] for who, other in zip(winners, dealt, strict=True)}


def pay_bonuses(t: GridTable, winners: list[str]) -> None:
    """Every winner gets their own bonus, one more to the multiplier, and one more win in a row."""
    times = multipliers(t, winners)
    for who in winners:
        pay_one(t, who, times[who])
    for who in winners:
        raise_statuses(t, who)


def pay_one(t: GridTable, who: str, times: int) -> None:
    """The formula is told; what exceeds the maximum comes in instalments."""
    amount = win_bonus(t, who, times)
    now = min(amount, tables.MOST_BONUS)
    worked = events.WinBonusWorked(
        who=who,
        base=base(t, who),
        r=remaining(t, limit=10**12) if t.seat(who).corkscrew else remaining(t),
        boost=t.player(who).boost,
        times=verbs.tenths(times),
    )
    with t.scene(worked):
        verbs.pay(t, who, now, "bonus")
        if amount > now:
            t.player(who).owed += amount - now
            t.player(who).fresh += amount - now
            t.tell(events.InstalmentsOwed(rest=amount - now, who=who))
        for deal in t.round.dealt("Kingmaker"):
            if deal.about == who:
                added = amount - win_bonus(t, who, times, crowned=False)
                verbs.pay(t, deal.who, ceil(Fraction(added, 2)), "spaces")


def raise_statuses(t: GridTable, who: str) -> None:
    """One more to the multiplier: with a ones digit of 0, as with every third win running, comes the Jackpot Chance."""
    player, seat = t.player(who), t.seat(who)
    if seat.coat:
        player.times, seat.coat = player.times + seat.coat - tables.ONE, 0
    player.times += tables.ONE
    player.row += 1
    player.lost_row = 0
    t.tell(events.StatusRaised(who=who, times=verbs.tenths(player.times), n=player.row))
    golden = any(deal.who == who for deal in t.round.dealt("Golden Ticket"))
    if player.times // tables.ONE % 10 == 0 or player.row % 3 == 0 or golden:
        grant_chance(t, who)


def grant_chance(t: GridTable, who: str) -> None:
    """The Jackpot Chance, once a round."""
    if who not in t.state.chances:
        t.state.chances.append(who)
        t.tell(events.ChanceGranted(who=who))
