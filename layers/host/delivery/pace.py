"""Send-rate limits. Pure: a platform allows so many messages a second in all, and fewer in one place."""

from __future__ import annotations

from msgspec import Struct, field

RECENT_SEND_SECONDS = 60.0  # the platform reckons what is said in a group by the minute


class Limits(Struct, frozen=True):
    """How much a platform lets us send: each door has its own."""

    in_all: int  # in so many seconds
    window: float
    gap: float  # seconds between two messages in one place
    crowd_gap: float  # the same in a group


class Pace(Struct):
    """What has been sent lately, and which lanes must rest. Plain data, so that it can be saved between calls."""

    limits: Limits
    lately: list[float] = field(default_factory=list)
    free: dict[str, float] = field(default_factory=dict)  # when each lane is free again
    last: dict[str, float] = field(default_factory=dict)  # when something was last said there, if it is not long ago

    def take(self, lane: str, now: float, *, crowd: bool) -> float:
        """Count a message to this lane (a chat with its topics) now and return 0, or return the time at which to ask
        again if the platform's limits are reached.
        """
        limits = self.limits
        self.lately = [moment for moment in self.lately if moment > now - limits.window]
        whole = self.lately[-limits.in_all] + limits.window if len(self.lately) >= limits.in_all else now
        when = max(whole, self.free.get(lane, now))
        if when > now:
            return when
        self.lately.append(now)
        self.free = {place: moment for place, moment in self.free.items() if moment > now}
        self.last = {place: moment for place, moment in self.last.items() if moment > now - RECENT_SEND_SECONDS} | {
            lane: now
        }
        self.hold(lane, now + (limits.crowd_gap if crowd else limits.gap))
        return 0.0

    def is_busy(self, lane: str, now: float) -> bool:
        """Return whether a message was sent to this lane (a chat with its topics) in the last minute."""
        return self.last.get(lane, 0.0) > now - RECENT_SEND_SECONDS

    def hold(self, lane: str, until: float) -> None:
        """Send no more messages to this lane (a chat with its topics) before that time."""
        self.free[lane] = max(until, self.free.get(lane, 0.0))
