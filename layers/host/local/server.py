"""The web table over plain HTTP on loopback."""

from __future__ import annotations

import logging
import socket
import traceback
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from host.house import House
from host.web import app
from host.web.http import BIGGEST_BODY, Request, Response
from host.web.pages import trouble

log = logging.getLogger(__name__)
IDLE = 60.0  # seconds a silent connection is kept


class Server(ThreadingHTTPServer):
    """One thread a connection; a slow visitor delays nobody."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, house: House, port: int) -> None:
        self.house = house
        super().__init__(("127.0.0.1", port), Handler)

    @property
    def url(self) -> str:
        """Where it is found."""
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(BaseHTTPRequestHandler):
    """Carries one request to the app and its response back."""

    protocol_version = "HTTP/1.1"
    server_version = "rtab"
    sys_version = ""
    timeout = IDLE
    server: Server

    def setup(self) -> None:
        super().setup()
        # Head and body go out in two writes; without this the second waits for the first to be acknowledged.
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def do_GET(self) -> None:
        self._carry()

    def do_HEAD(self) -> None:
        self._carry()

    def do_POST(self) -> None:
        self._carry()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - likewise; addresses may hold private links, so nothing is logged
        pass

    def _carry(self) -> None:
        response = self._answer()
        body = b"" if self.command == "HEAD" else response.body
        self.send_response(response.status)
        for name, value in response.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(response.body)))
        self.end_headers()
        self.wfile.write(body)

    def _answer(self) -> Response:
        path, _, query = self.path.partition("?")
        headers = {name.lower(): value for name, value in self.headers.items()}
        try:
            request = Request(self.command, path, query, headers, self._body())
            return app.answer(self.server.house, request)
        except Exception as error:  # noqa: BLE001 - one broken page must not stop the others
            where = traceback.extract_tb(error.__traceback__)[-1]
            log.error("a page broke down: %s at %s:%s", type(error).__name__, where.filename, where.lineno)  # noqa: TRY400 - values could hold secrets
            return trouble("Something is wrong at our end; nothing has changed.", 500)

    def _body(self) -> bytes:
        length = self.headers.get("Content-Length", "0")
        size = int(length) if length.isascii() and length.isdigit() and len(length) < 12 else 0
        if size > BIGGEST_BODY:
            self.close_connection = True
        return self.rfile.read(min(size, BIGGEST_BODY + 1))
