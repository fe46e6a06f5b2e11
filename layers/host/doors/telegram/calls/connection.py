"""The connection to Telegram: one thread with its own event loop, on which every call is made."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

from telegram import Bot, InputMediaPhoto
from telegram.request import HTTPXRequest

from host.doors.telegram.calls.wire import HTML, PATIENCE, READ, trusted

T = TypeVar("T")
SPARE = 10.0  # seconds more than Telegram was asked to wait


class FetchingBot(Bot):
    """A bot that fetches updates as they come: one that the library cannot read must not keep back all others."""

    async def raw_updates(self, offset: int, wait: int, kinds: list[str]) -> list[dict[str, Any]]:
        """What has happened from this number on; if that is nothing, what happens while we wait."""
        asked = {"offset": offset, "timeout": wait, "allowed_updates": kinds}
        found: list[dict[str, Any]] = await self._post("getUpdates", asked, read_timeout=wait + SPARE)
        return found

    async def raw(self, method: str, values: dict[str, Any]) -> Any:
        """Any call by Telegram's own name for it, newer ones than the library knows too; its answer as it comes."""
        return await self._post(method, values)

    async def edit_photo(
        self, *, chat_id: int, message_id: int, photo: bytes, filename: str, caption: str, reply_markup: Any
    ) -> Any:
        """Show another picture, with other words, in a message that shows one."""
        media = InputMediaPhoto(photo, caption, HTML, filename=filename)
        return await self.edit_message_media(media, chat_id, message_id, reply_markup=reply_markup)

    async def fetch_file(self, file_id: str) -> bytes:
        """What somebody has sent."""
        file = await self.get_file(file_id)
        return bytes(await file.download_as_bytearray())


class BotConnection:
    """A bot with this token, called on a loop of its own."""

    def __init__(self, token: str, base: str) -> None:
        self._requests = [self._request(size) for size in (16, 1)]
        self._bot = FetchingBot(
            token, f"{base}/bot", f"{base}/file/bot", request=self._requests[0], get_updates_request=self._requests[1]
        )
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="telegram", daemon=True)
        self._thread.start()

    @staticmethod
    def _request(size: int) -> HTTPXRequest:
        return HTTPXRequest(size, read_timeout=READ, pool_timeout=READ, httpx_kwargs={"verify": trusted()})

    def begin(self, make: Callable[[FetchingBot], Coroutine[Any, Any, T]]) -> Future[T]:
        """Make a call without waiting for its answer."""
        return asyncio.run_coroutine_threadsafe(make(self._bot), self._loop)

    def close(self) -> None:
        """Hang up."""
        for request in self._requests:
            asyncio.run_coroutine_threadsafe(request.shutdown(), self._loop).result(PATIENCE)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
