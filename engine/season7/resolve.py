"""What a square does to whoever finds it or is given it."""

from __future__ import annotations

from engine.kernel.text import format_money
from engine.season7 import board, events, tables, verbs
from engine.season7.table import RoundTable


def draw_mystery_amount(t: RoundTable, face: str) -> str:
    """Draw the amount of a mystery square as it comes to light; return any other face as it is."""
    if face == tables.MYSTERY_SIX:
        return format_money(t.draw_one("mystery.six_figures", range(100, 1000)) * 1000)
    if face == tables.MYSTERY_SEVEN:
        return format_money(t.draw_one("mystery.seven_figures", range(1000, 10_000)) * 1000)
    if face == tables.MYSTERY_BOOST:
        return f"{t.draw_one('mystery.booster', range(1, 101))}% Booster"
    return face


def has_effect(t: RoundTable, face: str) -> bool:
    """Return whether this is a square with an effect, and not just something that was shown."""
    plain = tables.parse_cash(face) is not None or tables.parse_booster(face) is not None
    return plain or face in tables.MINIGAMES or face in tables.VINTAGE_MINIGAMES or face in t.hooks.squares


async def give_square(t: RoundTable, who: str, face: str) -> None:
    """Hand somebody a square that did not lie on the board, so that the board's booster does not lift its cash.

    Cash has its usual chance of hiding something.
    """
    category, face = tables.find_category(face), draw_mystery_amount(t, face)
    with t.scene(events.SquareReceived(who=who, face=tables.format_square(face))):
        amount = find_cash_for_player(t, who, face)
        if amount is None:
            await resolve_square(t, who, face)
            return
        verbs.pay_handed_cash(t, who, amount)
        for hidden in filter(None, board.draw_hidden_behind_cash(t, "prize.hidden", category)):
            verbs.give_hidden(t, who, hidden)


async def resolve_square(t: RoundTable, who: str, face: str) -> None:
    """Apply the effect of a square to the player who finds or is given it."""
    face = draw_mystery_amount(t, face)
    amount, percent = find_cash_for_player(t, who, face), tables.parse_booster(face)
    if amount is not None:
        verbs.pay_board_cash(t, who, amount)
    elif percent is not None:
        verbs.raise_booster(t, who, percent)
    elif face in tables.MINIGAMES or face in tables.VINTAGE_MINIGAMES:
        verbs.give_minigame(t, who, face)
    else:
        await t.hooks.squares[face](t, who)


def find_cash_for_player(t: RoundTable, who: str, face: str) -> int | None:
    """Return what a cash square is worth to this player, or None for other squares; who voted Leave loses six- and
    seven-figure cash.

    A player who has gone on to another round has left the vote behind.
    """
    amount, seat = tables.parse_cash(face), t.round.seats.get(who)
    if amount is None or seat is None or seat.vote != "Leave" or seat.went or tables.find_category(face) not in (2, 3):
        return amount
    return -amount
