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

    `offset` is the first update that is not done. Telegram is asked from there on, so that it delivers again whatever a
    crashed host has not finished; what is being handled meanwhile is skipped here.
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
        """Queue these updates, except those that are queued, being handled or done."""
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
                    self._pool.submit(self._run_lane, lane)

    def wait_until_done(self, seconds: float) -> bool:
        """Wait at most this long until all are done, and return whether they are; raise the error of an update that
        has to come again.
        """
        with self._changed:
            self._changed.wait_for(lambda: not self._open, seconds)
            if self._errors:
                error, self._errors = self._errors[0], []
                raise error
            return not self._open

    def find_next_offset(self, otherwise: int) -> int:
        """Return the first update that is not done, from which Telegram is to be asked."""
        with self._changed:
            return min(self._open | self._failed, default=self._next or otherwise)

    def close(self) -> None:
        """Finish what is being handled."""
        self._pool.shutdown()

    def _run_lane(self, lane: str) -> None:
        while update := self._find_first_update(lane):
            try:
                self._handle(update)
            except Exception as error:  # noqa: BLE001 - it is raised where somebody waits
                self._return_lane(lane, error)
                return
            self._finish_update(lane)

    def _find_first_update(self, lane: str) -> dict[str, Any] | None:
        with self._changed:
            if self._queues[lane]:
                return self._queues[lane][0]
            del self._queues[lane]
            self._changed.notify_all()
            return None

    def _finish_update(self, lane: str) -> None:
        with self._changed:
            number = int(self._queues[lane].popleft()["update_id"])
            self._open.discard(number)
            self._done.add(number)
            first = min(self._open | self._failed, default=self._next)
            self._done = {each for each in self._done if each >= first}
            self._changed.notify_all()

    def _return_lane(self, lane: str, error: Exception) -> None:
        """Mark this update and all after it in its chat as failed, so that they come again in order."""
        with self._changed:
            numbers = {int(update["update_id"]) for update in self._queues.pop(lane)}
            self._open -= numbers
            self._failed |= numbers
            self._errors.append(error)
            self._changed.notify_all()
