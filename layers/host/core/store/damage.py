"""Whatever is kept but can no longer be read: it harms nothing beside it, and a mark shows it to the operator."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from engine.kernel import Illegal
from host.core.store.items import HIGHEST, DeleteItem, Failed, Item, ItemTable, Overloaded, PutItem

log = logging.getLogger(__name__)
Thing = TypeVar("Thing")
HOST, MARK = "host", "damaged/"
DAMAGED_GAME_TEXT = "The data of this game are damaged, so it is stopped. We know about it. All other games go on."
PERSON = "Your account's data is damaged, so you cannot use it. The operator can see it."


class Damaged(Illegal):
    """Something is stored but cannot be read."""

    code = "damaged"


class ItemReader:
    """Reads items of a table one by one, and marks those that are damaged."""

    def __init__(self, table: ItemTable) -> None:
        self.table = table

    def read(self, item: Item | None, decode: Callable[[bytes], Thing]) -> Thing | None:
        """Decode and return the body of an item; None if there is none, or if it is damaged, which is marked for the
        operator.
        """
        if item is None:
            return None
        try:
            if not item.damaged:
                return decode(item.body)
        except ValueError:
            pass
        self.mark_damaged(item.pk, item.sk)
        return None

    def read_counts(self, item: Item | None) -> dict[str, int]:
        """Return the counters of an item; if it is damaged, mark it for the operator and return none."""
        if item is not None and item.damaged:
            self.mark_damaged(item.pk, item.sk)
        return item.counts if item else {}

    def mark_damaged(self, pk: str, sk: str) -> None:
        """Mark an item as damaged for the operator to see; log it only once."""
        mark = Item(HOST, f"{MARK}{pk} {sk}", version=1)
        with suppress(Failed, Overloaded):
            if self.table.get(mark.pk, mark.sk) is not None:
                return
            self.table.write([PutItem(mark, 0)])
            log.error("skipping corrupt item pk=%s sk=%s", *redact_item_keys(pk, sk))

    def list_damaged(self) -> list[str]:
        """Return the keys of all items marked as damaged."""
        return [item.sk.removeprefix(MARK) for item in self.table.query(HOST, MARK, MARK + HIGHEST)]

    def clear_damage_mark(self, keys: str) -> None:
        """Delete the mark of a damaged item that is readable again or gone."""
        self.table.write([DeleteItem(HOST, f"{MARK}{keys}")])


def redact_item_keys(pk: str, sk: str) -> tuple[str, str]:
    """Return an item's keys for the log, with the parts that could identify people removed."""
    kind, _, _ = pk.partition("/")
    return (kind, sk) if kind == "who" else (pk, "who" if sk.startswith("who/") else sk)
