"""Calls Discord: one HTTP client, the limits of each route as Discord tells them, and its errors as the outbox's."""

from __future__ import annotations

import logging
import re
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

import httpx
import msgspec
from msgspec import Struct

from host import VERSION
from host.delivery.outbox import Muted, PlaceGone, PlatformDown, RetryLater
from host.doors.discord.components import PICTURE_FILE
from host.doors.discord.replies import BOUNDARY, build_multipart

log = logging.getLogger(__name__)
TIMEOUT_SECONDS = 10.0
TOO_MANY, BROKEN, UNAUTHORIZED, NO_CONTENT = 429, 500, 401, 204
UNKNOWN_CHANNEL, UNKNOWN_GUILD, UNKNOWN_MESSAGE = 10003, 10004, 10008
NO_ACCESS, DMS_CLOSED, NO_PERMISSION, THREAD_ARCHIVED, THREAD_LOCKED = 50001, 50007, 50013, 50083, 50084
MINOR_NUMBER = re.compile(r"(?<!channels)(?<!webhooks)/\d+")
LONGEST_ERROR = 300


class MessageUnknown(Exception):
    """The message was deleted."""


class MessagesClosed(Exception):
    """The person takes no private messages from us."""


class ArchivedThread(Exception):
    """The thread is archived, so nothing in it can be edited."""


class DiscordRefused(Exception):
    """Discord has refused a call for a reason that is a fault of ours."""


class RouteLimit(Struct):
    """How many calls a bucket still has, and when it is full again."""

    remaining: int
    reset: float


class RouteLimits:
    """The limits that Discord has told in its answers: no call is made that would break one."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._buckets: dict[str, str] = {}  # the bucket of each route
        self._limits: dict[str, RouteLimit] = {}
        self._all_until = 0.0

    def compute_wait(self, route: str, major: str) -> float:
        """Return in how many seconds the rate limits that Discord has told this process allow the next call of this API
        route for the object named by `major`, such as a channel; 0 also if it has told none. If it is 0, count the call
        as made.
        """
        with self._lock:
            now = self._clock()
            if self._all_until > now:
                return self._all_until - now
            limit = self._limits.get(self._find_key(route, major))
            if limit is None or limit.reset <= now:
                return 0.0
            if limit.remaining <= 0:
                return limit.reset - now
            limit.remaining -= 1
            return 0.0

    def note_answer(self, route: str, major: str, headers: Mapping[str, str]) -> None:
        """Record the rate limit that Discord states in the `headers` of an answer from this API route for the object
        named by `major`, such as a channel.
        """
        with self._lock:
            now = self._clock()
            if bucket := headers.get("x-ratelimit-bucket", ""):
                self._buckets[route] = bucket
            try:
                left, after = int(headers["x-ratelimit-remaining"]), float(headers["x-ratelimit-reset-after"])
            except (KeyError, ValueError):
                return
            self._limits = {key: each for key, each in self._limits.items() if each.reset > now}
            self._limits[self._find_key(route, major)] = RouteLimit(left, now + after)

    def note_refusal(self, route: str, major: str, seconds: float, *, everywhere: bool) -> None:
        """Record that Discord allows no call of this API route for the object named by `major`, such as a channel, for
        so many seconds; with `everywhere` no call at all.
        """
        with self._lock:
            until = self._clock() + seconds
            if everywhere:
                self._all_until = until
            else:
                self._limits[self._find_key(route, major)] = RouteLimit(0, until)

    def _find_key(self, route: str, major: str) -> str:
        """Return the name under which a limit is kept: the bucket that Discord has told for this API route, or else the
        route, with the object named by `major`.
        """
        return f"{self._buckets.get(route, route)} {major}"


class DiscordRest:
    """Discord's REST API as this bot calls it."""

    def __init__(self, url: str, token: Callable[[], str], limits: RouteLimits | None = None) -> None:
        self._token, self.limits = token, limits or RouteLimits()
        agent = f"DiscordBot (race-to-a-billion, {VERSION})"
        self._client = httpx.Client(
            base_url=url, timeout=TIMEOUT_SECONDS, headers={"User-Agent": agent}, trust_env=False
        )

    def call(self, method: str, path: str, body: object = None, picture: bytes = b"") -> Any:
        """Call Discord's API, with `body` as JSON and a PNG `picture` if given, and return its JSON answer, or None if
        it is empty. Raise RetryLater (also without calling, while a rate limit forbids it), PlatformDown, or what
        `build_discord_error` makes of a refusal, such as PlaceGone, Muted or DiscordRefused.
        """
        route, major = f"{method} {MINOR_NUMBER.sub('/N', path)}", path.split("/")[2] if path.count("/") > 1 else ""
        if wait := self.limits.compute_wait(route, major):
            raise RetryLater(wait)
        try:
            answer = self._client.request(method, path, **self._build_request(body, picture))
        except httpx.HTTPError as error:
            raise PlatformDown(type(error).__name__) from None
        self.limits.note_answer(route, major, answer.headers)
        if answer.is_success:
            return None if answer.status_code == NO_CONTENT else answer.json()
        raise self._read_error(answer, route, major)

    def close(self) -> None:
        """Close the HTTP connections to Discord."""
        self._client.close()

    def _build_request(self, body: object, picture: bytes) -> dict[str, Any]:
        """Return, as arguments for the HTTP client, the headers, with the bot's token, and the body of a call to
        Discord's API: JSON, or with a picture a multipart body.
        """
        headers = {"Authorization": f"Bot {self._token()}"}
        content = b"" if body is None else msgspec.json.encode(body)
        if picture:
            content = build_multipart(content, PICTURE_FILE, "image/png", picture)
        if content:
            headers["Content-Type"] = f"multipart/form-data; boundary={BOUNDARY}" if picture else "application/json"
        return {"content": content or None, "headers": headers}

    def _read_error(self, answer: httpx.Response, route: str, major: str) -> Exception:
        """Return the exception for an error response of Discord's API, by which the sender of queued posts knows what
        to do: wait, give the place up, or report a fault. Record a rate limit that it tells.
        """
        try:
            told: dict[str, Any] = answer.json()
        except ValueError:
            told = {}
        if answer.status_code == TOO_MANY:
            seconds = float(told.get("retry_after", answer.headers.get("retry-after", 5)))
            self.limits.note_refusal(route, major, seconds, everywhere=bool(told.get("global")))
            return RetryLater(seconds)
        if answer.status_code >= BROKEN:
            return PlatformDown(f"status {answer.status_code}")
        if answer.status_code == UNAUTHORIZED:
            log.error("Discord refuses the bot's token route=%s", route)
            return PlatformDown("the token is refused")
        return build_discord_error(int(told.get("code", 0)), f"{answer.status_code} {told.get('message', '')}")


def build_discord_error(code: int, text: str) -> Exception:
    """Return the exception for an error code of Discord's API: PlaceGone for an unknown channel, Muted if the bot may
    not write there, one of its own for a deleted message, closed private messages or an archived thread, else
    DiscordRefused.
    """
    if code in (UNKNOWN_CHANNEL, UNKNOWN_GUILD):
        return PlaceGone(text)
    if code in (NO_ACCESS, NO_PERMISSION, THREAD_LOCKED):
        return Muted(text)
    own = {UNKNOWN_MESSAGE: MessageUnknown, DMS_CLOSED: MessagesClosed, THREAD_ARCHIVED: ArchivedThread}
    return own.get(code, DiscordRefused)(f"{code} {text}"[:LONGEST_ERROR])
