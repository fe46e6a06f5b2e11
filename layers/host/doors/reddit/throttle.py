"""Throttles calls to Reddit: counts every call, keeps far below what Reddit allows, and never waits inside a call."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from typing import Any

import requests
from prawcore import Requestor

from host.delivery.outbox import RetryLater

MOST, WINDOW = 10, 60.0  # calls in so many seconds; Reddit allows a hundred
RESERVE = 5  # calls that are left to others who use the same account
BUSY = 500
CONNECT, PATIENCE = 3.0, 8.0  # seconds that it may take to be heard, and to be answered
LEAST = 1.0  # seconds in which a call may succeed


class Down(RetryLater):
    """Reddit cannot be reached, or says that it is broken. Whether it did what was asked nobody knows."""

    def __init__(self, why: str) -> None:
        super().__init__(30.0)
        self.why = why


class ThrottledRequestor(Requestor):
    """Carries PRAW's requests. PRAW would sleep and try again by itself; here it is the outbox that does."""

    def __init__(self, now: Callable[[], float], lines: list[ThrottledRequestor], **given: Any) -> None:
        super().__init__(**given)
        self.now = now
        lines.append(self)  # PRAW makes it, and hides it
        self.calls: deque[float] = deque()
        self.free = 0.0  # nothing before this moment
        self.end = math.inf  # nothing after this one
        self.limits: dict[str, str] = {}

    def request(self, *args: Any, **kwargs: Any) -> requests.Response:
        """One call, if one may be made now."""
        wait = self.wait()
        if wait:
            raise RetryLater(wait)
        self.calls.append(self.now())
        response = self._tried(args, kwargs)
        self._heed(response)
        if response.status_code >= BUSY:
            raise self._down(f"status {response.status_code}")
        return response

    def _down(self, why: str) -> Down:
        """Whoever else wants to call may as well wait."""
        down = Down(why)
        self.hold(down.seconds)
        return down

    def hold(self, seconds: float) -> None:
        """Nobody calls for so long."""
        self.free = max(self.free, self.now() + seconds)

    def _tried(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> requests.Response:
        """A connection that has been idle may be gone: what only looks is tried once more."""
        looks = str(args[0] if args else kwargs.get("method", "")).upper() == "GET"
        try:
            return self._carried(args, kwargs)
        except requests.Timeout as error:
            raise self._down(type(error).__name__) from None
        except requests.ConnectionError as error:
            if not looks or self.wait():
                raise self._down(type(error).__name__) from None
        except requests.RequestException as error:
            raise self._down(type(error).__name__) from None
        return self._again(args, kwargs)

    def _again(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> requests.Response:
        self.calls.append(self.now())
        try:
            return self._carried(args, kwargs)
        except requests.RequestException as error:
            raise self._down(type(error).__name__) from None

    def _carried(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> requests.Response:
        left = max(LEAST, self.end - self.now())
        patience = min(CONNECT, left), min(PATIENCE, left)
        return self._http.request(*args, **{**kwargs, "timeout": patience})

    def wait(self, calls: int = 1) -> float:
        """For how many seconds so many calls have to wait."""
        now = self.now()
        while self.calls and self.calls[0] <= now - WINDOW:
            self.calls.popleft()
        over = len(self.calls) + calls - MOST
        full = self.calls[min(over, len(self.calls)) - 1] + WINDOW - now if over > 0 else 0.0
        late = LEAST if self.end - now < LEAST else 0.0
        return max(late, full, self.free - now)

    def room(self) -> int:
        """How many calls may be made now."""
        return 0 if self.wait() else MOST - len(self.calls)

    def _heed(self, response: requests.Response) -> None:
        # PRAW's own reading of these headers would make it sleep for minutes, so it does not get to see them.
        names = [name for name in response.headers if name.lower().startswith("x-ratelimit-")]
        found = {name.lower().removeprefix("x-ratelimit-"): response.headers.pop(name) for name in names}
        self.limits = found or self.limits
        if found and _number(found.get("remaining")) < RESERVE:
            self.free = self.now() + _number(found.get("reset"))
        if response.status_code == requests.codes["too_many_requests"]:
            asked = _number(response.headers.get("retry-after")) or _number(found.get("reset"))
            self.free = self.now() + max(asked, WINDOW)


def _number(text: str | None) -> float:
    try:
        return float(text or "0")
    except ValueError:
        return 0.0
