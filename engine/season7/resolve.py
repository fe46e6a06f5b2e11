"""What a square does to whoever finds it or is given it."""

from __future__ import annotations

from engine.kernel.text import money
from engine.season7 import board, events, tables, verbs
from engine.season7.table import RoundTable


def certain(t: RoundTable, face: str) -> str:
    """Mystery amounts are drawn when they come to light."""
    if face == tables.MYSTERY_SIX:
        return money(t.draw_one("mystery.six_figures", range(100, 1000)) * 1000)
    if face == tables.MYSTERY_SEVEN:
        return money(t.draw_one("mystery.seven_figures", range(1000, 10_000)) * 1000)
    if face == tables.MYSTERY_BOOST:
        return f"{t.draw_one('mystery.booster', range(1, 101))}% Booster"
    return face


def known(t: RoundTable, face: str) -> bool:
    """Is this a square with an effect, and not just something that was shown?"""
    plain = tables.cash(face) is not None or tables.booster(face) is not None
    return plain or face in tables.MINIGAMES or face in tables.VINTAGE_MINIGAMES or face in t.hooks.squares


async def give(t: RoundTable, who: str, face: str) -> None:
    """Hand somebody a square that did not lie on the board, so that the board's booster does not lift its cash.

    Cash has its usual chance of hiding something.
    """
    category, face = tables.category(face), certain(t, face)
    with t.scene(events.SquareReceived(who=who, face=tables.words(face))):
        amount = cash_for(t, who, face)
        if amount is None:
            await resolve(t, who, face)
            return
        verbs.receive_cash(t, who, amount)
        for hidden in filter(None, board.behind(t, "prize.hidden", category)):
            verbs.give_hidden(t, who, hidden)


async def resolve(t: RoundTable, who: str, face: str) -> None:
    """The effect of a square on whoever finds or is given it."""
    face = certain(t, face)
    amount, percent = cash_for(t, who, face), tables.booster(face)
    if amount is not None:
        verbs.find_cash(t, who, amount)
    elif percent is not None:
        verbs.boost(t, who, percent)
    elif face in tables.MINIGAMES or face in tables.VINTAGE_MINIGAMES:
        verbs.give_minigame(t, who, face)
    else:
        await t.hooks.squares[face](t, who)


def cash_for(t: RoundTable, who: str, face: str) -> int | None:
    """What a cash square is worth to this player: six- and seven-figure cash is lost by those who voted Leave.

    Whoever has gone on to another round has left the vote behind.
    """
    amount, seat = tables.cash(face), t.round.seats.get(who)
    if amount is None or seat is None or seat.vote != "Leave" or seat.went or tables.category(face) not in (2, 3):
        return amount
    return -amount
