"""The verbs: the only code that changes money, boosts, multipliers, rows of wins and items.

Every change of money is told, with its source, as exactly what it came to.
"""

from __future__ import annotations

from engine.deluxe import events
from engine.deluxe.table import GridTable
from engine.deluxe.tables import FULL, LEAST_BOOST, MOST_BOOST, MOST_ITEMS, MOST_TIMES, ONE
from engine.kernel.text import Words, phrase

# -- sums


def boosted(amount: int, percent: int) -> int:
    """An amount at so much boost; fractions of a dollar go up, towards the player."""
    return -(-amount * percent // FULL)


def half_up(amount: int, by: tuple[int, int]) -> int:
    """An amount divided by a fraction, to the nearest whole, halves up."""
    over, under = by
    return (2 * amount * under + over) // (2 * over)


def tenths(times: int) -> Words:
    """A multiplier as it is read: x3, x1.5."""
    whole, rest = divmod(times, 10)
    return phrase("x{whole}.{rest}", whole=whole, rest=rest) if rest else phrase("x{whole}", whole=whole)


# -- money


def move(t: GridTable, who: str, amount: int, source: str) -> None:
    """Change a score; what the grid's spaces bring is kept apart as well."""
    player = t.state.players[who]
    player.total += amount
    player.earned[source] = player.earned.get(source, 0) + amount
    seat = t.round.seats.get(who)
    if seat is not None and source == "spaces":
        seat.gained += amount


def pay(t: GridTable, who: str, amount: int, source: str) -> None:
    """Pay or take exactly so much: no boost."""
    if amount:
        move(t, who, amount, source)
        if amount > 0:
            t.tell(events.Gained(who=who, amount=amount, source=source))
        else:
            t.tell(events.Lost(who=who, amount=-amount, source=source))


def earn(t: GridTable, who: str, base: int, source: str = "spaces") -> None:
    """Pay or take an amount at this player's boost."""
    percent = t.state.players[who].boost
    amount = boosted(base, percent)
    if percent == FULL or not amount:
        pay(t, who, amount, source)
        return
    move(t, who, amount, source)
    moved = events.Gained if amount > 0 else events.Lost
    t.tell(moved(who=who, amount=abs(amount), source=source, base=abs(base), percent=percent))


def hand(t: GridTable, giver: str, taker: str, amount: int, source: str) -> None:
    """One player pays another: no boost."""
    if amount and giver != taker:
        move(t, giver, -amount, source)
        move(t, taker, amount, source)
        t.tell(events.Paid(giver=giver, taker=taker, amount=amount, source=source))


# -- boost and multiplier


def boost(t: GridTable, who: str, points: int) -> None:
    """Spaces move a boost up and down, between its bounds; in a Bull Run what goes up goes up twice as far."""
    if points > 0 and t.zone("Bull Run"):
        points *= 2
    set_boost(t, who, t.player(who).boost + points)


def set_boost(t: GridTable, who: str, wanted: int) -> None:
    """A boost goes where a space moves it, as far as it can."""
    player = t.player(who)
    old = player.boost
    player.boost = max(LEAST_BOOST, min(MOST_BOOST, wanted))
    t.tell(events.BoostSet(who=who, old=old, new=player.boost))
    if player.boost < wanted:
        t.tell(events.BoostCapped(most=MOST_BOOST))


def set_times(t: GridTable, who: str, wanted: int, *, followed: bool = True) -> None:
    """A multiplier goes where a space moves it, between x1 and its cap; what wins have made of it stays."""
    player = t.player(who)
    old = player.times
    player.times = max(ONE, min(max(MOST_TIMES, old), wanted))
    t.tell(events.MultiplierSet(who=who, old=tenths(old), new=tenths(player.times)))
    if player.times < wanted:
        t.tell(events.MultiplierCapped(most=tenths(MOST_TIMES)))
    if player.times > old and followed:
        for follow in t.hooks.on_multiplier:
            follow(t, who, player.times - old)


# -- items


def give_item(t: GridTable, who: str, item: str) -> None:
    """An item is held until it is used or a bomb takes it; of four one has to go."""
    held = t.player(who).items
    held.append(item)
    t.tell(events.ItemReceived(who=who, item=item))
    if len(held) > MOST_ITEMS:
        t.aside("Items", who, by=who)


def drop_item(t: GridTable, who: str, item: str) -> None:
    """An item goes into the Lost and Found."""
    t.player(who).items.remove(item)
    t.state.lost.append(item)
    t.tell(events.ItemDropped(who=who, item=item))


def spend_item(t: GridTable, who: str, item: str) -> None:
    """An item is used up."""
    t.player(who).items.remove(item)
    t.tell(events.ItemUsed(who=who, item=item))
