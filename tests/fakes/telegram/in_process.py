"""The local Telegram without a network: the real library asks it in this process, which takes a third of the time."""

from typing import Any
from urllib.parse import urlsplit

import httpx
from telegram.request import HTTPXRequest

from host.doors.telegram.calls.connection import TelegramConnection

from .api import NO_ANSWER
from .server import BotApi

URL = "https://telegram.test"


class InProcess(httpx.AsyncBaseTransport):
    """Carries every call to the server's API, and its answer back."""

    def __init__(self, server: BotApi) -> None:
        self.server = server

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Carry one."""
        parts = urlsplit(str(request.url))
        kind, body = request.headers.get("Content-Type", ""), await request.aread()
        if (file := self.server.file(parts.path)) is not None:
            return httpx.Response(200, content=file)
        status, answer = self.server.take(parts.path, kind, body, parts.query)
        if status == NO_ANSWER:
            raise httpx.RemoteProtocolError("The server has hung up.", request=request)
        return httpx.Response(status, json=answer)


class WireInProcess(TelegramConnection):
    """The line of a bot to that server."""

    def __init__(self, server: BotApi) -> None:
        self.server = server
        super().__init__(lambda: server.token, URL)

    def _build_http_request(self, size: int) -> HTTPXRequest:
        given: dict[str, Any] = {"transport": InProcess(self.server)}
        return HTTPXRequest(size, httpx_kwargs=given)
