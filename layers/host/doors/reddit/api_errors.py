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
from host.doors.reddit.throttle import WINDOW, Down

UNITS = {"millisecond": 0.001, "second": 1.0, "minute": 60.0, "hour": 3600.0}
WAIT = re.compile(r"(\d+) (millisecond|second|minute|hour)s?")
UNCLEAR = 600.0  # seconds, where Reddit does not say how long
CLOSED = {"THREAD_LOCKED", "COMMENTS_LOCKED", "SUBMISSION_LOCKED", "LOCKED"}
GONE = {
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
    """Nobody may write here just now."""


class RedditRefused(Exception):
    """Reddit does not do this, and says why in a word."""


class ThingMissing(RedditRefused):
    """It is not there. That may be a stumble: whether it is gone for good, only a second look tells."""


class AccountBarred(PlatformDown):
    """Reddit does not let this account in. That is for the operator to mend; nothing is lost."""

    seconds = UNCLEAR

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


MEANING: dict[type[Exception], Callable[[Any], Exception]] = {
    RedditAPIException: lambda error: _item(error.items[0]),
    TooManyRequests: lambda error: RetryLater(_seconds(error.retry_after) or WINDOW),
    ServerError: lambda error: Down(type(error).__name__),
    BadJSON: lambda _: Down("half an answer"),
    RequestException: lambda error: Down(type(error).__name__),
    NotFound: lambda _: ThingMissing("not found"),
    Forbidden: lambda _: ThreadLocked("forbidden"),
    OAuthException: lambda error: AccountBarred(f"it does not accept the account: {error.error}"),
    ResponseException: lambda error: _status(error.response.status_code),
    PrawcoreException: lambda error: RedditRefused(type(error).__name__),
    PRAWException: lambda error: RedditRefused(type(error).__name__),
}


def _status(code: int) -> Exception:
    known = {
        requests.codes["too_many_requests"]: RetryLater(WINDOW),
        requests.codes["unauthorized"]: AccountBarred("status 401"),
    }
    return known.get(code, RedditRefused(f"status {code}"))


def meaning(error: Exception) -> Exception:
    """What this error means to the host; one that means nothing is handed on."""
    found = next((means for kind, means in MEANING.items() if isinstance(error, kind)), None)
    return found(error) if found else error


def _item(item: RedditErrorItem) -> Exception:
    if item.error_type == "RATELIMIT":
        return RetryLater(waiting(item.message or ""))
    if item.error_type in CLOSED:
        return ThreadLocked(item.error_type)
    return PlaceGone(item.error_type) if item.error_type in GONE else RedditRefused(item.error_type)


def waiting(text: str) -> float:
    """For how long we are asked to wait: “try again in 9 minutes”."""
    found = WAIT.search(text)
    return int(found[1]) * UNITS[found[2]] + 1.0 if found else UNCLEAR


def _seconds(text: str | None) -> float:
    try:
        return float(text or "0")
    except ValueError:
        return 0.0
