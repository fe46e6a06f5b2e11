"""Brings updates to the bot's webhook, again and again until it answers 2xx or they are too old.

Messages of one chat travel one at a time and in order, and so do the taps of one person; other lanes run beside them.
"""

import http.client
import json
import threading
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from urllib.parse import urlsplit

from .queue import Parcel
from .world import Webhook, World

ANSWER_WITHIN = 60
LONGEST_PAUSE = 60.0
LONGEST_ASKED_PAUSE = 3600.0

Reply = Callable[[str, bytes], object]


@dataclass(frozen=True)
class Outcome:
    """How one delivery ended; no status means that nobody answered."""

    status: int | None
    reason: str
    retry_after: float = 0.0
    content_type: str = ""
    body: bytes = b""

    @property
    def delivered(self) -> bool:
        """Whether the bot has taken the update."""
        return self.status is not None and self.status // 100 == 2


class Courier:
    """Watches the queue, and sends each update that is due on a thread of its own."""

    def __init__(self, world: World, reply: Reply) -> None:
        self._world = world
        self._reply = reply
        self._threads: list[threading.Thread] = []
        self._watcher = threading.Thread(target=self._watch, name="dispatcher", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self._watcher.start()

    def join(self) -> None:
        """Wait for what is under way, after the world was closed."""
        self._watcher.join()
        for thread in self._threads:
            thread.join()

    def settle(self, timeout: float) -> None:
        """Wait until nothing is on the way or due."""
        world = self._world
        end = time.monotonic() + timeout
        with world.changed:
            while self._unsettled():
                if not world.changed.wait(max(0.0, end - time.monotonic())) and time.monotonic() >= end:
                    waiting = [parcel.update for parcel in world.updates.parcels]
                    raise TimeoutError(f"updates still wait after {timeout} s: {waiting}")

    def _unsettled(self) -> bool:
        updates = self._world.updates
        updates.expire(self._world.now())
        if not self._world.webhook:
            return bool(updates.parcels)
        return any(parcel.in_flight for parcel in updates.parcels) or bool(self._due())

    def _due(self) -> list[Parcel]:
        now = self._world.now()
        return [parcel for parcel in self._world.updates.heads() if not parcel.in_flight and parcel.due <= now]

    def _watch(self) -> None:
        world = self._world
        with world.changed:
            while not world.closed:
                world.updates.expire(world.now())
                if world.webhook:
                    self._dispatch(world.webhook)
                world.changed.wait(self._pause())

    def _dispatch(self, webhook: Webhook) -> None:
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        busy = sum(parcel.in_flight for parcel in self._world.updates.parcels)
        for parcel in self._due()[: webhook.connections - busy]:
            parcel.in_flight = True
            thread = threading.Thread(target=self._deliver, args=(webhook, parcel), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _pause(self) -> float | None:
        waiting = [parcel.due for parcel in self._world.updates.heads() if not parcel.in_flight]
        return self._world.clock.pause(min(waiting, default=None)) if self._world.webhook else None

    def _deliver(self, webhook: Webhook, parcel: Parcel) -> None:
        outcome = _post(webhook, json.dumps(parcel.update).encode())
        if outcome.delivered and outcome.body.strip():
            self._reply(outcome.content_type, outcome.body)
        with self._world.changed:
            parcel.in_flight = False
            self._book(webhook, parcel, outcome)
            self._world.changed.notify_all()

    def _book(self, webhook: Webhook, parcel: Parcel, outcome: Outcome) -> None:
        """The first retry comes at once, then after 2, 4, 8 ... seconds, or when the bot asks for it."""
        world = self._world
        if outcome.delivered:
            world.updates.drop(parcel)
            return
        webhook.error = outcome.reason
        webhook.error_at = int(world.now())
        parcel.tries += 1
        pause = 0.0 if parcel.tries == 1 else min(2.0 ** (parcel.tries - 1), LONGEST_PAUSE)
        parcel.due = world.now() + (min(outcome.retry_after, LONGEST_ASKED_PAUSE) or pause)
        if parcel.due >= parcel.expires_at:
            world.updates.drop(parcel)


def _post(webhook: Webhook, body: bytes) -> Outcome:
    parts = urlsplit(webhook.url)
    connect = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    headers = {"Content-Type": "application/json"}
    if webhook.secret:
        headers["X-Telegram-Bot-Api-Secret-Token"] = webhook.secret
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    with closing(connect(parts.netloc, timeout=ANSWER_WITHIN)) as connection:
        try:
            connection.request("POST", path, body, headers)
            response = connection.getresponse()
            return _outcome(response, response.read())
        except (OSError, http.client.HTTPException) as error:
            return Outcome(None, f"Connection failed: {error}")


def _outcome(response: http.client.HTTPResponse, body: bytes) -> Outcome:
    asked = response.headers.get("Retry-After", "")
    return Outcome(
        response.status,
        f"Wrong response from the webhook: {response.status} {response.reason}",
        float(asked) if asked.isdigit() else 0.0,
        response.headers.get("Content-Type", ""),
        body,
    )
