"""The number of calls: a window that opens with the first call and is forgotten when it has passed.

Reddit grants 100 calls a minute to a client, as an average over ten minutes, and says in three headers what is left.
The window here is one minute, because PRAW spreads its calls over the window it is told of: on a clock that stands
still it would sleep in earnest.
"""

import math

from .errors import plain

CALLS = 100
SECONDS = 60.0


class Rates:
    """Counts calls and tells what is left of the window."""

    def __init__(self, calls: int = CALLS, seconds: float = SECONDS) -> None:
        self.calls = calls
        self.seconds = seconds
        self.used = 0
        self.total = 0
        self._ends = 0.0
        self._quiet = 0.0

    def spend(self, now: float) -> None:
        """Count one call, or refuse it."""
        if now < self._quiet:
            raise plain(429, fault=f"called {self._quiet - now:.0f} s before the end of the wait it was told")
        if now >= self._ends:
            self.used, self._ends = 0, now + self.seconds
        self.total += 1
        self.used += 1
        if self.used > self.calls:
            raise plain(429, fault=f"more than {self.calls} calls in {self.seconds:.0f} s")

    def told_to_wait(self, until: float) -> None:
        """Remember that the client was told to come back no sooner."""
        self._quiet = max(self._quiet, until)

    def headers(self, now: float) -> dict[str, str]:
        """What every answer to a call says of the window."""
        return {
            "X-Ratelimit-Remaining": f"{max(0, self.calls - self.used):.1f}",
            "X-Ratelimit-Used": str(self.used),
            "X-Ratelimit-Reset": str(max(0, math.ceil(self._ends - now))),
        }
