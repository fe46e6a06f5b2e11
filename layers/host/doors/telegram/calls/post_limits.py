"""How much Telegram takes: by the second, and in a group in any sixty seconds.

That edits count together with posts is assumed: Telegram publishes no number.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from host.delivery.outbox import Limits

MOST, MINUTE = 20, 60.0
ROOM_FOR_POSTS, ROOM_FOR_REFUSALS = 3, 1  # of those: edits leave room for posts, and news for what one person is told
TELEGRAM_LIMITS = Limits(in_all=30, window=1.0, gap=1.0, crowd_gap=MINUTE / MOST)  # of what a bot posts


class GroupMinute:
    """The times of the posts and edits of the last sixty seconds, by group."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now, self._lock = now, Lock()
        self._lately: dict[str, list[tuple[float, bool]]] = {}  # when something was posted, or edited

    def note_post(self, lane: str) -> None:
        """Count a message just sent to this chat towards the group's limit per minute."""
        self._note_use(lane, edited=False)

    def note_edit(self, lane: str) -> None:
        """Count an edit just made in this chat towards the group's limit per minute."""
        self._note_use(lane, edited=True)

    def compute_post_wait(self, lane: str, *, urgent: bool = False) -> float:
        """Return how many seconds to wait before the next message to this chat. One slot is kept
        free for urgent ones.
        """
        with self._lock:
            return self._compute_wait(
                [moment for moment, _ in self._list_recent(lane)], MOST - (0 if urgent else ROOM_FOR_REFUSALS)
            )

    def compute_edit_wait(self, lane: str, most: int = MOST) -> float:
        """Return how many seconds to wait before the next edit in this chat, with at most `most` edits a minute and
        room kept for messages.
        """
        with self._lock:
            recent = self._list_recent(lane)
            edits = self._compute_wait([moment for moment, edited in recent if edited], most)
            return max(edits, self._compute_wait([moment for moment, _ in recent], MOST - ROOM_FOR_POSTS))

    def _compute_wait(self, moments: list[float], most: int) -> float:
        return max(0.0, moments[-most] + MINUTE - self._now()) if len(moments) >= most else 0.0

    def _list_recent(self, lane: str) -> list[tuple[float, bool]]:
        since = self._now() - MINUTE
        return [each for each in self._lately.get(lane, []) if each[0] > since]

    def _note_use(self, lane: str, *, edited: bool) -> None:
        with self._lock:
            now = self._now()
            kept = {each: self._list_recent(each) for each in self._lately}
            kept = {each: recent for each, recent in kept.items() if recent}
            self._lately = {**kept, lane: [*kept.get(lane, []), (now, edited)]}
