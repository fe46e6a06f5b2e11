"""Remembers in one process what is dear to work out, for as long as it is good."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")
MOST = 1000  # things remembered; what was not asked for longest goes first


class Recent:
    """Things by their keys, each with the moment until which it is good. Safe to use from many threads."""

    def __init__(self, most: int = MOST) -> None:
        self._most, self._lock = most, threading.Lock()
        self._found: OrderedDict[Hashable, tuple[float, Any]] = OrderedDict()

    def of(self, key: Hashable, now: float, until: float, work: Callable[[], T]) -> T:
        """What is remembered under this key, or else what the work brings."""
        with self._lock:
            good, found = self._found.get(key, (now, None))
            if good > now:
                self._found.move_to_end(key)
                mine: T = found
                return mine
        made = work()
        with self._lock:
            self._found[key] = (until, made)
            while len(self._found) > self._most:
                self._found.popitem(last=False)
        return made
