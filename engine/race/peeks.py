"""Peeks: that somebody has peeked where is announced to all; what lies there, in the broadest words, only to them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.kernel.text import Words
from engine.race import events
from engine.race.table import RaceTable


def take_peek(t: RaceTable[Any], who: str, n: int, what: Words, others: Iterable[str] = ()) -> None:
    """Use up one of a player's peeks: announce the square, and tell the player (and perhaps others) what lies there."""
    t.seat(who).peeks -= 1
    t.tell(events.Peeked(who=who, n=n, field=t.field))
    for eyes in [who, *others]:
        t.whisper(eyes, events.PeekSeen(n=n, what=what, field=t.field))
