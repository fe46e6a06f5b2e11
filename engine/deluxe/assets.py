"""The verbs: the only code that changes money, boosts, multipliers, rows of wins and items.

Every change of money is told, with its source, as exactly what it came to.
"""

from __future__ import annotations

from typing import Any

from engine.deluxe import events
from engine.deluxe.state import Aside, DeluxeRace, FoundMoney, GridTable
from engine.deluxe.tables import FULL_BOOST, LEAST_BOOST, MOST_BOOST, MOST_ITEMS, MOST_TIMES, ONE
from engine.kernel.table import Table
from engine.kernel.text import Words, phrase

# -- sums


def compute_boosted(amount: int, percent: int) -> int:
    """Return an amount of money multiplied by a player's boost, a factor in percent, rounded up to the dollar; a loss
    (negative) is therefore rounded towards 0.
    """
    return -(-amount * percent // FULL_BOOST)


def divide_half_up(amount: int, by: tuple[int, int]) -> int:
    """Divide an amount by the fraction `by` (numerator, denominator) and return the nearest whole number; halves are
    rounded up.
    """
    over, under = by
    return (2 * amount * under + over) // (2 * over)


def format_multiplier(times: int) -> Words:
    """Format the multiplier of a player's win bonus, given in tenths, for display: 30 as x3, 15 as x1.5."""
    whole, rest = divmod(times, 10)
    return phrase("x{whole}.{rest}", whole=whole, rest=rest) if rest else phrase("x{whole}", whole=whole)


# -- money


def record_money(t: GridTable, who: str, amount: int, source: str) -> None:
    """Add an amount (negative for a loss) to a player's score without announcing it, and count it in the player's
    statistics under its `source`. With the source `spaces` it also counts as what the spaces of this grid have brought
    the player, if they have a seat on it.
    """
    player = t.state.players[who]
    player.total += amount
    player.earned[source] = player.earned.get(source, 0) + amount
    seat = t.round.seats.get(who)
    if seat is not None and source == "spaces":
        seat.gained += amount


def pay_exactly(t: GridTable, who: str, amount: int, source: str) -> None:
    """Pay a player exactly this amount, or charge it if it is negative, without multiplying it by their boost, and
    announce it; do nothing for 0. `source` names what the money is for, for the statistics.
    """
    if amount:
        record_money(t, who, amount, source)
        if amount > 0:
            t.tell(events.Gained(who=who, amount=amount, source=source))
        else:
            t.tell(events.Lost(who=who, amount=-amount, source=source))


def earn(t: GridTable, who: str, base: int, source: str = "spaces") -> None:
    """Pay a player `base` dollars multiplied by their boost (a factor in percent), or charge them if it is negative,
    and announce it; do nothing if that comes to 0. `source` names what the money is for, for the statistics.
    """
    percent = t.state.players[who].boost
    amount = compute_boosted(base, percent)
    if percent == FULL_BOOST or not amount:
        pay_exactly(t, who, amount, source)
        return
    record_money(t, who, amount, source)
    moved = events.Gained if amount > 0 else events.Lost
    t.tell(moved(who=who, amount=abs(amount), source=source, base=abs(base), percent=percent))


def transfer_money(t: GridTable, giver: str, taker: str, amount: int, source: str) -> None:
    """Move exactly this amount from the player `giver` to the player `taker`, not multiplied by a boost and whatever
    the giver owns, and announce it; do nothing for 0, or if both are the same. `source` names what the money is for,
    for the statistics.
    """
    if amount and giver != taker:
        record_money(t, giver, -amount, source)
        record_money(t, taker, amount, source)
        t.tell(events.Paid(giver=giver, taker=taker, amount=amount, source=source))


# -- boost and multiplier


def shift_boost(t: GridTable, who: str, points: int) -> None:
    """Raise a player's boost (the factor, in percent, on money they find) by so many percentage points, or lower it if
    they are negative, within the limits of a boost, and announce it, even if it stays the same. Gains count twice in
    the zone Bull Run.
    """
    if points > 0 and t.is_in_zone("Bull Run"):
        points *= 2
    set_boost(t, who, t.player(who).boost + points)


def set_boost(t: GridTable, who: str, wanted: int) -> None:
    """Set a player's boost (the factor, in percent, on money they find) to `wanted`, or to the nearest limit of a
    boost, and announce the old and the new one, even if they are the same; also announce it if the upper limit has
    stopped it.
    """
    player = t.player(who)
    old = player.boost
    player.boost = max(LEAST_BOOST, min(MOST_BOOST, wanted))
    t.tell(events.BoostSet(who=who, old=old, new=player.boost))
    if player.boost < wanted:
        t.tell(events.BoostCapped(most=MOST_BOOST))


def set_multiplier(t: GridTable, who: str, wanted: int, *, followed: bool = True) -> None:
    """Set the multiplier of a player's win bonus to `wanted` tenths, and announce it, even if it stays the same. It
    stays at least x1, and at most x30 or what it was if that is more, which is announced, too. After a raise, with
    `followed`, the effects that react to one run.
    """
    player = t.player(who)
    old = player.times
    player.times = max(ONE, min(max(MOST_TIMES, old), wanted))
    t.tell(events.MultiplierSet(who=who, old=format_multiplier(old), new=format_multiplier(player.times)))
    if player.times < wanted:
        t.tell(events.MultiplierCapped(most=format_multiplier(MOST_TIMES)))
    if player.times > old and followed:
        for follow in t.hooks.on_multiplier:
            follow(t, who, player.times - old)


# -- items


def give_item(t: GridTable, who: str, item: str) -> None:
    """Give a player an item and announce it. If they then hold more than three, open the decision (aside) in which they
    say, while play goes on, which one to give up; until then they keep all.
    """
    held = t.player(who).items
    held.append(item)
    t.tell(events.ItemReceived(who=who, item=item))
    if len(held) > MOST_ITEMS:
        t.open_aside("Items", who, by=who)


def drop_item(t: GridTable, who: str, item: str) -> None:
    """Take an item away from a player, put it into the Lost and Found, where other players can get it, and announce
    that. The player must hold it, else raise ValueError.
    """
    t.player(who).items.remove(item)
    t.state.lost.append(item)
    t.tell(events.ItemDropped(who=who, item=item))


def spend_item(t: GridTable, who: str, item: str) -> None:
    """Remove an item that a player uses up, and announce that they use it; what the item does is left to the caller.
    The player must hold it, else raise ValueError.
    """
    t.player(who).items.remove(item)
    t.tell(events.ItemUsed(who=who, item=item))


def pay_found_money(t: GridTable, finder: str, printed: int, *, feeds: bool = True) -> None:
    """Pay `finder` the money printed on a space that they opened (a loss if it is negative), times their boost, after
    applying all effects that change the amount or whom it goes to; then run the effects that follow found money. With
    `feeds`, a printed gain is added to the Jackpot as well, whatever becomes of it.
    """
    if feeds and printed > 0:
        t.state.jackpot += printed
    found = FoundMoney(finder, printed, printed, [finder])
    for alters in t.hooks.on_money:
        alters(t, found)
    share_found_money(t, found)
    for follow in t.hooks.after_money:
        follow(t, found)


def share_found_money(t: GridTable, found: FoundMoney) -> None:
    """Divide the amount of `found`, money found on a space, equally among the players in `found.to`, each part rounded
    up to the dollar; pay each of them a part times their own boost, and announce that.
    """
    part = -(-found.amount // len(found.to))
    for who in found.to:
        earn(t, who, part)


def open_changer_asides(race: DeluxeRace) -> None:
    """Open, for each score changer (found on a space, works at the end of the round) whose finder is still in the race,
    the table (aside) at which it takes effect; some ask their finder or others something there. The order is that of
    the grids, and on a grid that of finding. The list `race.changers` itself is left to the caller to empty.
    """
    for held in sorted(race.changers, key=lambda held: held.grid):
        if race.takes_part(held.who):
            race.opened += 1
            race.asides[f"D{race.opened}"] = Aside(held.name, held.who, held.grid, whom=[held.who])


def find_paying_grid(t: Table[DeluxeRace]) -> GridTable | None:
    """Return the table of the round's first grid, through which money can be paid to anybody, wherever they sit, and
    announced; None if the round has no grid.
    """
    place: Any = t.game.find_table(next(iter(t.state.grids))) if t.state.grids else None
    return place if isinstance(place, GridTable) else None


def pay_instalment(place: GridTable, who: str, amount: int) -> None:
    """Pay a player this part of a win bonus that was too large to be paid at once, without multiplying it by their
    boost, and announce it; the caller counts down what is still owed.
    """
    pay_exactly(place, who, amount, "bonus")
