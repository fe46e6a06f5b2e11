"""After each commit, queues what is left to be said or soon to be done (errands), and sets the game's timer.

A timer is about as exact as a minute, so what is due within the next one is an errand, which waits in the queue until
then. A timer that fires too early does no harm, but moving it costs nothing, and firing does. Whatever is lost here,
the sweep finds in its indexes within two minutes: games stand there at their deadlines, posts from when they are saved.

An errand may lead to the next one, for as long as a game goes on with nobody at it; AWS is told to let it. Errands that
come one out of the other without any pause are counted, so that a bug cannot cause a hot loop. No game needs as many;
one that does waits for a timer instead.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Protocol

from host.core.store.aws import AWS_ERRORS
from host.core.store.commit import POST, SESSION
from host.core.store.items import HIGHEST, Item, ItemTable, Key, Op, Overloaded, PutItem
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


class WakeupTable:
    """A table that notes what has changed, until `wake` sees to it."""

    def __init__(self, table: ItemTable, timers: GameTimers, errands: Errands, now: Callable[[], float]) -> None:
        self._table, self._timers, self._errands, self._now = table, timers, errands, now
        self._before: dict[str, float] = {}
        self._due: dict[str, float] = {}
        self._places: dict[str, None] = {}
        self.hops = 0  # how many errands have led to this invocation without a pause, itself included

    def get(self, pk: str, sk: str) -> Item | None:
        """One item; of a game, when it was due."""
        return self._noted(self._table.get(pk, sk))

    def several(self, keys: Sequence[Key], *, strong: bool = True) -> list[Item | None]:
        """Items by their keys; of games, when they were due."""
        return [self._noted(item) for item in self._table.several(keys, strong=strong)]

    def _noted(self, item: Item | None) -> Item | None:
        if item is not None and item.sk == SESSION and item.pk not in self._due:
            self._before[item.pk] = item.moment
        return item

    def query(self, pk: str, first: str = "", last: str = HIGHEST, limit: int = 1000) -> list[Item]:
        """The items of one partition."""
        return self._table.query(pk, first, last, limit)

    def due_before(self, index: str, until: float, after: Item | None = None, limit: int = 100) -> list[Item]:
        """What stands in an index up to then."""
        return self._table.due_before(index, until, after, limit)

    def write(self, ops: Sequence[Op]) -> None:
        """All of it or nothing; and then note what must be woken."""
        self._table.write(ops)
        for op in ops:
            if place := place_of(op):
                self.note(place)
            elif isinstance(op, PutItem) and op.item.sk == SESSION:
                self._due[op.item.pk] = op.item.moment

    def note(self, place: str) -> None:
        """Something is to be said in this place."""
        if needs_errand(place):
            self._places[place] = None

    @property
    def places(self) -> list[str]:
        """Where something is to be said, as far as we know."""
        return list(self._places)

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
        before, due, places = self._before, self._due, self.places
        self._before, self._due, self._places = {}, {}, {}
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


def place_of(op: Op) -> str:
    """Return the place where this is something to be said, or nothing."""
    if isinstance(op, PutItem) and op.item.sk.startswith(POST):
        return op.item.pk.removeprefix("chat:")
    return ""


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
