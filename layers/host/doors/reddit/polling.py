"""The bot on a small machine: one thread that looks at Reddit now and then, and says what waits."""

from __future__ import annotations

import logging
import threading
from collections import deque

from host.core.context import HostContext
from host.delivery.outbox import Courier
from host.delivery.pace import Limits, Pace
from host.doors.reddit.places import account, is_mailbox, is_thread
from host.doors.reddit.reading import ThreadReading
from host.doors.reddit.sender import SUBJECT, RedditSender
from host.doors.reddit.settings import Keys
from host.doors.reddit.wire import RedditAccount

log = logging.getLogger(__name__)
EVERY = 30.0  # seconds between two looks
STEP = 1.0
NOT_HEARD = "Reddit does not answer, or refuses the account. The log says which: rtab doctor"
LONGEST_PAUSE = 120.0
LIMITS = Limits(in_all=6, window=60.0, gap=3.0, crowd_gap=15.0)


class RedditBot:
    """An account at work: it looks, and it speaks."""

    def __init__(self, host: HostContext, keys: Keys, web: str) -> None:
        self.host, self.wire = host, RedditAccount(keys, host.now)
        self.sender = RedditSender(host, self.wire, web)
        self.reading = ThreadReading(self.sender)
        self.courier = Courier(host, self.sender, Pace(LIMITS), workers=1)
        self._next, self._pause = 0.0, 0.0
        self.trouble = ""
        self.warnings = deque[tuple[str, str]]()  # for operators: where, and what

    def listen(self) -> None:
        """Look if it is time to."""
        if self.host.now() < self._next:
            return
        wait = self.reading.look()
        self.trouble = NOT_HEARD if wait and self._pause else ""  # once may be a stumble
        self._pause = max(wait, min(self._pause * 2, LONGEST_PAUSE)) if wait else 0.0
        self._next = self.host.now() + (self._pause or EVERY)

    def speak(self) -> float:
        """Say what may be said now; returns in how many seconds there may be more."""
        self._warn()
        return self.courier.deliver_now(_urgency)

    def _warn(self) -> None:
        """Operators come first, and past the outbox: that may be what is wrong."""
        while self.warnings:
            place, text = self.warnings.popleft()
            try:
                self.wire.compose(account(place), SUBJECT, text)
            except Exception as error:  # noqa: BLE001 - what cannot be told is in the log, and nobody else waits for it
                log.warning("the operator could not be told on Reddit (%s): %s", type(error).__name__, text)

    def close(self) -> None:
        """Hang up."""
        self.courier.close()
        self.wire.close()


def _urgency(chat: str) -> int:
    """News for a table come first, then letters; whoever asks something in a crowd waits until they are told."""
    return 0 if is_thread(chat) else 1 if is_mailbox(chat) else 2


class RedditPolling:
    """The thread in which the bot works."""

    def __init__(self, host: HostContext, keys: Keys, web: str) -> None:
        self.bot = RedditBot(host, keys, web)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work, name="reddit", daemon=True)

    @property
    def trouble(self) -> str:
        """Why nothing has been heard on Reddit when we last looked."""
        return self.bot.trouble

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def warn(self, place: str, text: str) -> None:
        """The bot's own thread says it, for it alone may call Reddit."""
        self.bot.warnings.append((place, text))

    @property
    def running(self) -> bool:
        """Has it been started, and not been stopped?"""
        return self._thread.is_alive()

    def stop(self) -> None:
        """Finish what is on the way."""
        self._stop.set()
        self._thread.join(timeout=5)
        self.bot.close()

    def _work(self) -> None:
        while not self._stop.is_set():
            try:
                self.bot.listen()
                self.bot.speak()
            except Exception:
                # All that is heard and said on Reddit hangs on this thread: it must outlive any fault.
                log.exception("the bot stumbled on Reddit")
            self._stop.wait(STEP)
