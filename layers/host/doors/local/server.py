"""The web table over plain HTTP: uvicorn in one thread, strict about framing, patient with nobody for ever."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from ipaddress import ip_address
from typing import cast

import uvicorn
from starlette.types import Receive, Scope, Send

from engine.kernel.text import PLAIN_READER
from host.core.context import HostContext
from host.core.error_lines import format_error_location
from host.core.store.items import Overloaded
from host.doors.local.connections import IDLE_SECONDS, BoundedConnection, Connections
from host.doors.local.settings import LOOPBACK, Network
from host.doors.local.turns import RequestScheduler
from host.doors.web import app
from host.doors.web.application import WebApplication
from host.doors.web.markup.frame import render_trouble
from host.doors.web.requests.http import HttpRequest, Response, max_body_bytes

log = logging.getLogger(__name__)
BACKLOG = 128  # connections taken in one turn of the loop: with those that are open, fewer than a process may hold
MAX_HEAD_BYTES = 16 * 1024
FORWARDED = b"x-forwarded-"  # how the words begin with which a proxy says for whom it asks
METRICS = "/metrics"
NOT_SAVED = "This could not be saved, so nothing has changed. Please try again later."


class LocalServer:
    """The web server of the local host. `ill` returns what is wrong with the host, `seen` is called with each
    path,
    and what is done within `together` is saved when that ends.
    """

    def __init__(
        self,
        host: HostContext,
        port: int,
        ill: Callable[[], str],
        seen: Callable[[str], None],
        together: Callable[[], AbstractContextManager[None]] = nullcontext,
        bind: str = LOOPBACK,
        proxies: Sequence[Network] = (),
        metrics: Callable[[HttpRequest], Response] | None = None,
    ) -> None:
        self.host, self.ill, self.seen = host, ill, seen
        self.connections = Connections()
        self._proxies, self._metrics = proxies, metrics
        self._application = WebApplication(
            RequestScheduler(self._answer_request, make_save_refusal, together).answer_in_turn
        )
        self._serving = False  # once it has served, it lets go of the port by itself
        family = socket.AF_INET6 if ":" in bind else socket.AF_INET
        self._socket = socket.create_server((bind, port), family=family, backlog=BACKLOG)
        self._server = uvicorn.Server(self._make_config())

    def _make_config(self) -> uvicorn.Config:
        return uvicorn.Config(
            self.serve,
            http=cast("type[asyncio.Protocol]", partial(BoundedConnection, self.connections)),
            interface="asgi3",
            ws="none",
            lifespan="off",
            loop="asyncio",
            backlog=BACKLOG,
            log_config=None,
            log_level=logging.ERROR,
            access_log=False,  # no address is logged
            proxy_headers=False,
            server_header=False,
            date_header=False,
            timeout_keep_alive=int(IDLE_SECONDS),
            timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=MAX_HEAD_BYTES,
        )

    @property
    def url(self) -> str:
        """The server's address on this machine."""
        name, port, *_ = self._socket.getsockname()
        name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(name, f"[{name}]" if ":" in name else name)  # noqa: S104 - read, not bound
        return f"http://{name}:{port}"

    def serve_forever(self) -> None:
        """Serve until `shutdown`."""
        self._serving = True
        self._server.run(sockets=[self._socket])

    def shutdown(self) -> None:
        """End `serve_forever`, from another thread."""
        self._server.should_exit = True

    def server_close(self) -> None:
        """Close the socket if it never served; else `shutdown` does so."""
        if not self._serving:
            self._socket.close()

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one ASGI request; refuse it and close the connection if its length is missing or too large."""
        refusal = find_length_refusal(scope)
        if refusal is not None:
            refusal.headers["Connection"] = "close"
            await refusal.to_asgi()(scope, receive, send)
            return
        if scope["client"] and self._trusts_proxy(scope["client"][0]):
            scope["client"] = (LOOPBACK, 0)
        else:
            scope["headers"] = [each for each in scope["headers"] if not each[0].startswith(FORWARDED)]
        await self._application(scope, receive, send)

    def _trusts_proxy(self, address: str) -> bool:
        """Return whether an address may name the client it asks for: this machine and the configured proxies may."""
        where = ip_address(address.partition("%")[0])
        where = getattr(where, "ipv4_mapped", None) or where
        return where.is_loopback or any(where in network for network in self._proxies)

    def _answer_request(self, request: HttpRequest) -> Response:
        try:
            if request.path == app.HEALTH:
                return self._answer_health()
            if request.path == METRICS and self._metrics:
                return self._metrics(request)
            self.seen(request.path)
            return app.answer_http_request(self.host, request)
        except Overloaded as error:
            return make_save_refusal(error)
        except Exception as error:  # noqa: BLE001 - one broken page must not stop the others
            log.error("a page broke down: %s", format_error_location(error))  # noqa: TRY400 - values could hold secrets
            return render_trouble(PLAIN_READER, "Something is wrong at our end; nothing has changed.", 500)

    def _answer_health(self) -> Response:
        ill = self.ill()
        status, word = (503, f"{ill}\n".encode()) if ill else (200, app.format_health(self.host))
        return Response(status, word, {"Content-Type": "text/plain", "Cache-Control": "no-store"})


def make_save_refusal(error: Exception | None) -> Response:
    """Return the response to a request that could not be saved or was one too many."""
    if error:
        log.error("nothing could be saved: %s", error)
    return render_trouble(PLAIN_READER, NOT_SAVED, 503)


def find_length_refusal(scope: Scope) -> Response | None:
    """Return the refusal of a request without a plain length or with one that is too large, else None; nothing is
    read.
    """
    sizes = [value for name, value in scope["headers"] if name == b"content-length"]
    if any(name == b"transfer-encoding" for name, _ in scope["headers"]):
        return render_trouble(PLAIN_READER, "Please say how long that is before you send it.", 400 if sizes else 411)
    if sizes and int(sizes[0]) > max_body_bytes(scope["path"]):
        return render_trouble(PLAIN_READER, "That was too much at once.", 413)
    return None
