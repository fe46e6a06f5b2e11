"""Handles updates of different chats beside one another, and those of one chat in order."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

WORKERS = 16


class UpdateLanes:
    """A queue of updates for each chat.

    `offset` is the first update that is not dealt with. Telegram is asked from there on, so that it keeps whatever a
    host that dies has not finished, and brings again what is being handled: that is left out here.
    """

    def __init__(self, handle: Callable[[Any], object], lane: Callable[[Any], str]) -> None:
        self._handle, self._lane = handle, lane
        self._changed = threading.Condition()
        self._pool = ThreadPoolExecutor(WORKERS, "telegram update")
        self._queues: dict[str, deque[dict[str, Any]]] = {}
        self._open: set[int] = set()  # updates that wait or are being handled
        self._failed: set[int] = set()  # updates that are to come again
        self._done: set[int] = set()  # finished updates that Telegram still brings
        self._next = 0  # the update after all that have come
        self._errors: list[Exception] = []

    def put(self, updates: Sequence[dict[str, Any]]) -> None:
        """Begin to handle these, but for those that are in hand or done."""
        with self._changed:
            for update in updates:
                number = int(update["update_id"])
                if number in self._open or number in self._done:
                    continue
                self._failed.discard(number)
                self._open.add(number)
                self._next = max(self._next, number + 1)
                lane = self._lane(update)
                if lane in self._queues:
                    self._queues[lane].append(update)
                else:
                    self._queues[lane] = deque([update])
                    self._pool.submit(self._work, lane)

    def wait(self, seconds: float) -> bool:
        """Wait until all is done, at most so long; raises what an update broke with that is to come again."""
        with self._changed:
            self._changed.wait_for(lambda: not self._open, seconds)
            if self._errors:
                error, self._errors = self._errors[0], []
                raise error
            return not self._open

    def offset(self, otherwise: int) -> int:
        """Return the first update that is not dealt with."""
        with self._changed:
            return min(self._open | self._failed, default=self._next or otherwise)

    def close(self) -> None:
        """Finish what is being handled."""
        self._pool.shutdown()

    def _work(self, lane: str) -> None:
        while update := self._first(lane):
            try:
                self._handle(update)
            except Exception as error:  # noqa: BLE001 - it is raised where somebody waits
                self._give_back(lane, error)
                return
            self._finish(lane)

    def _first(self, lane: str) -> dict[str, Any] | None:
        with self._changed:
            if self._queues[lane]:
                return self._queues[lane][0]
            del self._queues[lane]
            self._changed.notify_all()
            return None

    def _finish(self, lane: str) -> None:
        with self._changed:
            number = int(self._queues[lane].popleft()["update_id"])
            self._open.discard(number)
            self._done.add(number)
            first = min(self._open | self._failed, default=self._next)
            self._done = {each for each in self._done if each >= first}
            self._changed.notify_all()

    def _give_back(self, lane: str, error: Exception) -> None:
        """The update comes again, and before all that came after it in its chat."""
        with self._changed:
            numbers = {int(update["update_id"]) for update in self._queues.pop(lane)}
            self._open -= numbers
            self._failed |= numbers
            self._errors.append(error)
            self._changed.notify_all()
