"""Translates Reddit's errors into the outbox's."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import requests
from praw.exceptions import PRAWException, RedditAPIException, RedditErrorItem
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
from host.doors.reddit.throttle import WINDOW, RedditDown

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
    TooManyRequests: lambda error: RetryLater(_parse_retry_after(error.retry_after) or WINDOW),
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
    if item.error_type == "RATELIMIT":
        return RetryLater(parse_rate_limit_wait(item.message or ""))
    if item.error_type in LOCKED_ERROR_CODES:
        return ThreadLocked(item.error_type)
    return PlaceGone(item.error_type) if item.error_type in GONE_ERROR_CODES else RedditRefused(item.error_type)


def parse_rate_limit_wait(text: str) -> float:
    """Return the seconds in a message such as “try again in 9 minutes”, or a default if it names none."""
    found = WAIT.search(text)
    return int(found[1]) * UNIT_SECONDS[found[2]] + 1.0 if found else UNKNOWN_WAIT_SECONDS


def _parse_retry_after(text: str | None) -> float:
    try:
        return float(text or "0")
    except ValueError:
        return 0.0
