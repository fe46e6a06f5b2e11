"""The win bonus: (B + R) × P × M, with all its clauses, and what a win is worth besides."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from engine.deluxe import events, tables, verbs
from engine.deluxe.failsafe import bombs_only
from engine.deluxe.state import Cell
from engine.deluxe.table import GridTable

ZONES = {"Fog Bank": Fraction(5, 4), "Live Wires": Fraction(3, 2)}  # bonuses there count so many times


def remaining(t: GridTable, who: str) -> int:
    """R: what the closed spaces were worth as they were laid out, each up to a limit unless one has a Corkscrew; bombs
    are nothing, and so are one's own demons.

    If there are only bombs R is twice the base; it is never less than nothing.
    """
    if bombs_only(t, who):
        return 2 * t.economy.base
    return max(0, sum(counted(t, who, cell) for cell in t.round.cells if not cell.open))


def counted(t: GridTable, who: str, cell: Cell) -> int:
    """What a closed space counts in a winner's R: the money it was laid out with; no bomb counts, nor an own demon.

    For nobody (""), what it counts where no Corkscrew and no demon is involved.
    """
    if is_live(cell) or (who and cell.imp == who):
        return 0
    amount = abs(cell.former) if t.zone("Sunny Side") else cell.former
    return amount if who and t.seat(who).corkscrew else min(tables.R_LIMIT, amount)


def is_live(cell: Cell) -> bool:
    """Does a bomb lie there that could go off?"""
    return bool(cell.bombs) and not cell.dud


def base(t: GridTable, who: str, *, crowned: bool = True) -> int:
    """B; a Headliner counts it once more, a Kingmaker's choice twice more."""
    once = sum(deal.who == who for deal in t.round.dealt("Headliner"))
    twice = sum(deal.about == who for deal in t.round.dealt("Kingmaker")) if crowned else 0
    return t.economy.base * (1 + once + 2 * twice)


def win_bonus(t: GridTable, who: str, times: int, *, crowned: bool = True) -> int:
    """A winner's bonus before the maximum is applied, rounded up once, to the dollar."""
    r = remaining(t, who)
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
        r=remaining(t, who),
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
                added = now - min(tables.MOST_BONUS, win_bonus(t, who, times, crowned=False))
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
