"""A table that is busy, slow, forgetful with answers and late with its index; and a witness of what it really did."""

import zlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from host.core.store import MemoryTable
from host.core.store.items import ANSWER_KEY, HIGHEST, POST, Failed, Item, ItemKey, Op, Overloaded, PutItem
from tests.chaos.outside import Outside


class Saving(NamedTuple):
    """One input that was saved: when, in which game, under which mark, and all that came with it. Of a game with
    thousands of inputs all sessions together are gigabytes, if they are not packed.
    """

    at: float
    game: str
    mark: str
    packed: bytes  # the session
    entry: bytes
    posts: list[bytes]


class Witness:
    """Sees every transaction that really happened."""

    def __init__(self) -> None:
        self.savings: list[Saving] = []
        self.games: dict[str, str] = {}  # by the mark of the input that opened it
        self.loose: list[tuple[float, bytes]] = []  # words that belong to no game
        self.answered: set[str] = set()  # the marks of all inputs, for longer than the table remembers them

    def saw(self, now: float, ops: Sequence[Op]) -> None:
        """A transaction has happened."""
        puts = [op.item for op in ops if isinstance(op, PutItem)]
        self.answered |= {item.pk.removeprefix("seen/") for item in puts if item.sk == ANSWER_KEY}
        entry = next((item for item in puts if item.sk.startswith("log/")), None)
        if entry is None:
            self.loose += [(now, item.body) for item in puts if is_news(item) and item.sk.endswith("/")]
            return
        session = next(item for item in puts if item.sk == "session")
        mark = next((item.pk.removeprefix("seen/") for item in puts if item.sk == ANSWER_KEY), "")
        game = session.pk.removeprefix("game/")
        posts = [item.body for item in puts if is_news(item)]
        self.savings.append(Saving(now, game, mark, zlib.compress(session.body, 1), entry.body, posts))
        if session.version == 1:
            self.games[mark] = game


class ChaoticTable:
    """The table as one process sees it."""

    def __init__(self, table: MemoryTable, outside: Outside, witness: Witness) -> None:
        self._table, self._outside, self._witness = table, outside, witness
        self._fresh = outside.fresh

    def get(self, pk: str, sk: str) -> Item | None:
        """One item."""
        self._reached("get", pk, sk)
        return self._table.get(pk, sk)

    def several(self, keys: Sequence[ItemKey], *, strong: bool = True) -> list[Item | None]:
        """Items by their keys."""
        self._reached("several", keys)
        return self._table.several(keys, strong=strong)

    def query(self, pk: str, first: str = "", last: str = HIGHEST, limit: int = 1000) -> list[Item]:
        """The items of one partition."""
        self._reached("query", pk, first)
        return self._table.query(pk, first, last, limit)

    def due_before(self, index: str, until: float, after: Item | None = None, limit: int = 100) -> list[Item]:
        """What the index knows by now."""
        self._reached("index", index)
        lag, now = self._outside.weather.lag, self._outside.sim.now
        found = self._table.due_before(index, until, after, limit)
        return [item for item in found if not lag or self._fresh.get((item.pk, item.sk), 0.0) <= now - lag]

    def write(self, ops: Sequence[Op]) -> None:
        """All of it or nothing, and perhaps no word of it."""
        outside = self._outside
        self._reached("write", _named(ops[0]))
        try:
            self._table.write(ops)
        except Failed:
            if not _named(ops[0]).startswith("lane/"):  # somebody else speaks there: no trouble
                outside.befell["conflict"] += 1
            raise
        self._witness.saw(outside.sim.now, ops)
        for op in ops:
            if isinstance(op, PutItem) and op.item.index:
                self._fresh[op.item.pk, op.item.sk] = outside.sim.now
        if outside.hits("unanswered"):
            raise Overloaded
        outside.step("written")

    def _reached(self, *what: object) -> None:
        self._outside.step(*what)
        if self._outside.hits("busy"):
            raise Overloaded

    def purge(self, now: float) -> None:
        """Throw away what has expired."""
        self._table.purge(now)

    def every(self) -> Iterator[Item]:
        """Everything there is."""
        return self._table.every()


def is_news(item: Item) -> bool:
    """Is it something that waits to be said?"""
    return item.sk.startswith(POST)


def _named(op: Op) -> str:
    pk, sk = (op.item.pk, op.item.sk) if isinstance(op, PutItem) else (op.pk, op.sk)
    return f"{pk} {sk}"
