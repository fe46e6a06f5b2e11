"""A read cache for one input: what it is sure to need is read in one call, and nothing is read twice.

What has been written is known without another reading. Posts that others have saved may tell of newer states than
those that are known, so a query that finds any makes all of them be read again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from host.core.store.items import HIGHEST, AddToCounts, Item, ItemKey, ItemTable, Op, PutItem, read_op_key


class PrefetchingTable:
    """A read cache around a table for one thread that handles one input at a time. It caches nothing until `begin`."""

    def __init__(self, table: ItemTable) -> None:
        self._table = table
        self.end_input()

    def begin_input(self, sure: Sequence[ItemKey] = ()) -> None:
        """Start caching for an input; these keys are sure to be needed and are read along with the first one."""
        self.end_input()
        self._remembers, self._sure = True, list(sure)

    def end_input(self) -> None:
        """Stop caching and forget everything."""
        self._remembers = False
        self._sure, self._known, self._written = list[ItemKey](), dict[ItemKey, Item | None](), set[ItemKey]()

    def forget_partition(self, pk: str) -> None:
        """Forget this partition, because others may have changed it."""
        self._known = {key: item for key, item in self._known.items() if key[0] != pk}

    def get(self, pk: str, sk: str) -> Item | None:
        """Read one item as this input first read it or has written it."""
        return self.several([(pk, sk)])[0]

    def several(self, keys: Sequence[ItemKey], *, strong: bool = True) -> list[Item | None]:
        """Read items by their keys."""
        if not (self._remembers and strong):
            return self._fetch(keys, strong=strong)
        if missing := [key for key in keys if key not in self._known]:
            wanted = list(dict.fromkeys([*missing, *self._sure]))
            self._known |= zip(wanted, self._fetch(wanted), strict=True)
            self._sure = []
        return [self._known[key] for key in keys]

    def _fetch(self, keys: Sequence[ItemKey], *, strong: bool = True) -> list[Item | None]:
        if len(keys) == 1 and strong:
            return [self._table.get(*keys[0])]
        return self._table.several(keys, strong=strong)

    def write(self, ops: Sequence[Op]) -> None:
        """Write all operations or none. If that fails, the cache is dropped as stale."""
        try:
            self._table.write(ops)
        except BaseException:
            self._known = {}
            raise
        for op in ops if self._remembers else ():
            key = read_op_key(op)
            self._written.add(key)
            if isinstance(op, AddToCounts):
                self._known.pop(key, None)
            else:
                self._known[key] = op.item if isinstance(op, PutItem) else None

    def query(self, pk: str, first: str = "", last: str = HIGHEST, limit: int = 1000) -> list[Item]:
        """Read the items of one partition; drop the cache if others have written any of them."""
        found = self._table.query(pk, first, last, limit)
        if any((item.pk, item.sk) not in self._written for item in found):
            self._known = {}
        return found

    def due_before(self, index: str, until: float, after: Item | None = None, limit: int = 100) -> list[Item]:
        """Read what is due in an index."""
        return self._table.due_before(index, until, after, limit)

    def purge(self, now: float) -> None:
        """Delete what has expired."""
        self._table.purge(now)

    def every(self) -> Iterator[Item]:
        """Yield all items."""
        return self._table.every()
