"""Money from a space: what comes of it on its way from the grid to a score."""

from __future__ import annotations

from engine.deluxe import verbs
from engine.deluxe.table import FoundMoney, GridTable


def pay_found_money(t: GridTable, finder: str, printed: int, *, feeds: bool = True) -> None:
    """Pay money found on a space after all effects that change it, and add what is printed to the Jackpot."""
    if feeds and printed > 0:
        t.state.jackpot += printed
    found = FoundMoney(finder, printed, printed, [finder])
    for alters in t.hooks.on_money:
        alters(t, found)
    share_found_money(t, found)
    for follow in t.hooks.after_money:
        follow(t, found)


def share_found_money(t: GridTable, found: FoundMoney) -> None:
    """Pay everybody who shares found money their part at their own boost, rounded up to the dollar."""
    part = -(-found.amount // len(found.to))
    for who in found.to:
        verbs.earn(t, who, part)
