"""A table in memory, for tests and simulations."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence

import msgspec

from host.core.store.items import (
    HIGHEST,
    DeleteItem,
    Failed,
    Item,
    ItemKey,
    Op,
    PutItem,
    apply_counts,
    is_condition_met,
    read_op_key,
)


class MemoryTable:
    """Items in dictionaries, one for each partition and index. They are copied on the way in and out, as in any other
    table.
    """

    def __init__(self) -> None:
        self._items: dict[str, dict[str, Item]] = {}
        self._indexes: dict[str, dict[ItemKey, Item]] = {}
        self._lock = threading.Lock()

    def get(self, pk: str, sk: str) -> Item | None:
        """Return a copy of the item with these two keys, or None if there is none."""
        with self._lock:
            found = self._find_item(pk, sk)
            return found and _copy_item(found)

    def several(self, keys: Sequence[ItemKey], *, strong: bool = True) -> list[Item | None]:  # noqa: ARG002 - here nothing ages
        """Return items by their keys, in the order of `keys`, None for a missing one. `strong` changes nothing here."""
        return [self.get(*key) for key in keys]

    def query(self, pk: str, first: str = "", last: str = HIGHEST, limit: int = 1000) -> list[Item]:
        """Return up to `limit` items of one partition with sort keys from `first` to `last`, in the order of these
        keys.
        """
        with self._lock:
            items = self._items.get(pk, {})
            keys = sorted(sk for sk in items if first <= sk <= last)
            return [_copy_item(items[sk]) for sk in keys[:limit]]

    def due_before(self, index: str, until: float, after: Item | None = None, limit: int = 100) -> list[Item]:
        """Return up to `limit` items of an index that are due by the time `until`, earliest first, or only those behind
        the item `after`.
        """
        start = _build_sort_key(after) if after else (float("-inf"), "", "")
        with self._lock:
            due = [item for item in self._indexes.get(index, {}).values() if item.when <= until]
            return [_copy_item(item) for item in sorted(due, key=_build_sort_key) if _build_sort_key(item) > start][
                :limit
            ]

    def write(self, ops: Sequence[Op]) -> None:
        """Write all these changes or none; raise Failed if a condition is not met."""
        with self._lock:
            found = {i: self._find_item(*read_op_key(op)) for i, op in enumerate(ops)}
            failed = {i: found[i] for i, op in enumerate(ops) if not is_condition_met(op, found[i])}
            if failed:
                raise Failed({i: item and _copy_item(item) for i, item in failed.items()})
            for op in ops:
                self._apply_op(op)

    def _find_item(self, pk: str, sk: str) -> Item | None:
        """Return the item itself (no copy) with these two keys, or None."""
        return self._items.get(pk, {}).get(sk)

    def _apply_op(self, op: Op) -> None:
        """Carry out one write (put, delete or count) on the items in memory; its condition is not checked here."""
        pk, sk = read_op_key(op)
        if isinstance(op, PutItem):
            self._remove_item(pk, sk)
            self._insert_item(_copy_item(op.item))
        elif isinstance(op, DeleteItem):
            self._remove_item(pk, sk)
        else:
            apply_counts(self._items.setdefault(pk, {}).setdefault(sk, Item(pk, sk)), op)

    def _insert_item(self, item: Item) -> None:
        """Put an item into its partition and, if it names one, into its index."""
        self._items.setdefault(item.pk, {})[item.sk] = item
        if item.index:
            self._indexes.setdefault(item.index, {})[item.pk, item.sk] = item

    def _remove_item(self, pk: str, sk: str) -> None:
        """Take the item with these keys out of its partition and index, if there is one."""
        item = self._items.get(pk, {}).pop(sk, None)
        if item is not None and item.index:
            del self._indexes[item.index][pk, sk]

    def purge(self, now: float) -> None:
        """Delete the items of the table that have a time of expiry and have reached it by the time `now`."""
        with self._lock:
            for item in [item for item in self._list_items() if 0 < item.until <= now]:
                self._remove_item(item.pk, item.sk)

    def every(self) -> Iterator[Item]:
        """Iterate over all items of the table."""
        with self._lock:
            return iter([_copy_item(item) for item in self._list_items()])

    def _list_items(self) -> list[Item]:
        """Return all items of the table (no copies)."""
        return [item for items in self._items.values() for item in items.values()]


def _build_sort_key(item: Item) -> tuple[float, str, str]:
    """Return what items of an index are ordered by: their time, then their keys."""
    return item.when, item.pk, item.sk


def _copy_item(item: Item) -> Item:
    """Return a copy of an item with counters of its own."""
    return msgspec.structs.replace(item, counts=dict(item.counts))
