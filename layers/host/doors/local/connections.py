"""All open connections: how long each may take, and who has to go when there are too many."""

from __future__ import annotations

import asyncio

MOST = 512  # open at once; a process may hold about a thousand files, and needs some for itself
WHOLE = 10.0  # seconds from the first byte of a request to its last
IDLE = 60.0  # seconds between two requests, and for taking an answer


class Connections:
    """Who has been waited for since when. Times are the event loop's."""

    def __init__(self) -> None:
        # In the order in which they will be closed if nothing changes, as far as one kind of waiting goes.
        self._until: dict[asyncio.Transport, float] = {}
        self._asking: dict[asyncio.Transport, None] = {}

    def opened(self, transport: asyncio.Transport) -> None:
        """A new one; if there are too many, whoever has been longest about asking has to go."""
        if len(self._until) >= MOST:
            slowest = next(iter(self._asking), None) or next(iter(self._until))
            slowest.abort()
            self.lost(slowest)
        self._wait(transport, WHOLE)
        self._asking[transport] = None

    def reading(self, transport: asyncio.Transport) -> None:
        """Some of a request has come. What follows does not prolong the time for all of it."""
        if transport in self._until and transport not in self._asking:
            self._wait(transport, WHOLE)
            self._asking[transport] = None

    def answering(self, transport: asyncio.Transport) -> None:
        """All of a request is here."""
        self._asking.pop(transport, None)
        self._wait(transport, IDLE)

    def idle(self, transport: asyncio.Transport) -> None:
        """It has been answered."""
        self._asking.pop(transport, None)
        self._wait(transport, IDLE)

    def lost(self, transport: asyncio.Transport) -> None:
        """It is closed."""
        self._until.pop(transport, None)
        self._asking.pop(transport, None)

    def __len__(self) -> int:
        """How many are open."""
        return len(self._until)

    def expire(self, now: float) -> None:
        """Close all whose time is over."""
        for transport in [each for each, until in self._until.items() if until <= now]:
            transport.abort()
            self.lost(transport)

    def close(self) -> None:
        """Close all; what has been answered is still sent."""
        for transport in list(self._until):
            transport.close()

    def _wait(self, transport: asyncio.Transport, seconds: float) -> None:
        self._until.pop(transport, None)
        self._until[transport] = asyncio.get_running_loop().time() + seconds
