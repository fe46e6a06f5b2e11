"""Keeps what has become of a box's cards since it was printed: withdrawn, mended, or moved by how they fare.

Games that hold a card keep it as it was; whatever is laid out from then on is as it stands here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from host.core.store.items import HIGHEST, DeleteItem, Failed, Item, PutItem
from host.core.store.store import Store

CARD, NIGHT = "card/", "box"  # the note of the box itself stands before its cards


class CardChange(Struct, frozen=True, omit_defaults=True):
    """What is different about a card."""

    withdrawn: bool = False
    fields: Mapping[str, Any] = {}  # in place of the printed ones, as an operator has mended it
    scored: Mapping[str, Any] = {}  # and in place of those, as real answers have moved it
    moved: float = 0.0  # when real answers moved it last
    since: Mapping[str, int] = {}  # how it had fared by then

    @property
    def now(self) -> dict[str, Any]:
        """All that is otherwise than it was printed."""
        return {**self.fields, **self.scored}


_change = msgspec.json.Decoder(CardChange)


def changes(store: Store, rules: str) -> tuple[dict[str, CardChange], bool]:
    """All cards of which something is different; and has the box ever been opened here?"""
    found: dict[str, CardChange] = {}
    first = NIGHT
    while items := store.table.query(_box(rules), first, f"{CARD}{HIGHEST}"):
        for item in items:
            if item.sk != NIGHT and (change := store.read(item, _change.decode)):
                found[item.sk.removeprefix(CARD)] = change
        first = items[-1].sk + "\x00"
    return found, first != NIGHT


def of_card(store: Store, rules: str, card: str) -> CardChange:
    """What is different about this one."""
    return store.read(store.table.get(_box(rules), f"{CARD}{card}"), _change.decode) or CardChange()


def change(store: Store, rules: str, card: str, new: CardChange) -> None:
    """From now on it is like this; like the printed one, if nothing is different."""
    where = _box(rules), f"{CARD}{card}"
    store.table.write([DeleteItem(*where) if new == CardChange() else PutItem(Item(*where, msgspec.json.encode(new)))])


def last_night(store: Store, rules: str) -> tuple[float, int]:
    """When this box was looked over last, and the version of that note."""
    item = store.table.get(_box(rules), NIGHT)
    return store.moment(item), item.version if item else 0


def looked_over(store: Store, rules: str, now: float, version: int) -> bool:
    """It is looked over now; false, where somebody else was faster."""
    try:
        store.table.write([PutItem(Item(_box(rules), NIGHT, repr(now).encode(), version + 1), version)])
    except Failed:
        return False
    return True


def _box(rules: str) -> str:
    return f"box/{rules}"
