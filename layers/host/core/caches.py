"""Remembers in one process what is dear to work out, for as long as it is good."""

from __future__ import annotations

import logging
import math
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from engine.kernel import Diverged, Game, Record, Ruleset
from host.core.session import Session

T = TypeVar("T")
DEFAULT_CACHE_SIZE = 1000  # things remembered for certain, those asked for last; as many older ones may still be there
MISSING_ENTRY = (0.0, None)


class Cache:
    """A thread-safe cache: values by key, each with the moment at which it expires. Recently used entries are
    `young`; when there are `most` of them they become the `old` generation and the previous old generation is
    evicted. So a hit among the young ones takes one look-up and moves nothing.
    """

    def __init__(self, most: int = DEFAULT_CACHE_SIZE) -> None:
        self._most, self._lock = most, threading.Lock()
        self._young: dict[Hashable, tuple[float, Any]] = {}
        self._old: dict[Hashable, tuple[float, Any]] = {}

    def get_or_compute(self, key: Hashable, now: float, until: float, work: Callable[[], T]) -> T:
        """Return the cached value of this key, or call `work` and cache its result until `until`."""
        good, found = self._young.get(key, MISSING_ENTRY)
        if good <= now:
            good, found = self._old.get(key, MISSING_ENTRY)
            if good <= now:
                good, found = until, work()
            self._store_entry(key, good, found)
        mine: T = found
        return mine

    def find(self, key: Hashable) -> Any:
        """Return the cached value of this key even if it has expired, or None."""
        return (self._young.get(key) or self._old.get(key, MISSING_ENTRY))[1]

    def store(self, key: Hashable, value: object) -> None:
        """Cache a value without an expiry time."""
        self._store_entry(key, math.inf, value)

    def _store_entry(self, key: Hashable, good: float, found: object) -> None:
        """Store an entry in the young generation of the cache; when that is full it becomes the old one, and what the
        old one held is evicted.
        """
        with self._lock:
            if len(self._young) >= self._most:
                self._old, self._young = self._young, {}
            self._young[key] = good, found

    def clear(self) -> None:
        """Delete all entries of the cache."""
        with self._lock:
            self._young, self._old = {}, {}


log = logging.getLogger(__name__)


class KeptGames:
    """Loaded games kept in memory between inputs, where one process plays them all. Each is kept with its record; it
    is used only if the saved record is still the same, byte for byte. Taking a game removes it until it is put
    back, so after an exception it is simply loaded again. Games that are only looked at are kept apart from those
    that inputs change.
    """

    def __init__(self, most: int = 400, *, played: bool = True) -> None:
        self.most, self._played = most, played
        self._games: OrderedDict[str, tuple[bytes, Game[Any]]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, session: Session) -> Game[Any] | None:
        """Take a game out of the cache if it is at the version that is saved in the store; close and drop a game that
        is older.
        """
        with self._lock:
            record, game = self._games.pop(session.id, (b"", None))
        if game is None or record == bytes(session.record):
            return game
        game.close()
        return None

    def put_back(self, session: Session, game: Game[Any]) -> None:
        """Put a game that has just been saved into the cache, and evict the one unused for longest."""
        game.told, game.drawn, game.sealed, game.taken, game.mended = [], [], [], [], []
        if self._played:  # what all see of one that is only looked at stays as it is
            game.seen = None
        with self._lock:
            self._games[session.id] = bytes(session.record), game
            self._games.move_to_end(session.id)
            if len(self._games) > self.most:
                self._games.popitem(last=False)[1][1].close()


def load_engine_game(rules: Ruleset[Any], session: Session, kept: KeptGames | None = None) -> tuple[Game[Any], int]:
    """Return the game of a session, from the cache or rebuilt from its record, and how many steps had to be undone
    because the rules changed since.
    """
    if kept and (game := kept.take(session)):
        return game, 0
    try:
        return Game.load_stored(rules, session.record), 0
    except Diverged:
        game, cut = Game.salvage(rules, Record.from_json(session.record))
        log.warning("rules no longer fit the record, steps undone n=%d", cut, extra={"game": session.id})
        return game, cut
