"""Money from a space: what comes of it on its way from the grid to a score."""

from __future__ import annotations

from engine.deluxe import verbs
from engine.deluxe.table import Found, GridTable


def find(t: GridTable, finder: str, printed: int, *, feeds: bool = True) -> None:
    """Somebody has come upon money; what is printed on a space feeds the Jackpot, once, if it is more than nothing."""
    if feeds and printed > 0:
        t.state.jackpot += printed
    found = Found(finder, printed, printed, [finder])
    for alters in t.hooks.on_money:
        alters(t, found)
    share(t, found)
    for follow in t.hooks.after_money:
        follow(t, found)


def share(t: GridTable, found: Found) -> None:
    """Everybody who has a part of it gets it at their own boost; fractions of a dollar go up."""
    part = -(-found.amount // len(found.to))
    for who in found.to:
        verbs.earn(t, who, part)
