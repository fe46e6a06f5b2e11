"""Transcripts of finished games and what their check has found: made once, and not for too many at the same time.

To write a season down it has to be played again, which takes seconds; so whoever asks again is shown what there is.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

from engine.notation.verify import Verdict
from host.archive import fair_play
from host.core.context import HostContext
from host.core.session import CLOSED, OVER
from host.people import rate_limits
from host.shown import views

T = TypeVar("T")
Key = tuple[str, str, int]  # a game, its secret, and how much of it there is


class RecentlyMade(Generic[T]):
    """The last few of what was made."""

    def __init__(self, most: int) -> None:
        self._most, self._made = most, OrderedDict[Key, T]()

    def get(self, key: Key, make: Callable[[], T]) -> T:
        """What was made of this, or is made now."""
        found = self._made.pop(key) if key in self._made else make()
        self._made[key] = found
        while len(self._made) > self._most:
            self._made.popitem(last=False)
        return found


TEXTS, VERDICTS = RecentlyMade[str](4), RecentlyMade[Verdict](256)


def transcript(host: HostContext, game: str) -> str:
    """All of a game that is over."""
    key = _key(host, game)
    return TEXTS.get(key, lambda: _made(host, game))


def checked(host: HostContext, game: str) -> Verdict:
    """What our own check finds in it."""
    key = _key(host, game)
    return VERDICTS.get(key, lambda: fair_play.checked(TEXTS.get(key, lambda: _made(host, game))))


def _key(host: HostContext, game: str) -> Key:
    session = views.found(host, game).session
    return session.id, session.secret, session.entries


def _made(host: HostContext, game: str) -> str:
    if views.found(host, game).session.stage in (OVER, CLOSED):  # of others it costs nothing to say no
        rate_limits.checking(host)
    return fair_play.transcript(host, game)
