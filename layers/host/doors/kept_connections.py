"""Keeps the connections to a server open from one call to the next, for clients of our own in functions.

A server closes what has been idle for a while, and a function may have slept meanwhile. So whatever is known to be
closed is let go of; and a call that may be made twice is made again where one turns out to have been closed.
"""

from __future__ import annotations

import select
import ssl
from collections.abc import Callable, Mapping
from http.client import HTTPConnection, HTTPException, HTTPMessage, HTTPSConnection
from typing import NamedTuple
from urllib.parse import SplitResult


class HttpAnswer(NamedTuple):
    """What came back."""

    status: int
    headers: Mapping[str, str] | HTTPMessage
    body: bytes


class KeptConnections:
    """Those to one server. Safe to use from many threads: each connection is one thread's at a time."""

    def __init__(self, connect: Callable[[], HTTPConnection]) -> None:
        self._connect = connect
        self._idle: list[HTTPConnection] = []

    def exchange(
        self, verb: str, path: str, headers: Mapping[str, str], body: bytes | None = None, *, twice: bool = False
    ) -> HttpAnswer:
        """Ask over a connection that is there, or else a new one; `twice`: it may be asked again if that is broken."""
        while self._idle:
            connection = self._idle.pop()
            if is_closed(connection):
                connection.close()
                continue
            try:
                return self._over(connection, verb, path, headers, body)
            except TimeoutError:  # it is there, and silent
                raise
            except (OSError, HTTPException):
                if not twice:
                    raise
        return self._over(self._connect(), verb, path, headers, body)

    def _over(
        self, connection: HTTPConnection, verb: str, path: str, headers: Mapping[str, str], body: bytes | None
    ) -> HttpAnswer:
        try:
            connection.request(verb, path, body, headers)
            response = connection.getresponse()
            answer = HttpAnswer(response.status, response.headers, response.read())
        except BaseException:
            connection.close()
            raise
        if response.will_close:
            connection.close()
        else:
            self._idle.append(connection)
        return answer

    def close(self) -> None:
        """Let go of every connection."""
        while self._idle:
            self._idle.pop().close()


def is_closed(connection: HTTPConnection) -> bool:
    """Has it been closed over there? Nothing else comes where nothing was asked."""
    look = select.poll()
    look.register(connection.sock, select.POLLIN)
    return bool(look.poll(0))


def connected(where: SplitResult, whom: ssl.SSLContext | None, connect: float, read: float) -> HTTPConnection:
    """A new connection, to those alone whom we trust; it has so many seconds to come about, and as many to answer."""
    host = where.hostname or ""
    if whom:
        made: HTTPConnection = HTTPSConnection(host, where.port, timeout=connect, context=whom)
    else:
        made = HTTPConnection(host, where.port, timeout=connect)
    made.connect()
    made.sock.settimeout(read)
    return made
