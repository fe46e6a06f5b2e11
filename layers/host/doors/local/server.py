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

from engine.kernel.text import PLAIN
from host.core.context import HostContext
from host.core.error_lines import where
from host.core.store.items import Overloaded
from host.doors.local.connections import IDLE_SECONDS, BoundedConnection, Connections
from host.doors.local.settings import LOOPBACK, Network
from host.doors.local.turns import Turns
from host.doors.web import app
from host.doors.web.application import WebApplication
from host.doors.web.markup.frame import trouble
from host.doors.web.requests.http import HttpRequest, Response, max_body_bytes

log = logging.getLogger(__name__)
BACKLOG = 128  # connections taken in one turn of the loop: with those that are open, fewer than a process may hold
MAX_HEAD_BYTES = 16 * 1024
FORWARDED = b"x-forwarded-"  # how the words begin with which a proxy says for whom it asks
METRICS = "/metrics"
NOT_SAVED = "This could not be saved, so nothing has changed. Please try again later."


class Server:
    """`ill` says what is wrong with the host, if anything is, `seen` hears of each address asked for, and what is done
    within `together` is saved when that ends.
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
        self._application = WebApplication(Turns(self._answer, refuse, together).answered)
        self._serving = False  # once it has served, it lets go of the port by itself
        family = socket.AF_INET6 if ":" in bind else socket.AF_INET
        self._socket = socket.create_server((bind, port), family=family, backlog=BACKLOG)
        self._server = uvicorn.Server(self._config())

    def _config(self) -> uvicorn.Config:
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
        """Where it is found on this machine."""
        name, port, *_ = self._socket.getsockname()
        name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(name, f"[{name}]" if ":" in name else name)  # noqa: S104 - read, not bound
        return f"http://{name}:{port}"

    def serve_forever(self) -> None:
        """Answer until `shutdown`."""
        self._serving = True
        self._server.run(sockets=[self._socket])

    def shutdown(self) -> None:
        """End `serve_forever`, from another thread."""
        self._server.should_exit = True

    def server_close(self) -> None:
        """Let go of the port, if it never served; else `shutdown` does so."""
        if not self._serving:
            self._socket.close()

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, if its length is said plainly; nothing after one that is refused could be trusted."""
        refusal = refuse_length(scope)
        if refusal is not None:
            refusal.headers["Connection"] = "close"
            await refusal.to_asgi()(scope, receive, send)
            return
        if scope["client"] and self._believes(scope["client"][0]):
            scope["client"] = (LOOPBACK, 0)
        else:
            scope["headers"] = [each for each in scope["headers"] if not each[0].startswith(FORWARDED)]
        await self._application(scope, receive, send)

    def _believes(self, address: str) -> bool:
        """May whoever asks from there say for whom they ask? This machine may, and the proxies that were named."""
        where = ip_address(address.partition("%")[0])
        where = getattr(where, "ipv4_mapped", None) or where
        return where.is_loopback or any(where in network for network in self._proxies)

    def _answer(self, request: HttpRequest) -> Response:
        try:
            if request.path == app.HEALTH:
                return self._health()
            if request.path == METRICS and self._metrics:
                return self._metrics(request)
            self.seen(request.path)
            return app.answer(self.host, request)
        except Overloaded as error:
            return refuse(error)
        except Exception as error:  # noqa: BLE001 - one broken page must not stop the others
            log.error("a page broke down: %s", where(error))  # noqa: TRY400 - values could hold secrets
            return trouble(PLAIN, "Something is wrong at our end; nothing has changed.", 500)

    def _health(self) -> Response:
        ill = self.ill()
        status, word = (503, f"{ill}\n".encode()) if ill else (200, app.health(self.host))
        return Response(status, word, {"Content-Type": "text/plain", "Cache-Control": "no-store"})


def refuse(error: Exception | None) -> Response:
    """Return the answer to what could not be read or saved, or was one too many."""
    if error:
        log.error("nothing could be saved: %s", error)
    return trouble(PLAIN, NOT_SAVED, 503)


def refuse_length(scope: Scope) -> Response | None:
    """Return the refusal of a request that does not say how long it is, or is too long; nothing of it is read."""
    sizes = [value for name, value in scope["headers"] if name == b"content-length"]
    if any(name == b"transfer-encoding" for name, _ in scope["headers"]):
        return trouble(PLAIN, "Please say how long that is before you send it.", 400 if sizes else 411)
    if sizes and int(sizes[0]) > max_body_bytes(scope["path"]):
        return trouble(PLAIN, "That was too much at once.", 413)
    return None
