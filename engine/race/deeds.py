"""What counts: for the statistics of people and groups, and for what they may earn.

What is told in public says what was done: the `deed` of an event is a word for what `who` did (money with its
`source`); among its facts, `deeds` are words with everybody who did that, `best` words with how much each has reached.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.ruleset import Deed
from engine.kernel.text import PUBLIC, Told

MONEY_DEEDS = ("won", "lost")


def list_race_deeds(told: Told) -> Iterator[Deed]:
    """Yield the deeds to be counted in something told to everybody."""
    if told.to != PUBLIC:
        return
    facts = told.facts
    word = told.deed
    if word in MONEY_DEEDS:
        yield Deed(facts["who"], word, facts["amount"])
        yield Deed(facts["who"], f"{word} {facts['source']}", facts["amount"])
    elif word:
        yield Deed(facts["who"], word)
    for name, players in facts.get("deeds", {}).items():
        yield from (Deed(who, name) for who in players)
    for name, reached in facts.get("best", {}).items():
        yield from (Deed(who, name, amount, best=True) for who, amount in reached.items())
