"""After each commit, queues what is left to be said or soon to be done (errands), and sets the game's timer.

A timer is about as exact as a minute, so what is due within the next one is an errand, which waits in the queue until
then. A timer that fires too early does no harm, but moving it costs nothing, and firing does. Whatever is lost here,
the sweep finds in its index some minutes later: there, moving does cost, and so games lie where they last. News that
somebody held and died with are not there: `holds` says who finds those.

An errand may lead to the next one, for as long as a game goes on with nobody at it; AWS is told to let it. So that no
fault can ever turn this into a mill that runs at full speed, errands that come one out of the other without any pause
are counted. No game needs as many; one that does waits for a timer instead.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Protocol

import msgspec

from host.core.store.aws import AWS_ERRORS
from host.core.store.bases import SESSION
from host.core.store.commit import DUE, POST, SEEN
from host.core.store.items import HIGHEST, Failed, Item, ItemTable, Key, Op, Overloaded, PutItem
from host.core.store.news_beside import NewsBeside, key, without
from host.doors.aws import due_index
from host.doors.aws.held_news import HeldNews
from host.doors.aws.post_leases import PostLeases, heard_at, is_hint, unlaid
from host.doors.registry import looked_after

log = logging.getLogger(__name__)
SOON = 60.0
LOOKED_AFTER = tuple(
    door.places for door, _ in looked_after()
)  # whoever reads these places once a minute says what waits there, too
SLACK = 1.0
PAUSE = 1.0  # seconds: who waits as long starts a new chain of errands
MOST_HOPS = 500  # of one chain: each does up to a hundred steps of a game


class GameTimers(Protocol):
    """One timer a game."""

    def set(self, game_id: str, due: float, *, anew: bool) -> None:
        """The clock shall look at this game then, and not when it was set to; there is none yet if it is `anew`."""


class Errands(Protocol):
    """A queue in which errands to one place stay in order."""

    def send(self, games: Mapping[str, float], places: Sequence[str], once: str = "", hops: int = 0) -> None:
        """Have these games looked at, each when it is due, and these places served; under one name only once.

        So many errands have led to these without a pause.
        """


class IndexingTable:
    """A table that lays games in their index where they last, and notes what is there, until `wake` sees to it."""

    def __init__(self, table: ItemTable, timers: GameTimers, errands: Errands, now: Callable[[], float]) -> None:
        self._table, self._timers, self._errands, self._now = NewsBeside(table), timers, errands, now
        self._before: dict[str, float] = {}
        self._due: dict[str, float] = {}
        self._places: dict[str, None] = {}
        self._left: list[str] = []  # places where no look at a game's clock finds any more what is left unsaid
        self._lies: dict[str, tuple[float, float]] = {}  # when a game is due, and where its entry lies
        self.leases, self._held = PostLeases(now), HeldNews()
        self.hops = 0  # how many errands have led to this invocation without a pause, itself included
        self.again: list[str] = []  # places and games with the news of inputs that came again
        self._repeated = False  # has any input come again, whose first bringer may have died before this?

    def get(self, pk: str, sk: str) -> Item | None:
        """One item; of a game, when it was due."""
        return self._noted(self._table.get(pk, sk))

    def several(self, keys: Sequence[Key], *, strong: bool = True) -> list[Item | None]:
        """Items by their keys; of games, when they were due."""
        return [self._noted(item) for item in self._table.several(keys, strong=strong)]

    def _noted(self, item: Item | None) -> Item | None:
        self._met_again(item)
        if item is not None and item.sk == "session":
            self._lies[item.pk] = item.moment, item.when
            self._held.noticed(item)
            if item.pk not in self._due:
                self._before[item.pk] = item.moment
        return item

    def _met_again(self, item: Item | None) -> None:
        """An input that has been answered before: whoever did may have died before they said what it brought."""
        if item is not None and item.sk == SEEN:
            self.again += item.counts
            self._repeated = True

    def query(self, pk: str, first: str = "", last: str = HIGHEST, limit: int = 1000) -> list[Item]:
        """The items of one partition."""
        found = self._table.query(pk, first, last, limit)
        return self._held.among(found, pk, first, last)[:limit]

    def due_before(self, index: str, until: float, after: Item | None = None, limit: int = 100) -> list[Item]:
        """What lies in an index up to then: games not just where they are due."""
        return self._table.due_before(index, until, after, limit)

    def write(self, ops: Sequence[Op]) -> None:
        """All of it or nothing, but for what only says where to look; and then note what must be woken."""
        entered = [self._laid(op) for op in self.leases.held(ops)]
        others, held = self._held.parted([op for op in entered if not is_hint(op)])
        lying = self._held.beside(others, self._now())
        try:
            if lying.ops:
                self._table.write(lying.ops)
        except Failed as failed:
            for item in failed.found.values():
                self._met_again(item)
            asked = {key(op): n for n, op in enumerate(ops)}
            raise Failed({asked[key(lying.ops[n])]: item for n, item in failed.found.items()}) from None
        self._held.saved(lying)
        self._held.note(held)
        for op in entered:
            if place := heard_at(op):
                self.note(place)
                if is_hint(op):
                    self._left.append(place)
            elif isinstance(op, PutItem) and op.item.sk == "session":
                self._due[op.item.pk] = op.item.moment
                self._lies[op.item.pk] = op.item.moment, op.item.when

    def _laid(self, op: Op) -> Op:
        """A game as it goes into its index. Where its entry lies now is known if it has been read, as it mostly has."""
        if not isinstance(op, PutItem) or op.item.index != DUE:
            return op
        item, known = op.item, self._lies.get(op.item.pk, (0.0, 0.0))
        when = due_index.entry(item.moment, self._now(), *known)
        return PutItem(msgspec.structs.replace(item, when=when, due=item.moment), op.expect)

    def note(self, place: str) -> None:
        """Something is to be said in this place."""
        if needs_errand(place):
            self._places[place] = None

    @property
    def places(self) -> list[str]:
        """Where something is to be said, as far as we know."""
        return list(self._places)

    def let_go(self) -> None:
        """What lies with games and has not been said is left to others."""
        for left in self._held.let_go(self._now()):
            try:
                for op in left.first:
                    self._table.write([op])
                self._table.write(left.at_once)
            except Failed:
                self._lay(left.too_late)
        self._held.forget()

    def lay_beside(self, game: str) -> None:
        """What lies with a game, because whoever held it may have died, is laid where it has its place."""
        item = None if game in self._due else self._table.get(game, SESSION)
        if item is None or not item.news:
            return
        with suppress(Failed):  # somebody has dealt with it
            self._table.write([without(item), *(news := self._table.laid(item))])
            for each in news:
                self.note(each.item.pk.removeprefix("chat:"))

    def leave(self, place: str) -> None:
        """What we hold there is left to others."""
        self._lay(self.leases.left(self._waiting(place)))

    def lay(self, place: str) -> None:
        """What waits there and lies nowhere, because whoever held it may have died, is laid where the sweep looks."""
        self._lay(unlaid(self._waiting(place), self._now()))

    def _waiting(self, place: str) -> list[Item]:
        return self._table.query(f"chat:{place}", POST, POST + HIGHEST)

    def _lay(self, ops: Sequence[Op]) -> None:
        for op in ops:
            with suppress(Failed):  # somebody has dealt with this one
                self._table.write([op])

    def purge(self, now: float) -> None:
        """Throw away what has expired."""
        self._table.purge(now)

    def every(self) -> Iterator[Item]:
        """Everything there is."""
        return self._table.every()

    def served(self, place: str) -> None:
        """Somebody is at this place already."""
        self._places.pop(place, None)

    def fired(self, game_id: str) -> None:
        """This game's timer has fired, and somebody has looked at it: it has none now."""
        pk = f"game/{game_id}"
        if pk not in self._before and pk not in self._due:
            log.info("a timer fired for a game that is gone", extra={"game": game_id})
        else:
            self._before[pk], self._due[pk] = 0.0, self.due(game_id)

    def due(self, game_id: str) -> float:
        """When a game that somebody has looked at is due; 0: never."""
        pk = f"game/{game_id}"
        return self._due.get(pk, self._before.get(pk, 0.0))

    def wake(self) -> None:
        """See to everything noted. What was saved stays saved, whatever happens here."""
        for place in self._left:
            if place in self._places:  # somebody may have died with what waits there, and this errand may get lost
                attempt(partial(self.lay, place))
        before, due, places = self._before, self._due, self.places
        if self._repeated:  # neither may a timer have been set
            before, due, self._repeated = {}, before | due, False
        self._before, self._due, self._places, self._lies = {}, {}, {}, {}
        self._left, self.again = [], []
        self.leases.end()
        self._held.forget()
        horizon = self._now() + SOON
        changed = {pk: when for pk, when in due.items() if when and when != before.get(pk, 0.0)}
        soon = {pk.removeprefix("game/"): when for pk, when in changed.items() if when <= horizon}
        self._send(soon, places)
        for pk, when in changed.items():
            if when > horizon and not abs(when - before.get(pk, 0.0)) <= SLACK:
                self._set(pk.removeprefix("game/"), when, anew=before.get(pk, 0.0) <= horizon)

    def _set(self, game: str, when: float, *, anew: bool) -> None:
        """A timer; where none can be set, an errand that waits for as long."""
        if not attempt(partial(self._timers.set, game, when, anew=anew)):
            attempt(partial(self._errands.send, {game: when}, []))

    def _send(self, soon: dict[str, float], places: list[str]) -> None:
        """Errands; but a chain that has grown too long is broken: timers look at its games, the sweep at its places."""
        hops, self.hops = self.hops, 0
        if hops >= MOST_HOPS:
            log.error("%d errands led to each other without a pause; the next look comes in a minute", hops)
            later = self._now() + SOON + PAUSE
            for game in soon:
                attempt(partial(self._timers.set, game, later, anew=True))
            return
        waits = bool(soon) and min(soon.values()) > self._now() + PAUSE
        if soon or places:
            attempt(lambda: self._errands.send(soon, places, "", 0 if waits else hops))


def needs_errand(place: str) -> bool:
    """Does nobody come by there anyway?"""
    return not place.startswith(LOOKED_AFTER)


def attempt(wake: Callable[[], object]) -> bool:
    """Wake somebody, if that is possible just now; it is only quicker than the sweep, or the game's next look."""
    try:
        wake()
    except (*AWS_ERRORS, Overloaded) as error:
        log.warning("nobody was woken; the sweep will do it: %s", error)
        return False
    return True
