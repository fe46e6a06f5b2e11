"""A table in memory, for tests and simulations."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence

import msgspec

from host.core.store.items import HIGHEST, DeleteItem, Failed, Item, Key, Op, PutItem, added, holds, key_of


class MemoryTable:
    """Items in dictionaries, one for each partition and index. They go in and out as copies, as they would anywhere."""

    def __init__(self) -> None:
        self._items: dict[str, dict[str, Item]] = {}
        self._indexes: dict[str, dict[Key, Item]] = {}
        self._lock = threading.Lock()

    def get(self, pk: str, sk: str) -> Item | None:
        """One item."""
        with self._lock:
            found = self._found(pk, sk)
            return found and _copy(found)

    def several(self, keys: Sequence[Key], *, strong: bool = True) -> list[Item | None]:  # noqa: ARG002 - here nothing ages
        """Items by their keys."""
        return [self.get(*key) for key in keys]

    def query(self, pk: str, first: str = "", last: str = HIGHEST, limit: int = 1000) -> list[Item]:
        """The items of one partition, in order."""
        with self._lock:
            items = self._items.get(pk, {})
            keys = sorted(sk for sk in items if first <= sk <= last)
            return [_copy(items[sk]) for sk in keys[:limit]]

    def due_before(self, index: str, until: float, after: Item | None = None, limit: int = 100) -> list[Item]:
        """The items of an index by their entries, earliest first."""
        start = _rank(after) if after else (float("-inf"), "", "")
        with self._lock:
            due = [item for item in self._indexes.get(index, {}).values() if item.when <= until]
            return [_copy(item) for item in sorted(due, key=_rank) if _rank(item) > start][:limit]

    def write(self, ops: Sequence[Op]) -> None:
        """All of it or nothing."""
        with self._lock:
            found = {i: self._found(*key_of(op)) for i, op in enumerate(ops)}
            failed = {i: found[i] for i, op in enumerate(ops) if not holds(op, found[i])}
            if failed:
                raise Failed({i: item and _copy(item) for i, item in failed.items()})
            for op in ops:
                self._do(op)

    def _found(self, pk: str, sk: str) -> Item | None:
        return self._items.get(pk, {}).get(sk)

    def _do(self, op: Op) -> None:
        pk, sk = key_of(op)
        if isinstance(op, PutItem):
            self._drop(pk, sk)
            self._keep(_copy(op.item))
        elif isinstance(op, DeleteItem):
            self._drop(pk, sk)
        else:
            added(self._items.setdefault(pk, {}).setdefault(sk, Item(pk, sk)), op)

    def _keep(self, item: Item) -> None:
        self._items.setdefault(item.pk, {})[item.sk] = item
        if item.index:
            self._indexes.setdefault(item.index, {})[item.pk, item.sk] = item

    def _drop(self, pk: str, sk: str) -> None:
        item = self._items.get(pk, {}).pop(sk, None)
        if item is not None and item.index:
            del self._indexes[item.index][pk, sk]

    def purge(self, now: float) -> None:
        """Throw away what has expired."""
        with self._lock:
            for item in [item for item in self._all() if 0 < item.until <= now]:
                self._drop(item.pk, item.sk)

    def every(self) -> Iterator[Item]:
        """Everything there is."""
        with self._lock:
            return iter([_copy(item) for item in self._all()])

    def _all(self) -> list[Item]:
        return [item for items in self._items.values() for item in items.values()]


def _rank(item: Item) -> tuple[float, str, str]:
    return item.when, item.pk, item.sk


def _copy(item: Item) -> Item:
    return msgspec.structs.replace(item, counts=dict(item.counts))
