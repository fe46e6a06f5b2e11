"""All open connections: how long each may take, and who has to go when there are too many.

uvicorn waits for ever for the end of a head or a body that has begun to come, and for an answer to be taken.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MAX_CONNECTIONS = 512  # open at once; a process may hold about a thousand files, and needs some for itself
REQUEST_SECONDS = 10.0  # from the first byte of a request to its last
IDLE_SECONDS = 60.0  # between two requests, and for taking an answer
WHOLE = (h11.DONE, h11.MUST_CLOSE)
REFUSED = [("Content-Length", "0"), ("Connection", "close")]


class Connections:
    """Who has been waited for since when. Times are the event loop's."""

    def __init__(self) -> None:
        # In the order in which they will be closed if nothing changes, as far as one kind of waiting goes.
        self._until: dict[asyncio.Transport, float] = {}
        self._asking: dict[asyncio.Transport, None] = {}

    def open(self, transport: asyncio.Transport) -> None:
        """Take a new one; if there are too many, close whoever has been longest about asking."""
        if len(self._until) >= MAX_CONNECTIONS:
            slowest = next(iter(self._asking), None) or next(iter(self._until))
            slowest.abort()
            self.forget(slowest)
        self._wait(transport, REQUEST_SECONDS)
        self._asking[transport] = None

    def read(self, transport: asyncio.Transport) -> None:
        """Note that some of a request has come. What follows does not prolong the time for all of it."""
        if transport in self._until and transport not in self._asking:
            self._wait(transport, REQUEST_SECONDS)
            self._asking[transport] = None

    def rest(self, transport: asyncio.Transport) -> None:
        """Note that all of a request is here, or has been answered."""
        self._asking.pop(transport, None)
        if transport in self._until:
            self._wait(transport, IDLE_SECONDS)

    def forget(self, transport: asyncio.Transport) -> None:
        """Forget one that is closed."""
        self._until.pop(transport, None)
        self._asking.pop(transport, None)

    def __len__(self) -> int:
        """How many are open."""
        return len(self._until)

    async def expire(self) -> None:
        """Close all whose time is over."""
        now = asyncio.get_running_loop().time()
        for transport in [each for each, until in self._until.items() if until <= now]:
            transport.abort()
            self.forget(transport)

    def _wait(self, transport: asyncio.Transport, seconds: float) -> None:
        self._until.pop(transport, None)
        self._until[transport] = asyncio.get_running_loop().time() + seconds


class BoundedConnection(H11Protocol):
    """One connection of uvicorn's, with an end to everything that it waits for."""

    def __init__(self, connections: Connections, **given: Any) -> None:
        super().__init__(**given)
        self._all = connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Take a new connection."""
        super().connection_made(transport)
        self._all.open(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it: either side has closed it."""
        self._all.forget(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take some of a request."""
        if self.conn.their_state not in WHOLE:
            self._all.read(self.transport)
        super().data_received(data)
        if self.conn.their_state in WHOLE:
            self._all.rest(self.transport)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - uvicorn's own words
        """Refuse what cannot be read; nothing after it could be trusted. uvicorn's own refusal fails after a HEAD."""
        if self.cycle is not None:
            self.cycle.disconnected = True
        if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            refusal = h11.Response(status_code=400, headers=REFUSED, reason=b"Bad Request")
            for event in (refusal, h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def eof_received(self) -> bool:  # type: ignore[override] # it may say so
        """Keep the way back open for who has asked in full and sends no more."""
        return self.conn.their_state in WHOLE

    def on_response_complete(self) -> None:
        """Wait for the next request, some of which may be here already."""
        self._all.rest(self.transport)
        super().on_response_complete()
        if self.conn.their_state is h11.IDLE and self.conn.trailing_data[0]:
            self._all.read(self.transport)
