"""How much Telegram takes: by the second, and in a group by the minute, where what is posted and what is changed there
count together.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from host.delivery.pace import Limits

MOST, MINUTE = 20, 60.0
LIMITS = Limits(in_all=30, window=1.0, gap=1.0, crowd_gap=MINUTE / MOST)  # of what a bot posts


class GroupMinute:
    """What was posted and changed of late in each group. Posts come first: changes wait until there is room."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now, self._lock = now, Lock()
        self._edited: dict[str, list[float]] = {}
        self._room: dict[str, tuple[float, float]] = {}  # how much more there was room for, and when; else for all

    def posted(self, lane: str) -> None:
        """Something has been posted there."""
        with self._lock:
            now = self._now()
            kept = {place: room for place, room in self._room.items() if now - room[1] < MINUTE}
            self._room = {**kept, lane: (max(self._level(lane, now) - 1, 0.0), now)}

    def edited(self, lane: str) -> None:
        """Something has been changed there."""
        self.posted(lane)
        with self._lock:
            now = self._now()
            recent = {place: lately for place, lately in self._edited.items() if lately[-1] > now - MINUTE}
            self._edited = {**recent, lane: [*recent.get(lane, []), now][-MOST:]}

    def wait(self, lane: str, changes: int = MOST) -> float:
        """In how many seconds something may be changed there, as one of at most so many changes in a minute. It leaves
        room for a post, which comes first.
        """
        with self._lock:
            now = self._now()
            lately = [moment for moment in self._edited.get(lane, []) if moment > now - MINUTE]
            of_edits = lately[-changes] + MINUTE - now if len(lately) >= changes else 0.0
            of_all = (2 - self._level(lane, now)) * MINUTE / MOST
            return max(of_edits, of_all, 0.0)

    def _level(self, lane: str, now: float) -> float:
        level, at = self._room.get(lane, (float(MOST), now))
        return min(float(MOST), level + (now - at) * MOST / MINUTE)
