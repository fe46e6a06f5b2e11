"""The time the server lives by: the machine's, or one a test turns by hand."""

import time
from typing import Protocol

START = 1_790_000_000.0


class Clock(Protocol):
    """What the server asks of a clock."""

    def now(self) -> float:
        """Seconds since 1970."""

    def pause(self, until: float | None) -> float | None:
        """How long to sleep, in real seconds, before `until` may have come; None is until something happens."""

    def advance(self, seconds: float) -> None:
        """Let time pass at once, where the clock can."""


class FakeClock:
    """Time stands still until a test advances it."""

    def __init__(self, start: float = START) -> None:
        self._now = start

    def now(self) -> float:
        """The time the test has reached."""
        return self._now

    def pause(self, until: float | None) -> float | None:
        """Waiting never helps: only the test moves this clock, and that wakes every waiter."""
        del until
        return None

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass at once."""
        self._now += seconds


class RealClock:
    """The machine's clock, for trying a bot by hand."""

    def now(self) -> float:
        """The machine's time."""
        return time.time()

    def pause(self, until: float | None) -> float | None:
        """The time left."""
        return None if until is None else max(0.0, until - self.now())

    def advance(self, seconds: float) -> None:
        """Nobody can."""
        raise TypeError(f"the real clock cannot be advanced by {seconds} s: build the server with a FakeClock")
