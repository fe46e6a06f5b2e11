"""What the fakes that speak HTTP have in common: a server that can be shut, and quiet connections."""

import contextlib
import socket
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Listener(ThreadingHTTPServer):
    """Accepts connections on a free port, and can close them all."""

    daemon_threads = False
    request_queue_size = 64

    def __init__(self, handler: type[BaseHTTPRequestHandler]) -> None:
        self._open: set[socket.socket] = set()
        super().__init__(("127.0.0.1", 0), handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Remember the connection."""
        self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """Forget it."""
        self._open.discard(request)
        super().shutdown_request(request)

    def hang_up(self) -> None:
        """Close the connections that clients keep open."""
        for connection in list(self._open):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


class QuietHandler(BaseHTTPRequestHandler):
    """One connection, whose client may hang up at any time. Header and body leave in one write."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1

    def handle(self) -> None:
        """A client may hang up at any time."""
        with contextlib.suppress(ConnectionError):
            super().handle()

    def finish(self) -> None:
        """Even before its answer was written."""
        with contextlib.suppress(ConnectionError):
            super().finish()

    def log_request(self, *_: object) -> None:
        """Stay quiet: the calls are kept for the test to read."""
