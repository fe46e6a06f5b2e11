"""Throttles calls to Reddit far below what it allows, without waiting inside a call; and translates its errors."""

from __future__ import annotations

import math
import re
from collections import deque
from collections.abc import Callable
from typing import Any

import requests
from praw.exceptions import PRAWException, RedditAPIException, RedditErrorItem
from prawcore import Requestor
from prawcore.exceptions import (
    BadJSON,
    Forbidden,
    NotFound,
    OAuthException,
    PrawcoreException,
    RequestException,
    ResponseException,
    ServerError,
    TooManyRequests,
)

from host.delivery.outbox import PlaceGone, PlatformDown, RetryLater

MOST, WINDOW = 10, 60.0  # calls in so many seconds; Reddit allows a hundred
RESERVE = 5  # calls that are left to others who use the same account
MIN_SERVER_ERROR = 500
CONNECT, PATIENCE = 3.0, 8.0  # seconds that it may take to be heard, and to be answered
MIN_CALL_SECONDS = 1.0  # seconds in which a call may succeed


class RedditDown(RetryLater):
    """Reddit cannot be reached or reports an error; whether it did what was asked is unknown."""

    def __init__(self, why: str) -> None:
        super().__init__(30.0)
        self.why = why


class ThrottledRequestor(Requestor):
    """The transport of PRAW's requests. It raises RetryLater instead of sleeping, so that the outbox does the
    retries.
    """

    def __init__(self, now: Callable[[], float], lines: list[ThrottledRequestor], **given: Any) -> None:
        super().__init__(**given)
        self.now = now
        lines.append(self)  # PRAW makes it, and hides it
        self.calls: deque[float] = deque()
        self.free = 0.0  # nothing before this moment
        self.end = math.inf  # nothing after this one
        self.limits: dict[str, str] = {}

    def request(self, *args: Any, **kwargs: Any) -> requests.Response:
        """Make one HTTP request to Reddit if the rate limit allows it now, count it, and return the response; raise
        RetryLater if not, and RedditDown if Reddit cannot be reached or answers with a status of 500 or more.
        """
        wait = self.compute_wait()
        if wait:
            raise RetryLater(wait)
        self.calls.append(self.now())
        response = self._send_with_retry(args, kwargs)
        self._read_rate_headers(response)
        if response.status_code >= MIN_SERVER_ERROR:
            raise self._build_down_error(f"status {response.status_code}")
        return response

    def _build_down_error(self, why: str) -> RedditDown:
        """Build the error that says why Reddit is unreachable, and allow no other call to Reddit for as long as the
        error says to wait.
        """
        down = RedditDown(why)
        self.hold(down.seconds)
        return down

    def hold(self, seconds: float) -> None:
        """Make all calls to Reddit wait for this many seconds from now on, or longer if they had to wait longer
        already.
        """
        self.free = max(self.free, self.now() + seconds)

    def _send_with_retry(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> requests.Response:
        """Send a request to Reddit and return its response; if the connection fails, send a GET once more, as an idle
        connection may have been closed, unless the rate limit forbids it. Raise RedditDown if Reddit cannot be reached
        in time.
        """
        looks = str(args[0] if args else kwargs.get("method", "")).upper() == "GET"
        try:
            return self._send_in_time(args, kwargs)
        except requests.Timeout as error:
            raise self._build_down_error(type(error).__name__) from None
        except requests.ConnectionError as error:
            if not looks or self.compute_wait():
                raise self._build_down_error(type(error).__name__) from None
        except requests.RequestException as error:
            raise self._build_down_error(type(error).__name__) from None
        return self._send_again(args, kwargs)

    def _send_again(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> requests.Response:
        """Send a request for a second time, counted as another call, and return its response; raise RedditDown if it
        fails.
        """
        self.calls.append(self.now())
        try:
            return self._send_in_time(args, kwargs)
        except requests.RequestException as error:
            raise self._build_down_error(type(error).__name__) from None

    def _send_in_time(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> requests.Response:
        """Send a request, with timeouts of 3 and 8 seconds that do not last beyond the moment `end`, but at least a
        second each; return its response. Errors of the connection are raised as they are.
        """
        left = max(MIN_CALL_SECONDS, self.end - self.now())
        patience = min(CONNECT, left), min(PATIENCE, left)
        return self._http.request(*args, **{**kwargs, "timeout": patience})

    def compute_wait(self, calls: int = 1) -> float:
        """Return the seconds until this many calls to Reddit may be made, 0 if now: as the bot's own limit, the last
        wait that Reddit asked for, and the moment `end`, after which no call is made, allow.
        """
        now = self.now()
        while self.calls and self.calls[0] <= now - WINDOW:
            self.calls.popleft()
        over = len(self.calls) + calls - MOST
        full = self.calls[min(over, len(self.calls)) - 1] + WINDOW - now if over > 0 else 0.0
        late = MIN_CALL_SECONDS if self.end - now < MIN_CALL_SECONDS else 0.0
        return max(late, full, self.free - now)

    def count_free_calls(self) -> int:
        """Return how many calls to Reddit may be made now; 0 while the bot has to wait."""
        return 0 if self.compute_wait() else MOST - len(self.calls)

    def _read_rate_headers(self, response: requests.Response) -> None:
        """Take the rate limit headers out of a response of Reddit and keep what they say; if few calls are left, or
        Reddit refused this one as one too many, note until when to wait.
        """
        # PRAW's own reading of these headers would make it sleep for minutes, so it does not get to see them.
        names = [name for name in response.headers if name.lower().startswith("x-ratelimit-")]
        found = {name.lower().removeprefix("x-ratelimit-"): response.headers.pop(name) for name in names}
        self.limits = found or self.limits
        if found and _parse_header_number(found.get("remaining")) < RESERVE:
            self.free = self.now() + _parse_header_number(found.get("reset"))
        if response.status_code == requests.codes["too_many_requests"]:
            asked = _parse_header_number(response.headers.get("retry-after")) or _parse_header_number(
                found.get("reset")
            )
            self.free = self.now() + max(asked, WINDOW)


def _parse_header_number(text: str | None) -> float:
    """Return the number in a header of a response; 0 if it is missing or no number."""
    try:
        return float(text or "0")
    except ValueError:
        return 0.0


UNIT_SECONDS = {"millisecond": 0.001, "second": 1.0, "minute": 60.0, "hour": 3600.0}
WAIT = re.compile(r"(\d+) (millisecond|second|minute|hour)s?")
UNKNOWN_WAIT_SECONDS = 600.0  # seconds, where Reddit does not say how long
LOCKED_ERROR_CODES = {"THREAD_LOCKED", "COMMENTS_LOCKED", "SUBMISSION_LOCKED", "LOCKED"}

GONE_ERROR_CODES = {
    "DELETED_LINK",
    "DELETED_COMMENT",
    "DELETED_THING",
    "TOO_OLD",
    "ARCHIVED",
    "NO_THING_ID",
    "INVALID_USER",
    "USER_DOESNT_EXIST",
    "USER_BLOCKED",
    "USER_BLOCKED_MESSAGE",
    "BLOCKED_BY_USER",
    "NOT_WHITELISTED_BY_USER_MESSAGE",
    "RESTRICTED_TO_PM",
    "USER_MUTED",
    "CANNOT_MESSAGE",
    "SUBREDDIT_NOEXIST",
}


class ThreadLocked(Exception):
    """Nobody may write in this thread or subreddit at the moment."""


class RedditRefused(Exception):
    """Reddit refused the request; the message is its error code."""


class ThingMissing(RedditRefused):
    """The thing was not found. This may be temporary, so only a second check proves that it is gone."""


class AccountBarred(PlatformDown):
    """Reddit rejects the account's credentials. The operator has to fix that; nothing is lost."""

    seconds = UNKNOWN_WAIT_SECONDS

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


MEANING: dict[type[Exception], Callable[[Any], Exception]] = {
    RedditAPIException: lambda error: _convert_error_item(error.items[0]),
    TooManyRequests: lambda error: RetryLater(_parse_header_number(error.retry_after) or WINDOW),
    ServerError: lambda error: RedditDown(type(error).__name__),
    BadJSON: lambda _: RedditDown("half an answer"),
    RequestException: lambda error: RedditDown(type(error).__name__),
    NotFound: lambda _: ThingMissing("not found"),
    Forbidden: lambda _: ThreadLocked("forbidden"),
    OAuthException: lambda error: AccountBarred(f"it does not accept the account: {error.error}"),
    ResponseException: lambda error: _convert_status_code(error.response.status_code),
    PrawcoreException: lambda error: RedditRefused(type(error).__name__),
    PRAWException: lambda error: RedditRefused(type(error).__name__),
}


def _convert_status_code(code: int) -> Exception:
    """Return the host's exception for this HTTP status of a response of Reddit, which has no exception of its own in
    PRAW: RetryLater, after a fixed time, for 429, AccountBarred for 401, else RedditRefused.
    """
    known = {
        requests.codes["too_many_requests"]: RetryLater(WINDOW),
        requests.codes["unauthorized"]: AccountBarred("status 401"),
    }
    return known.get(code, RedditRefused(f"status {code}"))


def convert_reddit_error(error: Exception) -> Exception:
    """Return the host's exception for an error of PRAW, or the error itself if it has no counterpart."""
    found = next((means for kind, means in MEANING.items() if isinstance(error, kind)), None)
    return found(error) if found else error


def _convert_error_item(item: RedditErrorItem) -> Exception:
    """Return the host's exception for an error that Reddit reports by a code: for a rate limit RetryLater, else
    ThreadLocked, PlaceGone or, for any other, RedditRefused.
    """
    if item.error_type == "RATELIMIT":
        return RetryLater(parse_rate_limit_wait(item.message or ""))
    if item.error_type in LOCKED_ERROR_CODES:
        return ThreadLocked(item.error_type)
    return PlaceGone(item.error_type) if item.error_type in GONE_ERROR_CODES else RedditRefused(item.error_type)


def parse_rate_limit_wait(text: str) -> float:
    """Return the seconds in a message such as “try again in 9 minutes”, and one more; ten minutes, in seconds, if it
    names no time.
    """
    found = WAIT.search(text)
    return int(found[1]) * UNIT_SECONDS[found[2]] + 1.0 if found else UNKNOWN_WAIT_SECONDS
