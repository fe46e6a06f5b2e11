"""Help: the list of what a door offers, made alike for all doors."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel import Told, Words
from host.said.desk.answer import Answer, say

OFFER = "{line}: {summary}"


def helped(offers: Iterable[tuple[Words, Words]], lead: str = "") -> Answer:
    """What a door offers, a line each: how it is written there, and what it is for."""
    return Answer([*(say(lead).lines if lead else []), *(Told(OFFER, {"line": a, "summary": b}) for a, b in offers)])
