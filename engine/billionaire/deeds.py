"""What is counted for people, and what it earns them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.billionaire.events import (
    GameWon,
    InvestmentForfeited,
    InvestmentTaken,
    LotBought,
    ProfitForfeited,
    SecurityPlayed,
)
from engine.kernel.ruleset import Achievement, Deed
from engine.kernel.text import Told

BILLIONAIRE_ACHIEVEMENTS = (
    Achievement("First Investment", "Buy an Investment.", "bought", 1),
    Achievement("Portfolio", "Buy fifty Investments.", "bought", 50),
    Achievement("Raider", "Take ten Investments from rivals.", "captured", 10),
    Achievement("Bodyguard", "Play Security ten times.", "security", 10),
    Achievement("Bluffer", "Win an auction with more than you have.", "forfeit", 1),
    Achievement("Billionaire", "Win a game.", "won", 1),
    Achievement("Tycoon", "Win ten games.", "won", 10),
)
BILLIONAIRE_TALLIES = {
    "won": "{n:n} {n:game|games} won as a billionaire",
    "bought": "{n:n} {n:Investment|Investments} bought",
    "spent": "{n:$} paid for Investments",
    "bargain": "most bought at once: {n:$} in Investments",
    "captured": "{n:n} {n:Investment|Investments} taken from rivals",
    "security": "{n:n} {n:Security|Securities} played",
    "forfeit": "{n:n} {n:time|times} bid more than there was",
}


def list_billionaire_deeds(told: Told) -> Iterator[Deed]:
    """Yield the statistics that an event adds: purchases, captures, Securities, forfeits and wins."""
    match told.event:
        case GameWon(who=champions):
            yield from (Deed(who, "won") for who in champions)
        case LotBought(who, lot, worth, amount):
            yield Deed(who, "bought", len(lot))
            yield Deed(who, "spent", amount)
            yield Deed(who, "bargain", worth, best=True)
        case InvestmentTaken(winner=winner):
            yield Deed(winner, "captured")
        case SecurityPlayed(who=who):
            yield Deed(who, "security")
        case InvestmentForfeited(who=who) | ProfitForfeited(who=who):
            yield Deed(who, "forfeit")
