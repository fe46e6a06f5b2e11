"""The bot on a small machine: one thread that looks at Reddit now and then, and sends unsent posts."""

from __future__ import annotations

import logging
import threading
from collections import deque

from host.core.context import HostContext
from host.delivery.outbox import Limits, OutboxDispatcher, Pace
from host.doors.reddit.account import RedditAccount
from host.doors.reddit.places import RedditKeys, is_mailbox, is_thread, parse_mailbox_account
from host.doors.reddit.reading import ThreadReading
from host.doors.reddit.sender import SUBJECT, RedditSender

log = logging.getLogger(__name__)
POLL_INTERVAL = 30.0  # seconds between two looks
LOOP_PAUSE = 1.0
NOT_HEARD = "Reddit does not answer, or refuses the account. The log says which: rtab doctor"
MAX_POLL_PAUSE = 120.0
REDDIT_LIMITS = Limits(in_all=6, window=60.0, gap=3.0, crowd_gap=15.0)


class RedditBot:
    """The bot: reads from Reddit and posts to it."""

    def __init__(self, host: HostContext, keys: RedditKeys, web: str) -> None:
        self.host, self.wire = host, RedditAccount(keys, host.now)
        self.sender = RedditSender(host, self.wire, web)
        self.reading = ThreadReading(self.sender)
        self.dispatcher = OutboxDispatcher(host, self.sender, Pace(REDDIT_LIMITS), workers=1)
        self._next, self._pause = 0.0, 0.0
        self.trouble = ""
        self.warnings = deque[tuple[str, str]]()  # for operators: where, and what

    def poll_if_due(self) -> None:
        """Read new comments and messages from Reddit and handle them, if the pause since the last time is over, and set
        when to read next. After failures the pause grows, and from the second in a row on `trouble` says that Reddit
        does not answer.
        """
        if self.host.now() < self._next:
            return
        wait = self.reading.read_new_remarks()
        self.trouble = NOT_HEARD if wait and self._pause else ""  # once may be a stumble
        self._pause = max(wait, min(self._pause * 2, MAX_POLL_PAUSE)) if wait else 0.0
        self._next = self.host.now() + (self._pause or POLL_INTERVAL)

    def deliver_now(self) -> float:
        """Send queued warnings to the operator, then the queued posts that may be sent now (to threads first, then
        private messages, then replies); return the seconds until more may be sent, infinity if no post was queued.
        """
        self._send_warnings()
        return self.dispatcher.deliver_now(_rank_urgency)

    def _send_warnings(self) -> None:
        """Send queued warnings to the operator, bypassing the outbox, in which the trouble may be. One that cannot be
        sent is only logged, and not tried again.
        """
        while self.warnings:
            place, text = self.warnings.popleft()
            try:
                self.wire.compose(parse_mailbox_account(place), SUBJECT, text)
            except Exception as error:  # noqa: BLE001 - what cannot be told is in the log, and nobody else waits for it
                log.warning("operator notice not sent on Reddit error=%s text=%s", type(error).__name__, text)

    def close(self) -> None:
        """Stop sending posts, and close the connection to Reddit."""
        self.dispatcher.close()
        self.wire.close()


def _rank_urgency(chat: str) -> int:
    """Return the rank (0 first) in which posts to a place are sent: threads first, then private messages, then replies
    to single comments or messages.
    """
    return 0 if is_thread(chat) else 1 if is_mailbox(chat) else 2


class RedditPolling:
    """The thread in which the bot works at home."""

    def __init__(self, host: HostContext, keys: RedditKeys, web: str) -> None:
        self.bot = RedditBot(host, keys, web)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run_bot, name="reddit", daemon=True)

    @property
    def trouble(self) -> str:
        """A sentence saying that Reddit does not answer, if at least the last two attempts to read it failed; else an
        empty string.
        """
        return self.bot.trouble

    def start(self) -> None:
        """Start the background thread (of this program) that polls Reddit and sends posts."""
        self._thread.start()

    def warn(self, place: str, text: str) -> None:
        """Queue a warning to `place`, usually the operator; the background thread sends it, because no other may call
        Reddit.
        """
        self.bot.warnings.append((place, text))

    @property
    def running(self) -> bool:
        """Whether the background thread that polls Reddit is alive."""
        return self._thread.is_alive()

    def stop(self) -> None:
        """Stop the background thread that polls Reddit, waiting up to five seconds for it, and close the bot."""
        self._stop.set()
        self._thread.join(timeout=5)
        self.bot.close()

    def _run_bot(self) -> None:
        """Poll Reddit and send posts, again and again until the bot is stopped; no error ends this thread."""
        while not self._stop.is_set():
            try:
                self.bot.poll_if_due()
                self.bot.deliver_now()
            except Exception:
                # All that is heard and said on Reddit hangs on this thread: it must outlive any fault.
                log.exception("Reddit poll failed")
            self._stop.wait(LOOP_PAUSE)
