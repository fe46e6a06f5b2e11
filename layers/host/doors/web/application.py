"""The page as one ASGI application: the same behind the local server and behind a function URL."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.middleware.gzip import GZipResponder, IdentityResponder
from starlette.requests import ClientDisconnect, Request
from starlette.types import Receive, Scope, Send

from host.doors.web.requests.http import HttpRequest, Response, accepts_gzip

MIN_COMPRESSED_BYTES, LEVEL = 600, 6
NO_GZIP_THREAD_BYTES = 1 << 62  # bytes from which a thread would compress: all is done in the one thread of the page


class WebApplication:
    """Serve the page as an ASGI application; responses are compressed if the browser accepts gzip."""

    def __init__(self, answer: Callable[[HttpRequest], Awaitable[Response]]) -> None:
        self._answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if accepts_gzip(Request(scope).headers.get("accept-encoding", "")):
            responder = GZipResponder(
                self._send_response, MIN_COMPRESSED_BYTES, LEVEL, thread_minimum_size=NO_GZIP_THREAD_BYTES
            )
            await responder(scope, receive, send)
        else:
            await IdentityResponder(self._send_response, MIN_COMPRESSED_BYTES)(scope, receive, send)

    async def _send_response(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            request = await HttpRequest.read(scope, receive)
        except ClientDisconnect:
            return
        response = await self._answer(request)
        await response.to_asgi()(scope, receive, send)
