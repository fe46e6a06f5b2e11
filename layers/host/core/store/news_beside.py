"""Keeps news with their game for as long as they need not be found by their place, so that no other write is paid.

Whoever saves news with a game mostly says them at once. They lie in the game's own item then, under the name of that
holder, who takes them away with one more write when all is said. Whoever saves the game meanwhile lays them into items
of their own, in the same transaction: nothing is ever lost with the game that is replaced. And nobody saves a game
with news that have just been taken away: it must be held by whom it was held when it was read.

Where there is room with what the input was answered, which is written at the same time, they lie there, and the game
only says so. That stays for some days, so names do not go along: those who are forgotten must not stay there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeGuard

import msgspec
from msgspec.structs import replace

from host.core.session import Post
from host.core.store.bases import SESSION
from host.core.store.commit import OUT, SEEN
from host.core.store.items import HIGHEST, MOST_OPS, Failed, Item, ItemTable, Key, Op, PutItem

MOST_GAMES = 1000

_post = msgspec.json.Decoder(Post)
_names = msgspec.json.Decoder(dict[str, str])


class NewsBeside:
    """A table that leaves nothing unsaid where a game is replaced with which there were news."""

    def __init__(self, table: ItemTable) -> None:
        self._table = table
        self._known: dict[str, Item] = {}  # games, without their bodies

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
            self._known[item.pk] = replace(item, body=b"")
        return item

    def query(self, pk: str, first: str = "", last: str = HIGHEST, limit: int = 1000) -> list[Item]:
        """The items of one partition."""
        return self._table.query(pk, first, last, limit)

    def due_before(self, index: str, until: float, after: Item | None = None, limit: int = 100) -> list[Item]:
        """What is due in an index."""
        return self._table.due_before(index, until, after, limit)

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
            for put in (self.laid(lying) if lying.news else ())
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

    def _before(self, put: PutItem) -> Item | None:
        """The version that is to be replaced, with what lies there; nothing, where that is not there any more."""
        lying = self._known.get(put.item.pk)
        if lying is None or lying.version != put.expect:
            self.get(put.item.pk, put.item.sk)
            lying = self._known.get(put.item.pk)
        return lying if lying and lying.version == put.expect else None

    def laid(self, game: Item) -> list[PutItem]:
        """What lies with this game as items of their own, for others to say once it is held no more."""
        held = Item("", "", b"", lying_version(game), {}, OUT, game.held, holder=game.holder, held=game.held)
        return [
            PutItem(replace(held, pk=each.pk, sk=each.sk, body=each.body))
            for lying in game.news
            for each in ([lying] if lying.sk != SEEN else self._answered(lying))
        ]

    def _answered(self, lying: Item) -> list[Item]:
        answer = self._table.get(lying.pk, SEEN)
        return [replace(each, body=named(each.body, lying.body)) for each in answer.news] if answer else []

    def purge(self, now: float) -> None:
        """Throw away what has expired."""
        self._table.purge(now)

    def every(self) -> Iterator[Item]:
        """Everything there is."""
        return self._table.every()


def waits_until(body: bytes) -> float:
    """When news may be said at the earliest."""
    return _post.decode(body).after


def nameless(body: bytes) -> bytes:
    """News without names."""
    return msgspec.json.encode(replace(_post.decode(body), names={}))


def names(body: bytes) -> bytes:
    """The names in news: all of one input have the same."""
    return msgspec.json.encode(_post.decode(body).names)


def named(body: bytes, those: bytes) -> bytes:
    """News with these names again."""
    return msgspec.json.encode(replace(_post.decode(body), names=_names.decode(those)))


def without(game: Item) -> PutItem:
    """The game with nothing beside it, if what was there is still held by whom it was held."""
    return PutItem(replace(game, news=[], holder="", held=0.0), game.version, game.holder)


def lying_version(game: Item) -> int:
    """Of what lay with this game, once somebody has laid it as items of its own."""
    return int(game.held * 1000)


def key(op: Op) -> Key:
    """What this changes."""
    return (op.item.pk, op.item.sk) if isinstance(op, PutItem) else (op.pk, op.sk)


def _is_game(op: Op) -> TypeGuard[PutItem]:
    return isinstance(op, PutItem) and op.item.sk == SESSION


def _expecting(op: Op, lying: Item | None) -> Op:
    if lying is None or not isinstance(op, PutItem) or op.held_by is not None:
        return op
    return replace(op, held_by=lying.holder)
