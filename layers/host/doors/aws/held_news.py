"""The news that this invocation has saved with their games: which are still to be said, and which are done.

What is done to them is noted here alone, until the invocation lets go of them all in one write. Should it die before,
what it has said already is said again, once: nobody could know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from host.core.store.bases import SESSION
from host.core.store.commit import DUE, OUT, SEEN
from host.core.store.items import DeleteItem, Item, Key, Op, PutItem
from host.core.store.news_beside import key, lying_version, nameless, names, waits_until, without
from host.core.store.packing import packed
from host.doors.aws.post_leases import is_news

LOOKED_AT = 48 * 3600.0  # seconds: what an input was answered is kept for longer than that
ROOM = 1600  # bytes, packed: even with a second kilobyte that is cheaper than a game which is written twice
MOST = 16_000  # bytes: longer news are items of their own, as a game may not grow without bound
A_WHILE = 10.0  # seconds: what waits for fate as long is laid before its game lets go of it, for half the price of both
# in one; should somebody save the game just then, and lay it once more, nobody has said it yet
MOST_NEWS = 40  # so are more: two games' worth of them are laid, or taken back, in one transaction


class SavedWithNews(NamedTuple):
    """Changes as they are to be saved, the game among them, and the news that lie with it then."""

    ops: list[Op]
    game: Item | None = None
    news: Sequence[Item] = ()


class LetGo(NamedTuple):
    """How the news of a game are left to others: first one by one what nobody may say yet, and then all else at once;
    or, where somebody has saved the game meanwhile and laid them where they have their place, what is known of each is
    noted there, if nobody has dealt with it.
    """

    first: list[Op]
    at_once: list[Op]
    too_late: list[Op]


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
        self._laid = set[str]()

    def noticed(self, game: Item) -> None:
        """A game as it is now: somebody may have saved it, and laid what lay there where it has its place."""
        mine = self._games.get(game.pk)
        if mine is not None and (game.version, game.holder) != (mine.version, mine.holder):
            self._laid.add(game.pk)

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
            if isinstance(op, PutItem):
                self._left[key(op)] = op.item
            else:
                self._left.pop(key(op), None)
                self._done[key(op)] = None

    def beside(self, ops: Sequence[Op], now: float) -> SavedWithNews:
        """These changes, with news laid beside the game that they come with."""
        game = next((op.item for op in ops if isinstance(op, PutItem) and op.item.sk == SESSION), None)
        if game is None:
            return SavedWithNews(list(ops))
        earlier = self._of(game.pk)
        new = [op.item for op in ops if isinstance(op, PutItem) and _found_by_nobody(op.item)]
        gone: list[Op] = [DeleteItem(*each) for each in self._done if self._whose[each] == game.pk]
        if game.pk in self._laid:  # there they stay: whoever has laid them waits for them, and may have more to say
            gone += [PutItem(replace(item, index=OUT, when=item.held)) for item in earlier]
            earlier = []
        whole = [*earlier, *new]
        crowded = sum(len(item.body) for item in whole) > MOST or len(whole) > MOST_NEWS
        if game.index != DUE or crowded:  # no look at the game would find them any more; or none may lie before others
            return SavedWithNews([*ops, *map(PutItem, earlier), *gone], game)
        changed = {(item.pk, item.sk): item for item in _with(game, earlier, new, _answer(ops), now)} if whole else {}
        new_keys = {(item.pk, item.sk) for item in new}
        rest = [_changed(op, changed) for op in ops if key(op) not in new_keys]
        return SavedWithNews([*rest, *gone], changed.get((game.pk, game.sk), game), whole)

    def saved(self, laid: SavedWithNews) -> None:
        """All this has been saved."""
        if laid.game is None:
            return
        pk = laid.game.pk
        for each in [each for each, whose in self._whose.items() if whose == pk]:
            self._left.pop(each, None)
            self._done.pop(each, None)
            del self._whose[each]
        self._games.pop(pk, None)
        self._laid.discard(pk)
        if laid.news:
            self._games[pk] = laid.game
            self._left |= {(each.pk, each.sk): each for each in laid.news}
            self._whose |= {(each.pk, each.sk): pk for each in laid.news}

    def _of(self, pk: str) -> list[Item]:
        return [item for each, item in self._left.items() if self._whose[each] == pk]

    def let_go(self, now: float) -> Iterator[LetGo]:
        """For each game: it lies with nothing beside it, and what has not been said where others find it."""
        for pk, game in self._games.items():
            left = [replace(item, holder="", held=0.0, index=OUT, when=item.when or now) for item in self._of(pk)]
            lies, puts = lying_version(game), [PutItem(replace(item, version=item.version + 1)) for item in left]
            wait = all(waits_until(item.body) > now + A_WHILE for item in left)
            yield LetGo(
                [*puts] if wait else [],
                [*([] if wait else puts), without(game)],
                [*(PutItem(replace(item, version=lies + 1), lies) for item in left),
                 *(DeleteItem(*each) for each in self._done if self._whose[each] == pk)],
            )  # fmt: skip


def _found_by_nobody(item: Item) -> bool:
    """Is it news that only its holder knows of?"""
    return is_news(item) and bool(item.holder) and not item.index


def _answer(ops: Sequence[Op]) -> Item | None:
    return next((op.item for op in ops if isinstance(op, PutItem) and op.item.sk == SEEN), None)


def _changed(op: Op, changed: dict[Key, Item]) -> Op:
    return replace(op, item=changed[key(op)]) if isinstance(op, PutItem) and key(op) in changed else op


def _with(game: Item, earlier: list[Item], new: list[Item], answer: Item | None, now: float) -> list[Item]:
    """The game with these beside it; and what the input was answered, with new ones if there is room for them there,
    and in any case with where to look.
    """
    whole = [*earlier, *new]
    lying = replace(game, news=whole, holder=whole[0].holder, held=max(item.held for item in whole))
    if answer is None:
        return [lying]
    answer = replace(answer, counts={**answer.counts, game.pk: 1})
    small = [Item(item.pk, item.sk, nameless(item.body)) for item in new]
    if not small or game.moment > now + LOOKED_AT or len(packed(b"".join(item.body for item in small))) > ROOM:
        return [lying, answer]
    lying.news = [*earlier, Item(answer.pk, SEEN, names(new[0].body))]
    return [lying, replace(answer, news=small)]
