"""Calls to Telegram from any thread; the connection is opened by the first."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from host.doors.telegram.calls.api_errors import understood
from host.doors.telegram.messages.screens import Button, Rows

if TYPE_CHECKING:
    from host.doors.telegram.calls.connection import BotConnection, FetchingBot

T = TypeVar("T")
OFFICIAL = "https://api.telegram.org"
CONNECT, READ = 5.0, 15.0  # seconds; an answer not waited for is taken for none, and what was said would be said again
PATIENCE = 60.0  # seconds in which even a call with a large file has ended one way or another
HTML = "HTML"
UNPREVIEWED: Any = {"is_disabled": True}  # links in what we say show no picture of where they lead


class ThreadedBot:
    """A bot that can be called from any thread. Its token is asked for when the line is opened."""

    def __init__(self, token: Callable[[], str], url: str = "") -> None:
        self._token, self._base = token, (url or OFFICIAL).rstrip("/")
        self._line: BotConnection | None = None
        self._lock = threading.Lock()
        self._name = ""

    def call(self, make: Callable[[FetchingBot], Coroutine[Any, Any, T]]) -> T:
        """Make a call and wait for its answer; raises what the library raises."""
        return self.begin(make).result(PATIENCE)

    def begin(self, make: Callable[[FetchingBot], Coroutine[Any, Any, T]]) -> Future[T]:
        """Make a call without waiting for its answer."""
        return self._open().begin(make)

    @property
    def name(self) -> str:
        """The bot's username; Telegram is asked once."""
        if not self._name:
            with understood():
                self._name = self.call(lambda bot: bot.get_me()).username or ""
        return self._name

    def close(self) -> None:
        """Hang up, if anything was said at all."""
        with self._lock:
            if self._line is not None:
                self._line.close()
            self._line = None

    def _open(self) -> BotConnection:
        from host.doors.telegram.calls.connection import BotConnection  # noqa: PLC0415 - its library starts slowly, and not all have something to say

        with self._lock:
            self._line = self._line or BotConnection(self._token(), self._base)
            return self._line


@lru_cache(maxsize=1)
def trusted() -> ssl.SSLContext:
    """The certificates we trust: loading them is slow, so all connections share them."""
    import certifi  # noqa: PLC0415 - a function has it only where it speaks to Telegram

    return ssl.create_default_context(cafile=certifi.where())


def markup(rows: Rows) -> Any:
    """Buttons as Telegram wants them."""
    return {"inline_keyboard": [[_button(each) for each in row] for row in rows]} if rows else None


def _button(each: Button) -> dict[str, Any]:
    more = {
        "url": each.url,
        "callback_data": each.data,
        "copy_text": {"text": each.copies} if each.copies else None,
        "style": each.style,
        "web_app": {"url": each.opens} if each.opens else None,
    }
    return {"text": each.text, **{name: value for name, value in more.items() if value}}


def answering(message: int) -> Any:
    """The message that is answered, which may have been deleted; none, if nobody is answered."""
    return {"message_id": message, "allow_sending_without_reply": True} if message else None
