"""Keeps a game as what has changed since its base, an earlier state of it, so that most writes take one kilobyte.

A base lies beside its game, and is only laid anew together with it, in one transaction. So a game always can be read:
whoever finds another base than the game was packed with has come between two transactions, and reads both again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from host.core.store.items import MOST_OPS, Item, Key, Op, PutItem
from host.core.store.packing import packed, packed_since

SESSION, BASE = "session", "base"
ROOM = 570  # bytes: what a kilobyte holds beside keys, numbers and some lines of the log
PART = 5  # of a game that is larger, what has changed may be so much of it
LARGEST = 28_000  # bytes; of a longer body a packer would not see the beginning any more
MOST = 1000  # games whose bases are kept in mind


class BaseState(NamedTuple):
    """A state of a game, under the number of its version then."""

    number: int
    body: bytes


class BaseStates:
    """The bases that this process has met, of late.

    A game may be packed with one only to replace the very version that was: then it is the one that lies there.
    """

    def __init__(self) -> None:
        self._known: dict[str, BaseState | None] = {}  # None: there was none
        self._packed: dict[str, tuple[int, BaseState]] = {}  # the version that was packed last, and with which

    def of(self, pk: str, sk: str) -> BaseState | None:
        """What this item may have been packed with."""
        return self._known.get(pk) if sk == SESSION else None

    def for_next(self, op: Op) -> BaseState | None:
        """What the item that is put here may be packed with."""
        if not isinstance(op, PutItem) or op.item.sk != SESSION or not op.expect:
            return None
        version, base = self._packed.get(op.item.pk, (0, None))
        return base if version == op.expect else None

    def was_packed(self, pk: str, version: int, base: BaseState) -> None:
        """This version of the game was packed with this base, which lies there with it."""
        self.note(pk, base)
        self._packed[pk] = (version, base)

    def with_unknown(self, keys: Sequence[Key]) -> list[Key]:
        """These keys, and those of bases that may be needed to read what is there."""
        bases = [(pk, BASE) for pk, sk in keys if sk == SESSION and pk not in self._known]
        return list(dict.fromkeys([*keys, *bases]))

    def note(self, pk: str, base: BaseState | None) -> None:
        """This is the base of that game now, or it has none."""
        if pk in self._known and self._known[pk] == base:
            return
        self.forget(pk)
        while len(self._known) >= MOST:
            self.forget(next(iter(self._known)))
        self._known[pk] = base

    def forget(self, pk: str) -> None:
        """It has been laid anew by others, or nothing is packed with it."""
        self._packed.pop(pk, None)
        self._known.pop(pk, None)

    def used(self, op: Op, anew: dict[str, BaseState]) -> BaseState | None:
        """What is put here is packed with this, if these are laid anew."""
        return (isinstance(op, PutItem) and op.item.sk == SESSION and anew.get(op.item.pk)) or self.for_next(op)

    def written(self, ops: Sequence[Op], used: Sequence[BaseState | None]) -> None:
        """All this has happened, each packed with that."""
        for op, base in zip(ops, used, strict=True):
            if isinstance(op, PutItem) and op.item.sk == SESSION:
                if base:
                    self.was_packed(op.item.pk, op.item.version, base)
                else:
                    self.note(op.item.pk, None)

    def laid_anew(self, ops: Sequence[Op]) -> dict[str, BaseState]:
        """The new bases that belong into this transaction, by their games."""
        games = [op for op in ops if isinstance(op, PutItem) and op.item.sk == SESSION]
        anew = [op.item for op in games if _outgrown(op.item, self.for_next(op))]
        return {item.pk: BaseState(item.version, item.body) for item in anew[: MOST_OPS - len(ops)]}


def _outgrown(item: Item, base: BaseState | None) -> bool:
    if not ROOM < len(item.body) <= LARGEST or len(packed(item.body)) <= ROOM:
        return False
    return base is None or len(packed_since(item.body, base.body)) > max(ROOM, len(packed(base.body)) // PART)


def laid(pk: str, base: BaseState) -> PutItem:
    """The base as it is kept."""
    return PutItem(Item(pk, BASE, base.body, base.number))


def is_base(item: Item) -> bool:
    """Is it a base, which is nothing by itself?"""
    return item.sk == BASE
