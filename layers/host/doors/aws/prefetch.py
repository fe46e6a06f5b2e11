"""A read cache for one input, filled in one call with the keys that the same user's last input read.

What that is, is guessed: whatever the same person's last input about the same thing has read by key. All of it is
read anew, and a wrong guess costs a little capacity and nothing else. Whatever has been written, or has turned out to
be old, is read again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from host.core.store.items import HIGHEST, Item, ItemTable, Key, Op, PutItem

MOST_TOPICS = 10_000
MOST_KEYS = 12  # games are large: guessing wrong may not cost more than asking twice


class PrefetchingTable:
    """A table for one thread that deals with one input at a time. It remembers nothing until it is told of one."""

    def __init__(self, table: ItemTable) -> None:
        self._table = table
        self._habits: dict[str, list[Key]] = {}
        self._topics: tuple[str, ...] = ()
        self._guess: list[Key] = []
        self._known: dict[Key, Item | None] = {}
        self._asked: dict[Key, None] = {}

    def begin(self, *topics: str, sure: Sequence[Key] = ()) -> None:
        """An input comes in: what it is about, from near and from afar, and what it is sure to need."""
        self.end()
        habits = [key for topic in topics for key in self._habits.get(topic, [])]
        self._topics, self._guess = topics, list(dict.fromkeys([*sure, *habits]))[:MOST_KEYS]

    def end(self) -> None:
        """It has been dealt with."""
        for topic in self._topics if self._asked else ():
            self._habits.pop(topic, None)
            while len(self._habits) >= MOST_TOPICS:
                del self._habits[next(iter(self._habits))]
            self._habits[topic] = list(self._asked)
        self._topics, self._guess, self._known, self._asked = (), [], {}, {}

    def get(self, pk: str, sk: str) -> Item | None:
        """One item, as it was when this input first looked."""
        return self.several([(pk, sk)])[0]

    def several(self, keys: Sequence[Key], *, strong: bool = True) -> list[Item | None]:
        """Items by their keys."""
        if not (self._topics and strong):
            return self._fetched(keys, strong=strong)
        self._asked |= dict.fromkeys(keys)
        missing = [key for key in keys if key not in self._known]
        if missing:
            wanted = list(dict.fromkeys([*missing, *self._guess]))
            self._known |= zip(wanted, self._fetched(wanted), strict=True)
            self._guess = []
        return [self._known[key] for key in keys]

    def _fetched(self, keys: Sequence[Key], *, strong: bool = True) -> list[Item | None]:
        if len(keys) == 1 and strong:
            return [self._table.get(*keys[0])]
        return self._table.several(keys, strong=strong)

    def write(self, ops: Sequence[Op]) -> None:
        """All of it or nothing; and what was known is known no longer."""
        try:
            self._table.write(ops)
        except BaseException:
            self._known = {}
            raise
        for op in ops:
            key = (op.item.pk, op.item.sk) if isinstance(op, PutItem) else (op.pk, op.sk)
            self._known.pop(key, None)
            if key[1] == "session":  # a game that is begun or played will be asked for again
                self._asked[key] = None

    def query(self, pk: str, first: str = "", last: str = HIGHEST, limit: int = 1000) -> list[Item]:
        """The items of one partition. What is told of in them may be newer than what is known, which is forgotten."""
        self._known = {}
        return self._table.query(pk, first, last, limit)

    def due_before(self, index: str, until: float, after: Item | None = None, limit: int = 100) -> list[Item]:
        """What is due in an index."""
        return self._table.due_before(index, until, after, limit)

    def purge(self, now: float) -> None:
        """Throw away what has expired."""
        self._table.purge(now)

    def every(self) -> Iterator[Item]:
        """Everything there is."""
        return self._table.every()
