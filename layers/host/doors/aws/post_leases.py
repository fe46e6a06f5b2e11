"""A lease on saved posts: the process that saved them may send them at once, and others wait.

Until they are sent they are held, and nobody else says what somebody holds.

Nor does anybody say what waits behind it, so that a place hears everything in order. Whoever cannot say them now puts
them in the index for others. Of a game that has a clock they need not be there before: if whoever held them dies, the
same input comes again until it is answered, and each look at the game's clock looks for what was never said.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from host.core.store.commit import DUE, LEFT, OUT, POST, SEEN
from host.core.store.items import DeleteItem, Item, Op, PutItem

LASTS = 30.0  # seconds: longer than a function may take
AGAIN = 1.0  # seconds after which to look whether somebody is done


class PostLeases:
    """What this invocation holds, and what it may say."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self.end()

    @property
    def name(self) -> str:
        """Under which this invocation holds what it saves."""
        return self._name

    def begin(self, prefix: str) -> None:
        """From now on, what is saved for places that begin so is held; nothing else is said."""
        self._prefix, self._name = prefix, os.urandom(8).hex()

    def end(self) -> None:
        """The invocation is over."""
        self._prefix = self._name = ""
        self._stopped = dict[str, float]()

    def held(self, ops: Sequence[Op]) -> list[Op]:
        """These changes, with news that wait for us alone."""
        if not self._prefix:
            return list(ops)
        puts = [op.item for op in ops if isinstance(op, PutItem)]
        clocked = any(item.index == DUE for item in puts)
        places = {place: 1 for op in ops if (place := heard_at(op)).startswith(self._prefix)}
        return [self._held(op, places, clocked=clocked) if isinstance(op, PutItem) else op for op in ops]

    def _held(self, put: PutItem, places: dict[str, int], *, clocked: bool) -> PutItem:
        item = put.item
        if item.sk == SEEN:  # should the input come again, it is known where to look
            return PutItem(replace(item, counts=places), put.expect)
        if not is_news(item, self._prefix):
            return put
        now = self._now()
        held = replace(item, version=int(now * 1000), holder=self._name, held=now + LASTS)
        return PutItem(replace(held, index="", when=0.0) if clocked else held)

    def ours(self, items: list[Item]) -> list[Item]:
        """Of what waits in a place, that which we may say: up to the first that is not ours to say."""
        now = self._now()
        for n, item in enumerate(items):
            if item.holder != self._name if self._prefix else item.held > now:
                self._stopped[item.pk] = min(max(item.held, now), now + AGAIN)
                return items[:n]
        return items

    def left(self, items: Sequence[Item]) -> list[Op]:
        """The change by which others may say those of them that we hold."""
        mine = [item for item in items if item.holder == self._name]
        return [_laid(replace(item, holder="", held=0.0), self._now()) for item in mine]

    def stopped(self, place: str) -> float:
        """When to look again in a place where somebody else comes first; 0: nobody does."""
        return self._stopped.get(f"chat:{place}", 0.0)


def unlaid(items: Sequence[Item], now: float) -> list[Op]:
    """The changes by which the sweep finds those that lie nowhere."""
    return [_laid(item, max(item.held, now)) for item in items if not item.index]


def _laid(item: Item, when: float) -> PutItem:
    """Nothing is done to it if somebody has dealt with it meanwhile."""
    return PutItem(replace(item, index=OUT, when=when, version=item.version + 1), item.version)


def heard_at(op: Op) -> str:
    """The place where this is something to be said, or where something may have been left unsaid."""
    if isinstance(op, PutItem):
        return op.item.pk.removeprefix("chat:") if is_news(op.item) else ""
    return op.pk.removeprefix("chat:") if is_hint(op) else ""


def is_hint(op: Op) -> bool:
    """Does it change nothing, and only say where something may have been left unsaid?"""
    return isinstance(op, DeleteItem) and op.sk == LEFT


def is_news(item: Item, prefix: str = "") -> bool:
    """Is it something that waits to be said?"""
    return item.sk.startswith(POST) and item.pk.startswith(f"chat:{prefix}")
