"""The web table over plain HTTP on loopback."""

from __future__ import annotations

import logging
import socket
import sys
import traceback
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from engine.kernel.text import PLAIN
from host.core.context import HostContext
from host.doors.web import app
from host.doors.web.frame import trouble
from host.doors.web.http import BIGGEST_BODY, Request, Response

log = logging.getLogger(__name__)
IDLE = 60.0  # seconds a silent connection is kept


class Server(ThreadingHTTPServer):
    """One thread a connection; a slow visitor delays nobody. `ready` says whether all parts of the host run."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, house: HostContext, port: int, ready: Callable[[], bool], seen: Callable[[str], None]) -> None:
        self.house, self.ready, self.seen = house, ready, seen
        super().__init__(("127.0.0.1", port), Handler)

    @property
    def url(self) -> str:
        """Where it is found."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, *_connection: Any) -> None:
        """Visitors who hang up are nothing to speak of; the rest is named, without what it was about."""
        error = sys.exception()
        if not isinstance(error, ConnectionError | TimeoutError):
            log.error("a connection broke down: %s", type(error).__name__)


class Handler(BaseHTTPRequestHandler):
    """Carries one request to the app and its response back."""

    protocol_version = "HTTP/1.1"
    server_version = "rtab"
    sys_version = ""
    error_message_format = "%(message)s\n"
    error_content_type = "text/plain"
    timeout = IDLE
    server: Server

    def setup(self) -> None:
        super().setup()
        # Head and body go out in two writes; without this the second waits for the first to be acknowledged.
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __getattr__(self, name: str) -> Callable[[], None]:
        """Every method is the app's business: it says which of them it knows."""
        if not name.startswith("do_"):
            raise AttributeError(name)
        return self._carry

    def _carry(self) -> None:
        response = self._answer()
        body = b"" if self.command == "HEAD" else response.body
        self.send_response(response.status)
        for name, value in response.headers.items():
            self.send_header(name, value)
        if response.status != 304:
            self.send_header("Content-Length", str(len(response.body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the library's word; addresses may hold private links, so nothing is logged
        pass

    def _answer(self) -> Response:
        path, _, query = self.path.partition("?")
        if path == app.HEALTH:
            return self._health()
        if "chunked" in self.headers.get("Transfer-Encoding", "").lower():
            self.close_connection = True
            return trouble(PLAIN, "Please say how long that is before you send it.", 411)
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.seen(path)
        try:
            return app.answer(self.server.house, Request(self.command, path, query, headers, self._body()))
        except ConnectionError:
            raise
        except Exception as error:  # noqa: BLE001 - one broken page must not stop the others
            where = traceback.extract_tb(error.__traceback__)[-1]
            log.error("a page broke down: %s at %s:%s", type(error).__name__, where.filename, where.lineno)  # noqa: TRY400 - values could hold secrets
            return trouble(PLAIN, "Something is wrong at our end; nothing has changed.", 500)

    def _health(self) -> Response:
        status, word = (200, b"ok\n") if self.server.ready() else (503, b"starting\n")
        return Response(status, word, {"Content-Type": "text/plain", "Cache-Control": "no-store"})

    def _body(self) -> bytes:
        length = self.headers.get("Content-Length", "0")
        size = int(length) if length.isascii() and length.isdigit() and len(length) < 12 else 0
        if size > BIGGEST_BODY:
            self.close_connection = True
        return self.rfile.read(min(size, BIGGEST_BODY + 1))
