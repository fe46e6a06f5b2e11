"""The connection to Telegram, at home and in functions: python-telegram-bot on an event loop of its own."""

from __future__ import annotations

import asyncio
import ssl
import threading
import warnings
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from functools import cache
from typing import Any, NamedTuple, TypeVar

import certifi
from telegram import Bot, InputMediaPhoto, User
from telegram.request import HTTPXRequest
from telegram.warnings import PTBUserWarning

from host.doors.telegram.calls.api_errors import understood
from host.doors.telegram.calls.wire import HTML, OFFICIAL, PATIENCE, READ

T = TypeVar("T")
SPARE = 10.0  # seconds more than Telegram was asked to wait
POOL = 16  # connections
# What `do_api_request` says of a method that the library has, too; `HostBot.raw` tells why it is used nevertheless.
warnings.filterwarnings("ignore", "Please use 'Bot", PTBUserWarning)


class HostBot(Bot):
    """A bot whose start asks Telegram nothing, and which fetches updates as they come."""

    def __init__(self, token: str, base: str, requests: tuple[HTTPXRequest, HTTPXRequest]) -> None:
        super().__init__(token, f"{base}/bot", f"{base}/file/bot", request=requests[0], get_updates_request=requests[1])
        self._started = False

    async def initialize(self) -> None:
        """Open the line. The library asks getMe here: at every cold start, and in vain while Telegram is away."""
        await super().initialize()
        self._started = True

    async def get_me(self, **how: Any) -> User:
        """Ask Telegram who this is; while the line is opened, the number in the token says enough."""
        if self._started:
            return await super().get_me(**how)
        number = self.token.partition(":")[0]
        return User(int(number) if number.isdigit() else 0, "", is_bot=True)

    async def raw_updates(self, offset: int, wait: int, kinds: list[str]) -> list[dict[str, Any]]:
        """Return the updates from this number on as Telegram sends them.

        `get_updates` makes objects of all of them at once, so a single one that the library cannot read would keep back
        all others.
        """
        asked = {"offset": offset, "timeout": wait, "allowed_updates": kinds}
        found: list[dict[str, Any]] = await self.raw("getUpdates", asked, read_timeout=wait + SPARE)
        return found

    async def raw(self, method: str, values: dict[str, Any], **how: Any) -> Any:
        """Make any call by Telegram's own name for it, and return its answer as it comes.

        For what the library reads too strictly or does not know yet: updates, and messages that one person alone sees.
        """
        return await self.do_api_request(method, api_kwargs=values, **how)

    async def edit_photo(
        self, *, chat_id: int, message_id: int, photo: bytes, filename: str, caption: str, reply_markup: Any
    ) -> Any:
        """Show another picture, with other words, in a message that shows one."""
        media = InputMediaPhoto(photo, caption, HTML, filename=filename)
        return await self.edit_message_media(media, chat_id, message_id, reply_markup=reply_markup)

    async def fetch_file(self, file_id: str) -> bytes:
        """Return what somebody has sent."""
        file = await self.get_file(file_id)
        return bytes(await file.download_as_bytearray())


class OpenLine(NamedTuple):
    """A bot, the loop on which its calls are made, and the thread of that loop."""

    bot: HostBot
    loop: asyncio.AbstractEventLoop
    thread: threading.Thread


class TelegramConnection:
    """A bot that can be called from any thread. Its token is asked for when the line is opened, by the first call."""

    def __init__(self, token: Callable[[], str], url: str = "", name: str = "") -> None:
        self._token, self._base, self._name = token, (url or OFFICIAL).rstrip("/"), name
        self._lock = threading.Lock()
        self._line: OpenLine | None = None

    def call(self, make: Callable[[HostBot], Coroutine[Any, Any, T]]) -> T:
        """Make a call and wait for its answer; raises what the library raises."""
        return self.begin(make).result(PATIENCE)

    def begin(self, make: Callable[[HostBot], Coroutine[Any, Any, T]]) -> Future[T]:
        """Make a call without waiting for its answer."""
        with self._lock:
            line = self._line = self._line or self._open()
            return asyncio.run_coroutine_threadsafe(make(line.bot), line.loop)

    @property
    def name(self) -> str:
        """The bot's username; where it was not told to us, Telegram is asked once."""
        if not self._name:
            with understood():
                self._name = self.call(lambda bot: bot.get_me()).username or ""
        return self._name

    def close(self) -> None:
        """Hang up, if anything was said at all."""
        with self._lock:
            line, self._line = self._line, None
        if line:
            asyncio.run_coroutine_threadsafe(line.bot.shutdown(), line.loop).result(PATIENCE)
            line.loop.call_soon_threadsafe(line.loop.stop)
            line.thread.join()
            line.loop.close()

    def _open(self) -> OpenLine:
        """Start the loop on a thread of its own, and open the line; this asks nobody anything."""
        bot = HostBot(self._token(), self._base, (self._request(POOL), self._request(1)))
        loop = asyncio.new_event_loop()
        thread = threading.Thread(target=loop.run_forever, name="telegram", daemon=True)
        thread.start()
        asyncio.run_coroutine_threadsafe(bot.initialize(), loop).result(PATIENCE)
        return OpenLine(bot, loop, thread)

    def _request(self, size: int) -> HTTPXRequest:
        return HTTPXRequest(size, read_timeout=READ, pool_timeout=READ, httpx_kwargs={"verify": trusted()})


@cache
def trusted() -> ssl.SSLContext:
    """Load the certificates that we trust: this is slow, so all connections share them."""
    return ssl.create_default_context(cafile=certifi.where())
