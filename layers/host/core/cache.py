"""Remembers in one process what is dear to work out, for as long as it is good."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

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

    def _store_entry(self, key: Hashable, good: float, found: object) -> None:
        """Store a value as young; start a new generation when the young one is full."""
        with self._lock:
            if len(self._young) >= self._most:
                self._old, self._young = self._young, {}
            self._young[key] = good, found

    def clear(self) -> None:
        """Evict everything."""
        with self._lock:
            self._young, self._old = {}, {}
