"""What is counted for people, and what it earns them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.ruleset import Achievement, Deed
from engine.kernel.text import Told

ACHIEVEMENTS = (
    Achievement("First Investment", "Buy an Investment.", "bought", 1),
    Achievement("Portfolio", "Buy fifty Investments.", "bought", 50),
    Achievement("Raider", "Take ten Investments from rivals.", "captured", 10),
    Achievement("Bodyguard", "Play Security ten times.", "security", 10),
    Achievement("Bluffer", "Win an auction with more than you have.", "forfeit", 1),
    Achievement("Billionaire", "Win a game.", "won", 1),
    Achievement("Tycoon", "Win ten games.", "won", 10),
)
SHOWN = {
    "won": "{n:n} {n:game|games} won as a billionaire",
    "bought": "{n:n} {n:Investment|Investments} bought",
    "spent": "{n:$} paid for Investments",
    "bargain": "most bought at once: {n:$} in Investments",
    "captured": "{n:n} {n:Investment|Investments} taken from rivals",
    "security": "{n:n} {n:Security|Securities} played",
    "forfeit": "{n:n} {n:time|times} bid more than there was",
}


def deeds(told: Told) -> Iterator[Deed]:
    """Purchases, captures, Securities, forfeits and wins."""
    facts = told.facts
    deed = facts.get("deed", "")
    if deed == "won":
        yield from (Deed(who, "won") for who in facts["who"])
    elif deed == "bought":
        yield Deed(facts["who"], "bought", len(facts["lot"]))
        yield Deed(facts["who"], "spent", facts["amount"])
        yield Deed(facts["who"], "bargain", facts["worth"], best=True)
    elif deed == "captured":
        yield Deed(facts["winner"], "captured")
    elif deed in ("security", "forfeit"):
        yield Deed(facts["who"], deed)
