"""Remembers in one process what is dear to work out, for as long as it is good."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")
MOST = 1000  # things remembered for certain, those asked for last; as many older ones may still be there
NOTHING = (0.0, None)


class Cache:
    """Things by their keys, each with the moment until which it is good. Safe to use from many threads.

    What has been asked for lately is `young`. When there are `most` of those, they become the `old` ones, and the old
    ones go. So what is here is found by one look and moved by none: keys are long, and to look is most of the work.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most, self._lock = most, threading.Lock()
        self._young: dict[Hashable, tuple[float, Any]] = {}
        self._old: dict[Hashable, tuple[float, Any]] = {}

    def of(self, key: Hashable, now: float, until: float, work: Callable[[], T]) -> T:
        """What is remembered under this key, or else what the work brings."""
        good, found = self._young.get(key, NOTHING)
        if good <= now:
            good, found = self._old.get(key, NOTHING)
            if good <= now:
                good, found = until, work()
            self._keep(key, good, found)
        mine: T = found
        return mine

    def _keep(self, key: Hashable, good: float, found: object) -> None:
        with self._lock:
            if len(self._young) >= self._most:
                self._old, self._young = self._young, {}
            self._young[key] = good, found

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._young, self._old = {}, {}
