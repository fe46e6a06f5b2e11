"""The site's door: HTTP on a free port of this machine."""

import json
import threading
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qsl, urlsplit

from tests.fakes.listener import Listener, QuietHandler

from .api import Api
from .endpoints import Request
from .faults import Answer


class SiteListener(Listener):
    """Accepts connections for one API."""

    def __init__(self, api: Api) -> None:
        self.api = api
        super().__init__(Handler)
        self._thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End every wait and connection."""
        self.api.faults.closing.set()
        self.shutdown()
        self._thread.join()
        self.hang_up()
        self.server_close()


class Handler(QuietHandler, BaseHTTPRequestHandler):
    """One connection of a client."""

    server: SiteListener

    def do_GET(self) -> None:
        """Answer a request."""
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        parts = urlsplit(self.path)
        query = dict(parse_qsl(parts.query, keep_blank_values=True))
        form = dict(parse_qsl(body, keep_blank_values=True))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self._send(self.server.api.answer(Request(self.command, parts.path, query, form, headers)))

    def do_POST(self) -> None:
        """Answer a request with a form."""
        self.do_GET()

    def do_PUT(self) -> None:
        """Refuse it as any other that is not known."""
        self.do_GET()

    def do_DELETE(self) -> None:
        """Refuse it as any other that is not known."""
        self.do_GET()

    def _send(self, answer: Answer) -> None:
        if not answer.status and not answer.cut:
            self.close_connection = True
            return
        payload = b"" if answer.body is None else json.dumps(answer.body).encode()
        self.send_response(answer.status or 200)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Type", "application/json; charset=UTF-8")
        self.send_header("Content-Length", str(len(payload)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(payload[: len(payload) // 2] if answer.cut else payload)
        if answer.cut:
            self.close_connection = True
