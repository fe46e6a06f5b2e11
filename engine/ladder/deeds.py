"""What is counted for people: right answers, money, and how climbs end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.kernel.ruleset import Achievement, Deed
from engine.kernel.text import Told
from engine.ladder.events import BoxesShown
from engine.ladder.state import LADDER_LETTERS

LADDER_ACHIEVEMENTS = (
    Achievement("First rung", "Answer a question rightly.", "right", 1),
    Achievement("Well read", "Answer a hundred questions rightly.", "right", 100),
    Achievement("Top of the ladder", "Answer every question of a climb.", "top", 1),
    Achievement("Knows when to go", "Take the money ten times.", "walked", 10),
)
COUNTED_CATEGORIES = (
    *("art", "everyday", "film", "food", "games", "geography", "history", "internet", "language", "literature"),
    *("money", "music", "mythology", "nature", "politics", "science", "sport", "technology", "television", "transport"),
)
LADDER_TALLIES = {
    "right": "{n:n} {n:question|questions} answered rightly",
    "top": "{n:n} {n:time|times} at the top of the ladder",
    "walked": "{n:n} {n:time|times} gone with the money",
    "climb": "best climb: {n:$}",
    "cash": "{n:$} won on ladders in all",
}
RATES = {
    f"{{right:n}} of {{asked:n}} right about {category}: {{share}} %": (f"right.{category}", f"asked.{category}")
    for category in COUNTED_CATEGORIES
}
DEEDS = {"walked": "walked", "out": "out", "won": "top", "left": "left"}


def list_ladder_deeds(told: Told) -> Iterator[Deed]:
    """Yield the deeds in something told: right answers, money won, and how climbs end."""
    facts = told.facts
    if "status" in facts:
        yield Deed(facts["who"], DEEDS[facts["status"]])
        yield Deed(facts["who"], "cash", facts["amount"])
        yield Deed(facts["who"], "climb", facts["amount"], best=True)
    if told.kind is BoxesShown and "day" in facts:
        yield Deed(facts["who"], f"day.{facts['day']}", facts["won"], best=True, table=True)
    if told.deed == "right" or facts.get("status") == "won":
        yield Deed(facts["who"], "right")
        yield from _list_category_deeds(facts, "right", "asked")
    elif facts.get("status") == "out" and facts.get("letter") in LADDER_LETTERS:
        yield from _list_category_deeds(facts, "asked")


def _list_category_deeds(facts: Mapping[str, Any], *names: str) -> Iterator[Deed]:
    """Yield the deeds of this category, if it is counted."""
    if facts.get("category") in COUNTED_CATEGORIES:
        yield from (Deed(facts["who"], f"{name}.{facts['category']}") for name in names)
