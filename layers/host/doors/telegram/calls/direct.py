"""Calls to Telegram without its library, for functions: that takes longer to load than all the rest of one.

What a function says all day goes straight over a connection that stays open. A refusal is rare, so what it means the
library tells, as everywhere else. Calls are named as the library has them, and their values as Telegram has them.
"""

from __future__ import annotations

import json
import os
import re
import ssl
from collections.abc import Callable, Coroutine
from functools import cache, partial
from http.client import HTTPConnection, HTTPException
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, TypeVar, cast
from urllib.parse import quote, urlsplit

from host.doors.kept_connections import HttpAnswer, KeptConnections, connected
from host.doors.telegram.calls.wire import CONNECT, HTML, READ, ThreadedBot, trusted

if TYPE_CHECKING:
    from host.doors.telegram.calls.connection import FetchingBot

T = TypeVar("T")
ROOTS = "Go Daddy"


class DirectWire(ThreadedBot):
    """A wire that speaks for itself."""

    def __init__(self, token: Callable[[], str], url: str = "") -> None:
        super().__init__(token, url)
        self._bot: DirectBot | None = None

    def call(self, make: Callable[[FetchingBot], Coroutine[Any, Any, T]]) -> T:
        """Make a call on the caller's own thread; raises what the library raises."""
        with self._lock:
            self._bot = self._bot or DirectBot(self._token(), self._base)
        try:
            make(cast("FetchingBot", self._bot)).send(None)
        except StopIteration as done:
            found: T = done.value
            return found
        raise RuntimeError("a call to Telegram waits for something else")

    def close(self) -> None:
        """Hang up, if anything was said at all."""
        with self._lock:
            if self._bot is not None:
                self._bot.close()
            self._bot = None


class DirectBot:
    """Any call of Telegram's, by the library's name for it. Safe to use from many threads."""

    def __init__(self, token: str, base: str) -> None:
        self._address = urlsplit(base)
        self._calls, self._files = (f"{self._address.path}/{kind}{token}/" for kind in ("bot", "file/bot"))
        self._connections = KeptConnections(self._connected)

    def __getattr__(self, name: str) -> Callable[..., Coroutine[Any, Any, Any]]:
        """Make this call."""
        if name.startswith("_"):
            raise AttributeError(name)
        first, *others = name.split("_")
        return partial(self._post, first + "".join(map(str.title, others)))

    async def raw(self, method: str, values: dict[str, Any]) -> Any:
        """Any call by Telegram's own name for it; its answer as it comes."""
        return json.loads(self._answered("POST", f"{self._calls}{method}", *packed(values, "")).body)["result"]

    async def edit_photo(self, *, photo: bytes, filename: str, caption: str, **values: Any) -> Any:
        """Show another picture, with other words, in a message that shows one."""
        media = {"type": "photo", "media": "attach://picture", "caption": caption, "parse_mode": HTML}
        return await self._post("editMessageMedia", media=media, picture=photo, filename=filename, **values)

    async def fetch_file(self, file_id: str) -> bytes:
        """What somebody has sent."""
        found = await self._post("getFile", file_id=file_id)
        return self._answered("GET", f"{self._files}{quote(found.file_path)}").body

    def close(self) -> None:
        """Let go of every connection."""
        self._connections.close()

    async def _post(self, method: str, filename: str = "", **values: Any) -> Any:
        given = {name: value for name, value in values.items() if value is not None}
        answer = self._answered("POST", f"{self._calls}{method}", *packed(given, filename))
        return json.loads(answer.body, object_hook=lambda found: SimpleNamespace(**found)).result

    def _answered(self, verb: str, path: str, kind: str = "", body: bytes | None = None) -> HttpAnswer:
        try:
            answer = self._connections.exchange(verb, path, {"Content-Type": kind} if kind else {}, body)
        except (OSError, HTTPException) as error:
            raise silence(error) from None  # the error itself could hold the address, and so the token
        if answer.status >= 300:
            refuse(answer)
        return answer

    def _connected(self) -> HTTPConnection:
        if self._address.scheme != "https":
            return connected(self._address, None, CONNECT, READ)
        try:
            return connected(self._address, likely(), CONNECT, READ)
        except ssl.SSLCertVerificationError:
            return connected(self._address, trusted(), CONNECT, READ)


@cache
def likely() -> ssl.SSLContext:
    """The roots that Telegram has stood on for years; to load all that we trust takes longer than to draw a board."""
    import certifi  # noqa: PLC0415 - only where somebody speaks

    found = re.findall(rf'# Label: "{ROOTS}[^"]*"\n(?:#.*\n)*(-----BEGIN[^#]*)', certifi.contents())
    return ssl.create_default_context(cadata="".join(found)) if found else trusted()


def packed(values: dict[str, Any], filename: str) -> tuple[str, bytes]:
    """The kind of a body, and the body: a form where there is a file, else JSON."""
    if not any(isinstance(value, bytes) for value in values.values()):
        return "application/json", json.dumps(values).encode()
    boundary = os.urandom(16).hex()
    parts = [_part(name, value, filename) for name, value in values.items()]
    body = b"".join(f"--{boundary}\r\n".encode() + part + b"\r\n" for part in parts) + f"--{boundary}--\r\n".encode()
    return f"multipart/form-data; boundary={boundary}", body


def _part(name: str, value: Any, filename: str) -> bytes:
    if isinstance(value, bytes):
        head = f'Content-Disposition: form-data; name="{name}"; filename="{filename or name}"\r\n'
        return f"{head}Content-Type: application/octet-stream\r\n\r\n".encode() + value
    text = value if isinstance(value, str) else json.dumps(value)
    return f'Content-Disposition: form-data; name="{name}"\r\n\r\n{text}'.encode()


def silence(error: Exception) -> Exception:
    """What the library says where no answer came."""
    from telegram.error import NetworkError, TimedOut  # noqa: PLC0415 - only where something went wrong

    return TimedOut() if isinstance(error, TimeoutError) else NetworkError(type(error).__name__)


def refuse(answer: HttpAnswer) -> None:
    """Raise what the library does for this answer."""
    from host.doors.telegram.calls.answered_request import AnsweredRequest  # noqa: PLC0415 - only where something went wrong

    AnsweredRequest(answer.status, answer.body).tell()
