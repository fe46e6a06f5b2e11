"""The page as one ASGI application: the same behind the local server and behind a function URL."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.middleware.gzip import GZipResponder, IdentityResponder
from starlette.requests import ClientDisconnect, Request
from starlette.types import Receive, Scope, Send

from host.doors.web.requests.http import HttpRequest, Response, accepts_gzip

MIN_COMPRESSED_BYTES, LEVEL = 600, 6
NEVER = 1 << 62  # bytes from which a thread would compress: all is done in the one thread of the page


class WebApplication:
    """Reads a request whole, awaits what `answer` makes of it, and sends that, compressed for who can unpack it."""

    def __init__(self, answer: Callable[[HttpRequest], Awaitable[Response]]) -> None:
        self._answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if accepts_gzip(Request(scope).headers.get("accept-encoding", "")):
            responder = GZipResponder(self._respond, MIN_COMPRESSED_BYTES, LEVEL, thread_minimum_size=NEVER)
            await responder(scope, receive, send)
        else:
            await IdentityResponder(self._respond, MIN_COMPRESSED_BYTES)(scope, receive, send)

    async def _respond(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            request = await HttpRequest.read(scope, receive)
        except ClientDisconnect:
            return
        response = await self._answer(request)
        await response.to_asgi()(scope, receive, send)
