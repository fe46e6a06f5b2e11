"""Flood control: what Telegram tolerates of a free bot.

Telegram leaves the exact numbers open; these are the ones its support names: about one message a second in a chat,
twenty a minute in a group, thirty a second in all. Edits do not count against a chat's second; in a group they share
the twenty of any sixty seconds with what is posted (tdlib/td, issues 2592 and 3034).
"""

import math
from dataclasses import dataclass

from .errors import too_many

SLACK = 1e-6
MINUTE = 60.0


@dataclass(frozen=True)
class Limits:
    """Messages a chat, a group and the whole bot may send; the burst is what a quiet chat takes at once."""

    chat_per_second: float = 1.0
    chat_burst: float = 1.0
    group_per_minute: float = 20.0
    overall_per_second: float = 30.0


STRICT = Limits()
BURSTS = Limits(chat_burst=5.0)


class Bucket:
    """A token bucket: full at first, refilled steadily."""

    def __init__(self, rate: float, size: float, now: float) -> None:
        self.rate = rate
        self.size = size
        self.level = size
        self.filled_at = now

    def wait(self, now: float) -> float:
        """Seconds until there is a token."""
        self.level = min(self.size, self.level + (now - self.filled_at) * self.rate)
        self.filled_at = now
        return max(0.0, (1.0 - self.level - SLACK) / self.rate)

    def take(self, _now: float) -> None:
        """One token."""
        self.level -= 1


class Window:
    """At most so many in any sixty seconds, whenever those begin."""

    def __init__(self, most: float) -> None:
        self.most = most
        self.moments: list[float] = []

    def wait(self, now: float) -> float:
        """Seconds until there is room."""
        self.moments = [moment for moment in self.moments if moment > now - MINUTE + SLACK]
        return max(0.0, self.moments[-int(self.most)] + MINUTE - now) if len(self.moments) >= self.most else 0.0

    def take(self, now: float) -> None:
        """One more."""
        self.moments.append(now)


class Flood:
    """All the buckets of a bot. A refused call takes nothing."""

    def __init__(self, limits: Limits | None) -> None:
        self.limits = limits
        self.refused = 0
        self._buckets: dict[tuple[str, int], Bucket] = {}
        self._windows: dict[int, Window] = {}

    def spend(self, chat_id: int, now: float, *, edit: bool = False) -> None:
        """Count one message or edit, or refuse it with the seconds to wait."""
        if self.limits is None:
            return
        buckets = self._of(self.limits, chat_id, now, edit=edit)
        wait = max(bucket.wait(now) for bucket in buckets)
        if wait > 0:
            self.refused += 1
            raise too_many(math.ceil(wait))
        for bucket in buckets:
            bucket.take(now)

    def _of(self, limits: Limits, chat_id: int, now: float, *, edit: bool) -> list[Bucket | Window]:
        found: list[Bucket | Window] = [
            self._bucket(("all", 0), limits.overall_per_second, limits.overall_per_second, now)
        ]
        if chat_id < 0:
            found.append(self._windows.setdefault(chat_id, Window(limits.group_per_minute)))
        if not edit:
            found.append(self._bucket(("chat", chat_id), limits.chat_per_second, limits.chat_burst, now))
        return found

    def _bucket(self, key: tuple[str, int], rate: float, size: float, now: float) -> Bucket:
        if key not in self._buckets:
            self._buckets[key] = Bucket(rate, size, now)
        return self._buckets[key]
