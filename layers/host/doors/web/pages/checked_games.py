"""Transcripts of finished games and what their check has found: made once, then cached.

To write a season down it has to be played again, which takes seconds. Only that is counted, and for each visitor apart.
"""

from __future__ import annotations

import zlib
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

from engine.notation.verify import Verdict
from host.archive import fair_play
from host.core.context import HostContext
from host.core.session import CLOSED, OVER
from host.doors.web.requests.request_context import RequestContext
from host.people import rate_limits
from host.shown import views

T = TypeVar("T")
Key = tuple[str, str, int]  # a game, its secret, and how much of it there is


class RecentlyMade(Generic[T]):
    """A cache of the last few things that were made."""

    def __init__(self, most: int) -> None:
        self._most, self._made = most, OrderedDict[Key, T]()

    def get(self, key: Key, make: Callable[[], T]) -> T:
        """Return what was made of this, or make it now."""
        found = self._made.pop(key) if key in self._made else make()
        self._made[key] = found
        while len(self._made) > self._most:
            self._made.popitem(last=False)
        return found


TEXTS, VERDICTS = RecentlyMade[bytes](500), RecentlyMade[Verdict](2000)  # a text takes some 20 KB


def transcript(request: RequestContext, game: str) -> str:
    """Return all of a game that is over."""
    return zlib.decompress(TEXTS.get(_key(request.host, game), lambda: _make(request, game))).decode()


def checked(request: RequestContext, game: str) -> Verdict:
    """Return what our own check finds in it."""
    return VERDICTS.get(_key(request.host, game), lambda: fair_play.checked(transcript(request, game)))


def _key(host: HostContext, game: str) -> Key:
    session = views.found(host, game).session
    return session.id, session.secret, session.entries


def _make(request: RequestContext, game: str) -> bytes:
    if views.found(request.host, game).session.stage in (OVER, CLOSED):  # of others it costs nothing to say no
        rate_limits.count(request.host, "checks", request.visitor)
    return zlib.compress(fair_play.transcript(request.host, game).encode())
