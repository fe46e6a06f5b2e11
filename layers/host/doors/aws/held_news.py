"""The news that this invocation has saved with their games: which are still to be said, and which are done.

What is done to them is noted here alone, until the invocation lets go of them all in one write. Should it die before,
what it has said already is said again, once: nobody could know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from host.core.store.bases import SESSION
from host.core.store.commit import DUE, OUT, SEEN
from host.core.store.items import Drop, Item, Key, Op, Put
from host.core.store.news_beside import key, without
from host.doors.aws.post_leases import is_news

MOST = 16_000  # bytes: longer news are items of their own, as a game may not grow without bound


class HeldNews:
    """What lies with games, by the keys that it would have as items of its own."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """The invocation is over."""
        self._games = dict[str, Item]()
        self._left = dict[Key, Item]()
        self._done = dict[Key, None]()
        self._whose = dict[Key, str]()

    def among(self, found: Sequence[Item], pk: str, first: str, last: str) -> list[Item]:
        """What was found between these keys, and these in their places; others may have laid them there already."""
        mine = [item for (place, sk), item in self._left.items() if place == pk and first <= sk <= last]
        others = [item for item in found if (item.pk, item.sk) not in self._whose]
        return sorted([*others, *mine], key=lambda item: item.sk)

    def parted(self, ops: Sequence[Op]) -> tuple[list[Op], list[Op]]:
        """Changes of other things, and of these."""
        mine = [op for op in ops if key(op) in self._left]
        return [op for op in ops if key(op) not in self._left], mine

    def note(self, ops: Sequence[Op]) -> None:
        """These of them have changed."""
        for op in ops:
            if isinstance(op, Put):
                self._left[key(op)] = op.item
            else:
                self._left.pop(key(op), None)
                self._done[key(op)] = None

    def beside(self, ops: Sequence[Op]) -> list[Op]:
        """These changes, with news laid beside the game that they come with."""
        game = next((op for op in ops if isinstance(op, Put) and op.item.sk == SESSION), None)
        if game is None:
            return list(ops)
        earlier = self._of(game.item.pk)
        new = {key(op): op.item for op in ops if isinstance(op, Put) and _alone_ours(op.item)}
        if sum(len(item.body) for item in [*earlier, *new.values()]) > MOST:
            new = {}
        gone: list[Op] = [Drop(*each) for each in self._done if self._whose[each] == game.item.pk]
        if game.item.shelf != DUE:  # no look at the game would find them any more
            return [*ops, *map(Put, earlier), *gone]
        news = [*earlier, *new.values()]
        if not news:
            return [*ops, *gone]
        rest = [_with_news(op, game.item.pk, news) for op in ops if key(op) not in new]
        return [*rest, *gone]

    def saved(self, ops: Sequence[Op]) -> None:
        """All this has been saved."""
        for op in ops:
            if isinstance(op, Put) and op.item.sk == SESSION:
                for each in [each for each, pk in self._whose.items() if pk == op.item.pk]:
                    self._left.pop(each, None)
                    self._done.pop(each, None)
                    del self._whose[each]
                self._games.pop(op.item.pk, None)
                if op.item.news:
                    self._games[op.item.pk] = op.item
                    self._left |= {(each.pk, each.sk): each for each in op.item.news}
                    self._whose |= {(each.pk, each.sk): op.item.pk for each in op.item.news}

    def _of(self, pk: str) -> list[Item]:
        return [item for each, item in self._left.items() if self._whose[each] == pk]

    def let_go(self, now: float) -> Iterator[tuple[list[Op], Put, list[Op]]]:
        """For each game: what is left to others; how it lies with nothing beside it; and if somebody has saved it
        meanwhile, what must be taken away where they have laid it.
        """
        for pk, game in self._games.items():
            left: list[Op] = [
                Put(replace(item, holder="", held=0.0, shelf=OUT, when=item.when or now, version=item.version + 1))
                for item in self._of(pk)
            ]
            yield left, without(game), [Drop(*each) for each in self._done if self._whose[each] == pk]


def _alone_ours(item: Item) -> bool:
    """Is it news that nobody else would find?"""
    return is_news(item) and bool(item.holder) and not item.shelf


def _with_news(op: Op, game: str, news: list[Item]) -> Op:
    """The game with these beside it; and with what an input was answered, where to look for them."""
    if not isinstance(op, Put):
        return op
    if op.item.sk == SESSION:
        return replace(op, item=replace(op.item, news=news, holder=news[0].holder, held=max(n.held for n in news)))
    if op.item.sk == SEEN:
        return replace(op, item=replace(op.item, counts={**op.item.counts, game: 1}))
    return op
