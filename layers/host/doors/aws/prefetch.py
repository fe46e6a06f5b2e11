"""A read cache for one input: what it is sure to need is read in one call, and nothing is read twice.

What has been written is known without another reading. Posts that others have saved may tell of newer states than
those that are known, so a query that finds any makes all of them be read again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from host.core.store.items import HIGHEST, AddToCounts, Item, ItemTable, Key, Op, PutItem, key_of


class PrefetchingTable:
    """A table for one thread that deals with one input at a time. It remembers nothing until it is told of one."""

    def __init__(self, table: ItemTable) -> None:
        self._table = table
        self.end()

    def begin(self, sure: Sequence[Key] = ()) -> None:
        """An input comes in, and these keys are sure to be needed; they are read along with the first one that is."""
        self.end()
        self._remembers, self._sure = True, list(sure)

    def end(self) -> None:
        """It has been dealt with."""
        self._remembers = False
        self._sure, self._known, self._written = list[Key](), dict[Key, Item | None](), set[Key]()

    def forget(self, pk: str) -> None:
        """Others may have changed this partition."""
        self._known = {key: item for key, item in self._known.items() if key[0] != pk}

    def get(self, pk: str, sk: str) -> Item | None:
        """One item, as it was when this input first looked, or as it has written it."""
        return self.several([(pk, sk)])[0]

    def several(self, keys: Sequence[Key], *, strong: bool = True) -> list[Item | None]:
        """Items by their keys."""
        if not (self._remembers and strong):
            return self._fetched(keys, strong=strong)
        if missing := [key for key in keys if key not in self._known]:
            wanted = list(dict.fromkeys([*missing, *self._sure]))
            self._known |= zip(wanted, self._fetched(wanted), strict=True)
            self._sure = []
        return [self._known[key] for key in keys]

    def _fetched(self, keys: Sequence[Key], *, strong: bool = True) -> list[Item | None]:
        if len(keys) == 1 and strong:
            return [self._table.get(*keys[0])]
        return self._table.several(keys, strong=strong)

    def write(self, ops: Sequence[Op]) -> None:
        """All of it or nothing. Where it did not happen, what was known was old."""
        try:
            self._table.write(ops)
        except BaseException:
            self._known = {}
            raise
        for op in ops if self._remembers else ():
            key = key_of(op)
            self._written.add(key)
            if isinstance(op, AddToCounts):
                self._known.pop(key, None)
            else:
                self._known[key] = op.item if isinstance(op, PutItem) else None

    def query(self, pk: str, first: str = "", last: str = HIGHEST, limit: int = 1000) -> list[Item]:
        """The items of one partition."""
        found = self._table.query(pk, first, last, limit)
        if any((item.pk, item.sk) not in self._written for item in found):
            self._known = {}
        return found

    def due_before(self, index: str, until: float, after: Item | None = None, limit: int = 100) -> list[Item]:
        """What is due in an index."""
        return self._table.due_before(index, until, after, limit)

    def purge(self, now: float) -> None:
        """Throw away what has expired."""
        self._table.purge(now)

    def every(self) -> Iterator[Item]:
        """Everything there is."""
        return self._table.every()
