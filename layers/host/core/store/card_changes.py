"""Keeps what has become of a box's cards since it was printed: withdrawn, mended, or moved by how they fare.

Games that hold a card keep it as it was; whatever is laid out from then on is as it stands here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from host.core.store.items import HIGHEST, DeleteItem, Failed, Item, PutItem
from host.core.store.store import Store

CARD, NIGHT = "card/", "box"  # the note of the box itself stands before its cards


class CardChange(Struct, frozen=True, omit_defaults=True):
    """What is different about a card since it was printed."""

    withdrawn: bool = False
    fields: Mapping[str, Any] = {}  # in place of the printed ones, as an operator has mended it
    scored: Mapping[str, Any] = {}  # and in place of those, as real answers have moved it
    moved: float = 0.0  # when real answers moved it last
    since: Mapping[str, int] = {}  # how it had fared by then

    @property
    def changed_fields(self) -> dict[str, Any]:
        """All fields that differ from the printed card."""
        return {**self.fields, **self.scored}


_card_change_decoder = msgspec.json.Decoder(CardChange)


def load_card_changes(store: Store, rules: str) -> tuple[dict[str, CardChange], bool]:
    """Return the changes (corrections, withdrawals, levels) of all cards of a box, and whether the box was ever used
    here.
    """
    found: dict[str, CardChange] = {}
    first = NIGHT
    while items := store.table.query(_build_box_key(rules), first, f"{CARD}{HIGHEST}"):
        for item in items:
            if item.sk != NIGHT and (change := store.read(item, _card_change_decoder.decode)):
                found[item.sk.removeprefix(CARD)] = change
        first = items[-1].sk + "\x00"
    return found, first != NIGHT


def load_card_change(store: Store, rules: str, card: str) -> CardChange:
    """Return the changes (corrections, withdrawal, level) of one card."""
    return (
        store.read(store.table.get(_build_box_key(rules), f"{CARD}{card}"), _card_change_decoder.decode) or CardChange()
    )


def save_card_change(store: Store, rules: str, card: str, new: CardChange) -> None:
    """Save the changes of a card; delete them if nothing is different from the printed card."""
    where = _build_box_key(rules), f"{CARD}{card}"
    store.table.write([DeleteItem(*where) if new == CardChange() else PutItem(Item(*where, msgspec.json.encode(new)))])


def load_last_review(store: Store, rules: str) -> tuple[float, int]:
    """Return when this box of cards was last reviewed, and the version of that record."""
    item = store.table.get(_build_box_key(rules), NIGHT)
    return store.read_moment(item), item.version if item else 0


def claim_review(store: Store, rules: str, now: float, version: int) -> bool:
    """Record that this box of cards is being reviewed now; return False if another process was first."""
    try:
        store.table.write([PutItem(Item(_build_box_key(rules), NIGHT, repr(now).encode(), version + 1), version)])
    except Failed:
        return False
    return True


def _build_box_key(rules: str) -> str:
    return f"box/{rules}"


DAY_CARDS_KEPT_SECONDS = 60 * 86400.0  # a table opened that day may begin later
DAY_KEY_PREFIX = "day/"
_day_cards_decoder = msgspec.json.Decoder(list[dict[str, Any]])


def load_day_cards(store: Store, rules: str, day: str) -> list[dict[str, Any]] | None:
    """Return the cards that everybody gets on this date, or None if nobody has played that day yet."""
    return store.read(store.table.get(f"box/{rules}", f"{DAY_KEY_PREFIX}{day}"), _day_cards_decoder.decode)


def save_day_cards(
    store: Store, rules: str, day: str, cards: Sequence[dict[str, Any]], now: float
) -> list[dict[str, Any]]:
    """Save the cards that everybody gets on this date, unless another process was first; return
    those that are saved.
    """
    item = Item(
        f"box/{rules}", f"{DAY_KEY_PREFIX}{day}", msgspec.json.encode(cards), 1, until=now + DAY_CARDS_KEPT_SECONDS
    )
    try:
        store.table.write([PutItem(item, 0)])
    except Failed:
        return load_day_cards(store, rules, day) or list(cards)
    return list(cards)
