"""All open connections: how long each may take, and who has to go when there are too many.

uvicorn waits for ever for the end of a head or a body that has begun to come, and for an answer to be taken.
"""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MAX_CONNECTIONS = 512  # open at once; a process may hold about a thousand files, and needs some for itself
REQUEST_SECONDS = 10.0  # from the first byte of a request to its last
IDLE_SECONDS = 60.0  # between two requests, and for taking an answer
COMPLETE_STATES = (h11.DONE, h11.MUST_CLOSE)
REFUSAL_HEADERS = [("Content-Length", "0"), ("Connection", "close")]


class Connections:
    """All open connections: those with an incomplete request, the oldest first, and the idle ones."""

    def __init__(self) -> None:
        self.asking: dict[BoundedConnection, None] = {}
        self.resting: dict[BoundedConnection, None] = {}

    def __len__(self) -> int:
        """How many are open."""
        return len(self.asking) + len(self.resting)

    def make_room(self) -> None:
        """If there are too many connections, close one of the address that has most: its longest idle, else its
        slowest.
        """
        if len(self) >= MAX_CONNECTIONS:
            everybody = [*self.resting, *self.asking]
            counts = Counter(each.peer for each in everybody)
            busiest = max(counts.values())
            next(each for each in everybody if counts[each.peer] == busiest).give_up()

    def forget(self, connection: BoundedConnection) -> None:
        """Remove a closed connection."""
        self.asking.pop(connection, None)
        self.resting.pop(connection, None)


class BoundedConnection(H11Protocol):
    """A connection of uvicorn's with a timeout for everything it waits for."""

    def __init__(self, connections: Connections, **given: Any) -> None:
        super().__init__(**given)
        self._all = connections
        self._end: asyncio.TimerHandle | None = None

    @property
    def peer(self) -> str:
        """The address at the other end; behind a proxy that of the proxy."""
        return self.client[0] if self.client else ""

    def give_up(self) -> None:
        """Close the connection at once, whatever is still to be sent or read."""
        self.transport.abort()
        self._all.forget(self)

    def _start_timeout(self, kind: dict[BoundedConnection, None], seconds: float) -> None:
        self._all.forget(self)
        kind[self] = None
        if self._end:
            self._end.cancel()
        self._end = self.loop.call_later(seconds, self.give_up)

    def _note_request_started(self) -> None:
        """Start the timeout of a request. Further bytes do not prolong it."""
        if self not in self._all.asking:
            self._start_timeout(self._all.asking, REQUEST_SECONDS)

    def _note_idle(self) -> None:
        """Start the idle timeout when a request is complete or answered."""
        self._start_timeout(self._all.resting, IDLE_SECONDS)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Accept a new connection, without Nagle's algorithm because head and body are sent separately."""
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        super().connection_made(transport)
        self._all.make_room()
        self._note_request_started()

    def connection_lost(self, exc: Exception | None) -> None:
        """Called when either side closes the connection."""
        self._all.forget(self)
        if self._end:
            self._end.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Receive some of a request."""
        if self.conn.their_state not in COMPLETE_STATES:
            self._note_request_started()
        super().data_received(data)
        if self.conn.their_state in COMPLETE_STATES and self in self._all.asking:
            self._note_idle()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - uvicorn's own words
        """Refuse a malformed request and close; uvicorn's own refusal fails after a HEAD."""
        if self.cycle is not None:
            self.cycle.disconnected = True
        if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            refusal = h11.Response(status_code=400, headers=REFUSAL_HEADERS, reason=b"Bad Request")
            for event in (refusal, h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def eof_received(self) -> bool:  # type: ignore[override] # it may say so
        """Keep the connection open for the response if the request is complete."""
        return self.conn.their_state in COMPLETE_STATES

    def on_response_complete(self) -> None:
        """Wait for the next request, part of which may have arrived already."""
        self._note_idle()
        super().on_response_complete()
        if self.conn.their_state is h11.IDLE and self.conn.trailing_data[0]:
            self._note_request_started()
