"""Keeps the cards of a day, laid once for everybody: what is mended or withdrawn that day leaves them as they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from host.core.store.items import Failed, Item, PutItem
from host.core.store.store import Store

KEPT = 60 * 86400.0  # a table opened that day may begin later
DAY = "day/"
_cards = msgspec.json.Decoder(list[dict[str, Any]])


def of(store: Store, rules: str, day: str) -> list[dict[str, Any]] | None:
    """What was laid for this day; nothing, if nobody has begun to play it."""
    return store.read(store.table.get(f"box/{rules}", f"{DAY}{day}"), _cards.decode)


def lay(store: Store, rules: str, day: str, cards: Sequence[dict[str, Any]], now: float) -> list[dict[str, Any]]:
    """These are the cards of this day, unless somebody was faster: then theirs are."""
    item = Item(f"box/{rules}", f"{DAY}{day}", msgspec.json.encode(cards), 1, until=now + KEPT)
    try:
        store.table.write([PutItem(item, 0)])
    except Failed:
        return of(store, rules, day) or list(cards)
    return list(cards)
