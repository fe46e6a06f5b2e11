"""A read cache for one input: what it is sure to need is read in one call, and nothing is read twice.

What has been written is known without another reading. What a place keeps is small and read together. Posts that
others have saved may tell of newer states than those that are known, so a query that finds any makes all of them be
read again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Protocol

from host.core.store.dynamo import AWS_ERRORS
from host.core.store.items import (
    BOARD,
    HIGHEST,
    PLACE_VALUE,
    POST,
    SESSION,
    AddToCounts,
    Item,
    ItemKey,
    ItemTable,
    Op,
    Overloaded,
    PutItem,
    read_op_key,
)
from host.doors.registry import list_polled_doors

MOST_KEPT = 200  # of one place: what there is beyond it is read one by one


class PrefetchingTable:
    """A read cache around a table for one thread that handles one input at a time. It caches nothing until
    `begin_input`.
    """

    def __init__(self, table: ItemTable) -> None:
        self._table = table
        self.end_input()

    def begin_input(self, sure: Sequence[ItemKey] = ()) -> None:
        """Forget what was cached for the last input, and start caching reads for a new one; the items in `sure` will be
        needed and are read together with the first one.
        """
        self.end_input()
        self._remembers, self._sure = True, list(sure)

    def end_input(self) -> None:
        """Stop caching reads for this input, and forget everything that was cached."""
        self._remembers = False
        self._sure, self._written = list[ItemKey](), set[ItemKey]()
        self._drop_cache()

    def _drop_cache(self) -> None:
        """Forget all items that were read or written, but not whether reads are being cached."""
        self._known, self._places = dict[ItemKey, Item | None](), set[str]()

    def forget_partition(self, pk: str) -> None:
        """Forget the cached items of this partition, because another process may have changed them."""
        self._known = {key: item for key, item in self._known.items() if key[0] != pk}
        self._places.discard(pk)

    def get(self, pk: str, sk: str) -> Item | None:
        """Read one item, from the cache if this input has read or written it; None if there is none."""
        return self.several([(pk, sk)])[0]

    def several(self, keys: Sequence[ItemKey], *, strong: bool = True) -> list[Item | None]:
        """Read items by their keys, in this order and with None for missing ones, from the cache where this input has
        read or written them; what has to be read is cached, together with all values of its place and the items named
        to `begin_input`. Without `strong` always read from the database, at half the price but slightly stale.
        """
        if not (self._remembers and strong):
            return self._fetch(keys, strong=strong)
        for pk in dict.fromkeys(
            pk for pk, sk in keys if sk.startswith((BOARD, PLACE_VALUE)) and pk not in self._places
        ):
            self._read_place(pk)
        if missing := [key for key in keys if not self._is_known(key)]:
            wanted = list(dict.fromkeys([*missing, *self._sure]))
            self._known |= zip(wanted, self._fetch(wanted), strict=True)
            self._sure = []
        return [self._known.get(key) for key in keys]

    def _is_known(self, key: ItemKey) -> bool:
        """Return whether the cache tells what is stored under this key, or that nothing is."""
        pk, sk = key
        return key in self._known or (pk in self._places and sk.startswith((BOARD, PLACE_VALUE)))

    def _read_place(self, pk: str) -> None:
        """Read and cache all values stored about a place, and which messages show its boards, in one query."""
        self._cache_place(pk, self._table.query(pk, BOARD, f"{PLACE_VALUE}{HIGHEST}", MOST_KEPT))

    def _cache_place(self, pk: str, found: Sequence[Item]) -> None:
        """Cache the values and boards of a place among the items `found`, and note, if these are fewer than 200, that
        the place has no others.
        """
        self._known |= {(item.pk, item.sk): item for item in found if item.sk.startswith((BOARD, PLACE_VALUE))}
        if len(found) < MOST_KEPT:
            self._places.add(pk)

    def _fetch(self, keys: Sequence[ItemKey], *, strong: bool = True) -> list[Item | None]:
        """Read items from the database, past the cache, with None for missing ones."""
        if len(keys) == 1 and strong:
            return [self._table.get(*keys[0])]
        return self._table.several(keys, strong=strong)

    def write(self, ops: Sequence[Op]) -> None:
        """Write all these changes to the database, or none, and cache what was written (but forget counters that were
        added to). If that fails, clear the cache, because it may be out of date, and raise the error.
        """
        try:
            self._table.write(ops)
        except BaseException:
            self._drop_cache()
            raise
        for op in ops if self._remembers else ():
            key = read_op_key(op)
            self._written.add(key)
            if isinstance(op, AddToCounts):
                self._known.pop(key, None)
            else:
                self._known[key] = op.item if isinstance(op, PutItem) else None

    def query(self, pk: str, first: str = "", last: str = HIGHEST, limit: int = 1000) -> list[Item]:
        """Read from the database up to `limit` items of one partition with sort keys from `first` to `last`, in this
        order. If posts that this input has not written are among them, first clear the cache, because another process
        has been at work. If `first` is the beginning of a place's posts, its values are read and cached, too, which
        costs nothing more and will be needed.
        """
        together = self._remembers and first == POST and pk not in self._places
        read = self._table.query(pk, BOARD, last, MOST_KEPT) if together else []
        if together and len(read) < MOST_KEPT:
            found = [item for item in read if item.sk >= first][:limit]
        else:  # a place with very many finished games has others between its values and its posts
            found = self._table.query(pk, first, last, limit)
        if any(item.sk.startswith(POST) and (item.pk, item.sk) not in self._written for item in found):
            self._drop_cache()
        if read:
            self._cache_place(pk, read)
        return found

    def due_before(self, index: str, until: float, after: Item | None = None, limit: int = 100) -> list[Item]:
        """Read up to `limit` entries of an index that are due by `until`, earliest first; with `after` only those that
        come behind that item. They come from the database, in DynamoDB without bodies and perhaps lagging behind.
        """
        return self._table.due_before(index, until, after, limit)

    def purge(self, now: float) -> None:
        """Delete the items of the table that have expired by the time `now`."""
        self._table.purge(now)

    def every(self) -> Iterator[Item]:
        """Iterate over all items of the table."""
        return self._table.every()


log = logging.getLogger(__name__)
TIMER_HORIZON = 60.0

LOOKED_AFTER = tuple(
    door.places for door, _ in list_polled_doors()
)  # these are polled once a minute, and their posts are sent then

SLACK = 1.0
PAUSE = 1.0  # seconds: a message that waits this long starts a new chain
MOST_HOPS = 500  # of one chain: each does up to a hundred steps of a game


class GameTimers(Protocol):
    """One timer for each game."""

    def set_timer(self, game_id: str, due: float, *, anew: bool) -> None:
        """Set the timer that wakes the host at the time `due` for a deadline of this game (every kind of timers
        implements this); `anew` says that the game has no timer yet.
        """


class WakeupQueue(Protocol):
    """A queue in which messages about one place stay in order."""

    def send_messages(self, games: Mapping[str, float], places: Sequence[str], once: str = "", hops: int = 0) -> None:
        """Queue messages that wake the host (every kind of queue implements this): one for each game, which comes again
        at its deadline (`games` gives them by id), and one for each place to send its posts. With a name `once`, the
        same message is queued under it only once; `hops` is how many messages have led to these without a pause.
        """


class WakeupTable:
    """A table that notes which games and places have changed, until `wake` queues and schedules them."""

    def __init__(self, table: ItemTable, timers: GameTimers, queue: WakeupQueue, now: Callable[[], float]) -> None:
        self._table, self._timers, self._queue, self._now = table, timers, queue, now
        self._before: dict[str, float] = {}
        self._due: dict[str, float] = {}
        self._places: dict[str, None] = {}
        self.hops = 0  # how many messages have led to this invocation without a pause, itself included

    def get(self, pk: str, sk: str) -> Item | None:
        """Read one item, or None. If it is a game, note its deadline, so that later a timer is set only if the deadline
        has changed.
        """
        return self._note_deadline(self._table.get(pk, sk))

    def several(self, keys: Sequence[ItemKey], *, strong: bool = True) -> list[Item | None]:
        """Read items by their keys, in this order and with None for missing ones. Note the deadlines of games among
        them, so that later timers are set only for changed ones.
        """
        return [self._note_deadline(item) for item in self._table.several(keys, strong=strong)]

    def _note_deadline(self, item: Item | None) -> Item | None:
        """Return this item; if it is a game that was not written here since `wake`, note its deadline as the one for
        which a timer is set already.
        """
        if item is not None and item.sk == SESSION and item.pk not in self._due:
            self._before[item.pk] = item.moment
        return item

    def query(self, pk: str, first: str = "", last: str = HIGHEST, limit: int = 1000) -> list[Item]:
        """Read up to `limit` items of one partition with sort keys from `first` to `last`, in order."""
        return self._table.query(pk, first, last, limit)

    def due_before(self, index: str, until: float, after: Item | None = None, limit: int = 100) -> list[Item]:
        """Read up to `limit` entries of an index that are due by `until`, earliest first; with `after` only those that
        come behind that item. They have no bodies in DynamoDB, and no deadline is noted.
        """
        return self._table.due_before(index, until, after, limit)

    def write(self, ops: Sequence[Op]) -> None:
        """Write all these changes or none; then note, for `wake`, the deadline of each game saved and each place for
        which a post is queued.
        """
        self._table.write(ops)
        for op in ops:
            if place := find_post_place(op):
                self.note_place(place)
            elif isinstance(op, PutItem) and op.item.sk == SESSION:
                self._due[op.item.pk] = op.item.moment

    def note_place(self, place: str) -> None:
        """Note that this place has posts to send, so that `wake` queues a message for it, unless its platform needs
        none.
        """
        if needs_queue_message(place):
            self._places[place] = None

    @property
    def places(self) -> list[str]:
        """The places noted as having posts to send, for each of which `wake` will queue a message."""
        return list(self._places)

    def purge(self, now: float) -> None:
        """Delete the items of the table that have expired by the time `now`."""
        self._table.purge(now)

    def every(self) -> Iterator[Item]:
        """Iterate over all items of the table."""
        return self._table.every()

    def note_served(self, place: str) -> None:
        """Note that posts of this place are being sent already, so that no message has to be queued."""
        self._places.pop(place, None)

    def note_fired(self, game_id: str) -> None:
        """Note that the timer of this game has fired and is used up, so that `wake` must create a new one for the
        game's deadline, even if that has not changed. Only log it if the game was neither read nor written here.
        """
        pk = f"game/{game_id}"
        if pk not in self._before and pk not in self._due:
            log.info("timer fired for a missing game game=%s", game_id)
        else:
            self._before[pk], self._due[pk] = 0.0, self.get_deadline(game_id)

    def get_deadline(self, game_id: str) -> float:
        """Return the deadline of a game as it was last read or written here since the last `wake`; 0 if it has none or
        was neither.
        """
        pk = f"game/{game_id}"
        return self._due.get(pk, self._before.get(pk, 0.0))

    def wake(self) -> None:
        """Queue, for what was noted since the last call, a message for each place with posts and each game whose
        changed deadline is within a minute, and set a timer for each game with a later one (unless it moved by a second
        at most); then all that is forgotten. A failure raises nothing, and does not undo what was saved.
        """
        before, due, places = self._before, self._due, self.places
        self._before, self._due, self._places = {}, {}, {}
        horizon = self._now() + TIMER_HORIZON
        changed = {pk: when for pk, when in due.items() if when and when != before.get(pk, 0.0)}
        soon = {pk.removeprefix("game/"): when for pk, when in changed.items() if when <= horizon}
        self._queue_messages(soon, places)
        for pk, when in changed.items():
            if when > horizon and not abs(when - before.get(pk, 0.0)) <= SLACK:
                self._set_timer(pk.removeprefix("game/"), when, anew=before.get(pk, 0.0) <= horizon)

    def _set_timer(self, game: str, when: float, *, anew: bool) -> None:
        """Set the timer that wakes the host for a game at the time `when`; if that fails, queue a message that arrives
        then instead. `anew` says that the game has no timer yet.
        """
        if not try_wakeup(partial(self._timers.set_timer, game, when, anew=anew)):
            try_wakeup(partial(self._queue.send_messages, {game: when}, []))

    def _queue_messages(self, soon: dict[str, float], places: list[str]) -> None:
        """Queue messages for games due soon (deadlines by id) and places with posts. If a chain of 500 messages without
        a pause has led here, games get timers in a minute, and places wait for the sweep instead, so that no bug runs
        at full speed. Set the count `hops` back to 0.
        """
        hops, self.hops = self.hops, 0
        if hops >= MOST_HOPS:
            log.error("wake-up chain too long, left to the sweep hops=%d games=%s", hops, ",".join(soon))
            later = self._now() + TIMER_HORIZON + PAUSE
            for game in soon:
                try_wakeup(partial(self._timers.set_timer, game, later, anew=True))
            return
        waits = bool(soon) and min(soon.values()) > self._now() + PAUSE
        if soon or places:
            try_wakeup(lambda: self._queue.send_messages(soon, places, "", 0 if waits else hops))


def find_post_place(op: Op) -> str:
    """Return the place for which a database write queues a post, or an empty string if it writes something else."""
    if isinstance(op, PutItem) and op.item.sk.startswith(POST):
        return op.item.pk.removeprefix("chat:")
    return ""


def needs_queue_message(place: str) -> bool:
    """Return whether a message must be queued to send posts of this place; not if its platform is polled every minute,
    which sends them as well.
    """
    return not place.startswith(LOOKED_AFTER)


def try_wakeup(wake: Callable[[], object]) -> bool:
    """Run a function that sets a timer or queues a message; return whether it worked. A failure of AWS or of an
    overloaded store is only logged, because the sweep (the regular check of the whole host) does later what was missed;
    other errors are raised.
    """
    try:
        wake()
    except (*AWS_ERRORS, Overloaded) as error:
        log.warning("wake-up failed, left to the sweep error=%s", error)
        return False
    return True
