"""Keeps the cards of a day, laid once for everybody: what is mended or withdrawn that day leaves them as they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from host.core.store.items import Failed, Item, PutItem
from host.core.store.store import Store

DAY_CARDS_KEPT_SECONDS = 60 * 86400.0  # a table opened that day may begin later
DAY_KEY_PREFIX = "day/"
_day_cards_decoder = msgspec.json.Decoder(list[dict[str, Any]])


def load_day_cards(store: Store, rules: str, day: str) -> list[dict[str, Any]] | None:
    """Return the cards laid for this day, or None if nobody has begun to play it."""
    return store.read(store.table.get(f"box/{rules}", f"{DAY_KEY_PREFIX}{day}"), _day_cards_decoder.decode)


def save_day_cards(
    store: Store, rules: str, day: str, cards: Sequence[dict[str, Any]], now: float
) -> list[dict[str, Any]]:
    """Save the cards of this day, unless another process was faster; return those that are saved."""
    item = Item(
        f"box/{rules}", f"{DAY_KEY_PREFIX}{day}", msgspec.json.encode(cards), 1, until=now + DAY_CARDS_KEPT_SECONDS
    )
    try:
        store.table.write([PutItem(item, 0)])
    except Failed:
        return load_day_cards(store, rules, day) or list(cards)
    return list(cards)
