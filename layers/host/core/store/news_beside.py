"""Keeps news with their game for as long as they need not be found by their place, so that no other write is paid.

Whoever saves news with a game mostly says them at once. They lie in the game's own item then, under the name of that
holder, who takes them away with one more write when all is said. Whoever saves the game meanwhile lays them into items
of their own, in the same transaction: nothing is ever lost with the game that is replaced. And nobody saves a game
with news that have just been taken away: it must be held by whom it was held when it was read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeGuard

from msgspec.structs import replace

from host.core.store.bases import SESSION
from host.core.store.commit import OUT
from host.core.store.items import HIGHEST, MOST_OPS, Failed, Item, ItemTable, Key, Op, Put

MOST_GAMES = 1000


class Lying(NamedTuple):
    """What lies with a version of a game."""

    version: int = 0
    holder: str = ""
    news: Sequence[Put] = ()


class NewsBeside:
    """A table that leaves nothing unsaid where a game is replaced with which there were news."""

    def __init__(self, table: ItemTable) -> None:
        self._table = table
        self._known: dict[str, Lying] = {}

    def get(self, pk: str, sk: str) -> Item | None:
        """One item."""
        return self._noted(self._table.get(pk, sk))

    def several(self, keys: Sequence[Key], *, strong: bool = True) -> list[Item | None]:
        """Items by their keys."""
        return [self._noted(item) for item in self._table.several(keys, strong=strong)]

    def _noted(self, item: Item | None) -> Item | None:
        if item is not None and item.sk == SESSION:
            self._known.pop(item.pk, None)
            while len(self._known) >= MOST_GAMES:
                self._known.pop(next(iter(self._known)), None)
            self._known[item.pk] = Lying(item.version, item.holder, laid(item))
        return item

    def query(self, pk: str, first: str = "", last: str = HIGHEST, limit: int = 1000) -> list[Item]:
        """The items of one partition."""
        return self._table.query(pk, first, last, limit)

    def due_before(self, shelf: str, until: float, after: Item | None = None, limit: int = 100) -> list[Item]:
        """What is due on a shelf."""
        return self._table.due_before(shelf, until, after, limit)

    def write(self, ops: Sequence[Op]) -> None:
        """All of it or nothing, and with it what lay with games that are replaced."""
        before = [self._before(op) if _is_game(op) and op.expect else None for op in ops]
        known = [_expecting(op, lying) for op, lying in zip(ops, before, strict=True)]
        touched = {key(op) for op in ops}
        touched |= {(each.pk, each.sk) for op in ops if _is_game(op) for each in op.item.news}
        left = [
            put
            for op, lying in zip(ops, before, strict=True)
            if lying and _is_game(op) and op.expect != op.item.version
            for put in lying.news
            if key(put) not in touched
        ]
        if len(known) + len(left) > MOST_OPS:  # then for a moment they lie in both, which is no harm
            self._table.write(left[:MOST_OPS])
            left = []
        try:
            self._table.write([*known, *left])
        except Failed:
            for op in ops:
                self._known.pop(key(op)[0], None)
            raise
        for op in ops:
            if _is_game(op):
                self._noted(op.item)

    def _before(self, put: Put) -> Lying | None:
        """What lies with the version that is to be replaced; nothing is known where that is not there any more."""
        lying = self._known.get(put.item.pk, Lying())
        if lying.version != put.expect:
            self.get(put.item.pk, put.item.sk)
            lying = self._known.get(put.item.pk, Lying())
        return lying if lying.version == put.expect else None

    def purge(self, now: float) -> None:
        """Throw away what has expired."""
        self._table.purge(now)

    def every(self) -> Iterator[Item]:
        """Everything there is."""
        return self._table.every()


def laid(game: Item) -> list[Put]:
    """What lies with this game as items of their own, for others to say once it is held no more."""
    version = int(game.held * 1000)
    return [
        Put(Item(each.pk, each.sk, each.body, version, {}, OUT, game.held, holder=game.holder, held=game.held))
        for each in game.news
    ]


def without(game: Item) -> Put:
    """The game with nothing beside it, if what was there is still held by whom it was held."""
    return Put(replace(game, news=[], holder="", held=0.0), game.version, game.holder)


def key(op: Op) -> Key:
    """What this changes."""
    return (op.item.pk, op.item.sk) if isinstance(op, Put) else (op.pk, op.sk)


def _is_game(op: Op) -> TypeGuard[Put]:
    return isinstance(op, Put) and op.item.sk == SESSION


def _expecting(op: Op, lying: Lying | None) -> Op:
    if lying is None or not isinstance(op, Put) or op.held_by is not None:
        return op
    return replace(op, held_by=lying.holder)
