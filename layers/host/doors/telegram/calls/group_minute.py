"""How much Telegram takes: by the second, and in a group in any sixty seconds.

That edits count together with posts is assumed: Telegram publishes no number.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from host.delivery.pace import Limits

MOST, MINUTE = 20, 60.0
ROOM_FOR_POSTS, ROOM_FOR_REFUSALS = 3, 1  # of those: edits leave room for posts, and news for what one person is told
LIMITS = Limits(in_all=30, window=1.0, gap=1.0, crowd_gap=MINUTE / MOST)  # of what a bot posts


class GroupMinute:
    """The posts and edits of the last sixty seconds in each group."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now, self._lock = now, Lock()
        self._lately: dict[str, list[tuple[float, bool]]] = {}  # when something was posted, or edited

    def posted(self, lane: str) -> None:
        """Note a post."""
        self._note(lane, edited=False)

    def edited(self, lane: str) -> None:
        """Note an edit."""
        self._note(lane, edited=True)

    def wait_to_post(self, lane: str, *, urgent: bool = False) -> float:
        """Return in how many seconds something may be posted there: news leave room for what is urgent."""
        with self._lock:
            return self._wait([moment for moment, _ in self._recent(lane)], MOST - (0 if urgent else ROOM_FOR_REFUSALS))

    def wait(self, lane: str, most: int = MOST) -> float:
        """Return in how many seconds something may be edited there, as one of at most so many edits in a minute."""
        with self._lock:
            recent = self._recent(lane)
            edits = self._wait([moment for moment, edited in recent if edited], most)
            return max(edits, self._wait([moment for moment, _ in recent], MOST - ROOM_FOR_POSTS))

    def _wait(self, moments: list[float], most: int) -> float:
        return max(0.0, moments[-most] + MINUTE - self._now()) if len(moments) >= most else 0.0

    def _recent(self, lane: str) -> list[tuple[float, bool]]:
        since = self._now() - MINUTE
        return [each for each in self._lately.get(lane, []) if each[0] > since]

    def _note(self, lane: str, *, edited: bool) -> None:
        with self._lock:
            now = self._now()
            kept = {each: self._recent(each) for each in self._lately}
            kept = {each: recent for each, recent in kept.items() if recent}
            self._lately = {**kept, lane: [*kept.get(lane, []), (now, edited)]}
