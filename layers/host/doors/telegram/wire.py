"""Calls to Telegram from any thread; the connection is opened by the first."""

from __future__ import annotations

import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, TypeVar

from host.doors.telegram import lazy_imports
from host.doors.telegram.api_errors import understood
from host.doors.telegram.screens import Button, Rows

if TYPE_CHECKING:
    from host.doors.telegram.connection import BotConnection, FetchingBot

T = TypeVar("T")
OFFICIAL = "https://api.telegram.org"
PATIENCE = 60.0  # seconds in which even a call with a large file has ended one way or another


class Wire:
    """A bot that can be called from any thread. Its token is asked for when the line is opened."""

    def __init__(self, token: Callable[[], str], url: str = "") -> None:
        self._token, self._base = token, (url or OFFICIAL).rstrip("/")
        self._line: BotConnection | None = None
        self._lock = threading.Lock()
        self._name = ""

    def call(self, make: Callable[[lazy_imports.Bot], Coroutine[Any, Any, T]]) -> T:
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
        from host.doors.telegram.connection import BotConnection  # noqa: PLC0415 - its library starts slowly, and not all have something to say

        with self._lock:
            self._line = self._line or BotConnection(self._token(), self._base)
            return self._line


def markup(rows: Rows) -> lazy_imports.InlineKeyboardMarkup | None:
    """Buttons as the library wants them."""
    if not rows:
        return None
    return lazy_imports.InlineKeyboardMarkup([[_button(each) for each in row] for row in rows])


def _button(each: Button) -> lazy_imports.InlineKeyboardButton:
    return lazy_imports.InlineKeyboardButton(
        each.text,
        url=each.url or None,
        callback_data=each.data or None,
        copy_text=lazy_imports.CopyTextButton(each.copies) if each.copies else None,
        style=each.style or None,
        web_app=lazy_imports.WebAppInfo(each.opens) if each.opens else None,
    )


def answering(message: int) -> lazy_imports.ReplyParameters | None:
    """The message that is answered, which may have been deleted; none, if nobody is answered."""
    return lazy_imports.ReplyParameters(message, allow_sending_without_reply=True) if message else None
