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
GAME = "What is kept of this game is damaged, so it stands still. The operator can see it; all other games go on."
PERSON = "What is kept of you is damaged, so nothing can be done in your name. The operator can see it."


class Damaged(Illegal):
    """Something is kept, but cannot be read."""

    code = "damaged"


class ItemReader:
    """Reads items of a table, each by itself."""

    def __init__(self, table: ItemTable) -> None:
        self.table = table

    def read(self, item: Item | None, decode: Callable[[bytes], Thing]) -> Thing | None:
        """What stands in an item; nothing if there is none, and nothing but a mark if it cannot be read."""
        if item is None:
            return None
        try:
            if not item.damaged:
                return decode(item.body)
        except ValueError:
            pass
        self.mark(item.pk, item.sk)
        return None

    def counted(self, item: Item | None) -> dict[str, int]:
        """The counts of an item."""
        if item is not None and item.damaged:
            self.mark(item.pk, item.sk)
        return item.counts if item else {}

    def mark(self, pk: str, sk: str) -> None:
        """The operator is to see that this cannot be read. One line in the log is enough, however often it is met."""
        mark = Item(HOST, f"{MARK}{pk} {sk}", version=1)
        with suppress(Failed, Overloaded):
            if self.table.get(mark.pk, mark.sk) is not None:
                return
            self.table.write([PutItem(mark, 0)])
            log.error("something that is kept is damaged, and stands aside: %s %s", *plain(pk, sk))

    def damaged(self) -> list[str]:
        """What has been met that cannot be read, by its keys."""
        return [item.sk.removeprefix(MARK) for item in self.table.query(HOST, MARK, MARK + HIGHEST)]

    def mended(self, keys: str) -> None:
        """This can be read again, or is gone."""
        self.table.write([DeleteItem(HOST, f"{MARK}{keys}")])


def plain(pk: str, sk: str) -> tuple[str, str]:
    """Its keys as a log may have them: by an identity people could be known."""
    kind, _, _ = pk.partition("/")
    return (kind, sk) if kind == "who" else (pk, "who" if sk.startswith("who/") else sk)
