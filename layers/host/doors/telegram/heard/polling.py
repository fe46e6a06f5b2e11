"""The bot on a small machine: fetches its own updates, so it needs no address of its own and nothing to sign up for.

How far it has read is written down after each update; whatever comes twice changes nothing twice.
"""

from __future__ import annotations

import logging
import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from typing import Any

from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError

from host.core.context import HostContext
from host.core.deadlines import ticking
from host.delivery.outbox import OutboxDispatcher, Pace
from host.doors.telegram.calls.connection import TELEGRAM_LIMITS, TelegramConnection, compute_retry_delay
from host.doors.telegram.door import TelegramAccount
from host.doors.telegram.heard import command_menu
from host.doors.telegram.heard.call import UPDATE_KINDS, find_update_lane
from host.doors.telegram.heard.incoming import TelegramIncoming
from host.doors.telegram.messages.sender import TelegramSender
from host.doors.telegram.messages.welcome import build_add_bot_link
from host.doors.telegram.places import parse_telegram_place

WORKERS = 32  # each waits for Telegram for 15 seconds at most, in a chat where it is slow


class UpdateLanes:
    """A queue of updates for each chat.

    `offset` is the first update that is not done. Telegram is asked from there on, so that it delivers again whatever a
    crashed host has not finished; what is being handled meanwhile is skipped here.
    """

    def __init__(self, handle: Callable[[Any], object], lane: Callable[[Any], str]) -> None:
        self._handle, self._lane = handle, lane
        self._changed = threading.Condition()
        self._pool = ThreadPoolExecutor(WORKERS, "telegram update")
        self._queues: dict[str, deque[dict[str, Any]]] = {}
        self._open: set[int] = set()  # updates that wait or are being handled
        self._failed: set[int] = set()  # updates that are to come again
        self._done: set[int] = set()  # finished updates that Telegram still brings
        self._next = 0  # the update after all that have come
        self._errors: list[Exception] = []

    def put(self, updates: Sequence[dict[str, Any]]) -> None:
        """Queue updates to be handled by the worker threads, each chat in order, except those already queued, in work
        or done.
        """
        with self._changed:
            for update in updates:
                number = int(update["update_id"])
                if number in self._open or number in self._done:
                    continue
                self._failed.discard(number)
                self._open.add(number)
                self._next = max(self._next, number + 1)
                lane = self._lane(update)
                if lane in self._queues:
                    self._queues[lane].append(update)
                else:
                    self._queues[lane] = deque([update])
                    self._pool.submit(self._run_lane, lane)

    def wait_until_done(self, seconds: float) -> bool:
        """Wait up to so many seconds until all queued updates are handled, and return whether they are. If some failed
        meanwhile, to be fetched again, raise the error of the first, and forget the others'.
        """
        with self._changed:
            self._changed.wait_for(lambda: not self._open, seconds)
            if self._errors:
                error, self._errors = self._errors[0], []
                raise error
            return not self._open

    def find_next_offset(self, otherwise: int) -> int:
        """Return the number of the first update not yet handled (or, if all are, the one after the last that came),
        from which to ask Telegram next; `otherwise` if none has been queued so far.
        """
        with self._changed:
            return min(self._open | self._failed, default=self._next or otherwise)

    def close(self) -> None:
        """Wait until all queued updates are handled, and stop the worker threads."""
        self._pool.shutdown()

    def _run_lane(self, lane: str) -> None:
        """Handle the queued updates of one chat (`lane`) in order; if one fails, return the rest to be fetched
        again.
        """
        while update := self._find_first_update(lane):
            try:
                self._handle(update)
            except Exception as error:  # noqa: BLE001 - it is raised where somebody waits
                self._return_lane(lane, error)
                return
            self._finish_update(lane)

    def _find_first_update(self, lane: str) -> dict[str, Any] | None:
        """Return the first queued update of this chat (`lane`); None, and end the queue, if there is none."""
        with self._changed:
            if self._queues[lane]:
                return self._queues[lane][0]
            del self._queues[lane]
            self._changed.notify_all()
            return None

    def _finish_update(self, lane: str) -> None:
        """Note that the first queued update of this chat (`lane`) is done, and take it from the queue."""
        with self._changed:
            number = int(self._queues[lane].popleft()["update_id"])
            self._open.discard(number)
            self._done.add(number)
            first = min(self._open | self._failed, default=self._next)
            self._done = {each for each in self._done if each >= first}
            self._changed.notify_all()

    def _return_lane(self, lane: str, error: Exception) -> None:
        """Drop this chat's (`lane`) queue and mark its updates as failed with this error, so that they are fetched
        again in order.
        """
        with self._changed:
            numbers = {int(update["update_id"]) for update in self._queues.pop(lane)}
            self._open -= numbers
            self._failed |= numbers
            self._errors.append(error)
            self._changed.notify_all()


log = logging.getLogger(__name__)
TELEGRAM_CHANNEL = "telegram"
POLL = 25  # seconds that one question to Telegram may wait for an answer
MAX_POLLED_UPDATES = 100  # updates that one answer brings

LONG_POLL_MAX_SILENCE = (
    60.0  # after a silence we do not wait for an answer, so as to know at once that the line is there again
)

STOP_CHECK_SECONDS = 0.1  # how often we look whether we are to stop

HANDLING_WAIT_SECONDS = (
    0.25  # seconds after which we look for what others write, though something is still being handled
)

DELIVERIES = 0.2
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
ADDS = "Telegram: add the bot to a group: {link}"

POLLING_CONFLICT_ADVICE = (
    "Somebody else gets this bot's updates: stop the other process; `rtab telegram setup` ends a webhook."
)

POLLING_ACCOUNT_ADVICE = (
    "Telegram does not know this token: get the right one from BotFather and set TELEGRAM_BOT_TOKEN."
)


class TelegramPolling:
    """The bot at home: one thread that polls, one that delivers, and a pool that handles updates."""

    def __init__(self, host: HostContext, token: str, url: str = "", web: str = "", app: str = "") -> None:
        self.host = host
        self.wire = TelegramConnection(lambda: token, url)
        self.sender = TelegramSender(host, self.wire, web=web, app=app)
        self.incoming = TelegramIncoming(self.sender)
        self.lanes = UpdateLanes(lambda update: self.incoming.handle(update), find_update_lane)  # noqa: PLW0108 - tests replace it
        self.dispatcher = OutboxDispatcher(host, self.sender, Pace(TELEGRAM_LIMITS))
        self._note = f"telegram/{token.partition(':')[0]}/offset"
        self._conflict_note = build_conflict_note(token.partition(":")[0])
        self._busy = False  # is something being handled that takes long?
        self._sign = 0.0  # until when everything was taken in, as last written down
        self.trouble = ""
        self._stop, self._heard = threading.Event(), threading.Event()
        self._threads = [
            threading.Thread(target=work, name=f"telegram {name}", daemon=True)
            for name, work in (("listens", self._run_polling), ("speaks", self._run_delivery))
        ]

    def start(self) -> None:
        """Start the threads that fetch Telegram's updates and send queued posts."""
        for thread in self._threads:
            thread.start()

    @property
    def running(self) -> bool:
        """Whether one of the threads is alive."""
        return any(thread.is_alive() for thread in self._threads)

    def warn(self, place: str, text: str) -> None:
        """Send a warning to the operator's chat `place` at once; raise TelegramError if that fails. It does not go
        through the outbox (the queue of posts), because the trouble that it reports may be there.
        """
        chat, topic = parse_telegram_place(place)
        self.wire.call(lambda bot: bot.send_message(chat, text, message_thread_id=topic or None))

    def stop(self) -> None:
        """Stop the threads, waiting up to five seconds for each, finish queued updates, and close the connection."""
        self._stop.set()
        self._heard.set()
        for thread in self._threads:
            thread.join(timeout=5)
        self.lanes.close()
        self.dispatcher.close()
        self.wire.close()

    def _run_delivery(self) -> None:
        """Send queued posts whenever an update was handled or some time has passed, until the bot is stopped; no
        error ends this thread.
        """
        while not self._stop.is_set():
            self._heard.wait(DELIVERIES)
            self._heard.clear()
            try:
                self.dispatcher.deliver()
            except Exception:
                # All that is said hangs on this thread: it must outlive any fault.
                log.exception("outbox delivery failed place=telegram")

    def _run_polling(self) -> None:
        """Introduce the bot to Telegram, then fetch updates again and again, until the bot is stopped; errors only make
        it wait.
        """
        self._retry_with_backoff(self._introduce_bot)
        while not self._stop.is_set():
            self._retry_with_backoff(self._poll_once)

    def _introduce_bot(self) -> None:
        """Register the commands with Telegram, and print the link that adds the bot to a group."""
        command_menu.register_bot_commands(self.wire)
        sys.stdout.write(f"{ADDS.format(link=build_add_bot_link(self.wire.name))}\n")
        sys.stdout.flush()

    def _retry_with_backoff(self, work: Callable[[], None]) -> None:
        """Run a function until it succeeds or the bot is stopped, with growing pauses between attempts. Keep what is
        wrong in `trouble` meanwhile, and note in the store if another host fetches the bot's updates.
        """
        pause = FIRST_PAUSE
        while not self._stop.is_set():
            try:
                work()
            except RetryAfter as later:
                self._stop.wait(compute_retry_delay(later))
            except Exception as error:  # noqa: BLE001 # listening must outlive any fault
                if isinstance(error, Conflict):
                    self.host.store.save_note(self._conflict_note, f"{self.host.now()}")
                self.trouble = format_polling_trouble(error)
                log.warning("Telegram poll failed error=%s", self.trouble)
                self._stop.wait(pause)
                pause = min(pause * 2, LONGEST_PAUSE)
            else:
                self.trouble = ""
                return

    def _poll_once(self) -> None:
        """Fetch updates from Telegram once, hand them to the workers, wait a quarter of a second for these, and save
        from where to read on. After a long silence of Telegram, give the lost time back to its games. Raise Telegram's
        errors, and that of the first update that failed.
        """
        before, began = int(self.host.store.load_note(self._note) or "0"), self.host.now()
        wait = POLL if began - self._sign < LONG_POLL_MAX_SILENCE and not self._busy else 0
        updates = self._fetch_updates(self.lanes.find_next_offset(before), wait)
        if self._stop.is_set() and not updates:
            return
        # An answer with nothing in it that came when it had to says that nothing was written until then.
        until = began + wait if not updates and self.host.now() - began >= wait else began
        ticking.credit_platform_gap(self.host, TELEGRAM_CHANNEL, until)
        self.lanes.put(updates)
        try:
            self._busy = not self.lanes.wait_until_done(HANDLING_WAIT_SECONDS)
        finally:
            if (after := self.lanes.find_next_offset(before)) != before:
                self.host.store.save_note(self._note, str(after))
            self._heard.set()
        if len(updates) < MAX_POLLED_UPDATES and not self._busy and until - self._sign >= self.host.config.beat:
            ticking.mark_platform_read(self.host, TELEGRAM_CHANNEL, until)
            self._sign = until

    def _fetch_updates(self, offset: int, wait: int) -> list[dict[str, Any]]:
        """Fetch the updates from number `offset` on, waiting up to so many seconds for the first, and return them as
        raw data; empty if the bot is stopped meanwhile. Raise Telegram's errors.
        """
        asked = self.wire.begin(lambda bot: bot.fetch_raw_updates(offset, wait, UPDATE_KINDS))
        while not self._stop.is_set():
            try:
                return asked.result(STOP_CHECK_SECONDS)
            except NotYet:
                if asked.done():  # the library's own time is up
                    raise
        asked.cancel()
        return []


def build_conflict_note(number: str) -> str:
    """Return the name under which the store notes when another host last fetched the updates of the bot with this
    number.
    """
    return f"telegram/{number}/conflict"


def format_polling_trouble(error: Exception) -> str:
    """Return a text on what is wrong with polling and what to do, without the error's own text, which may contain the
    token.
    """
    if isinstance(error, Conflict):
        return POLLING_CONFLICT_ADVICE
    if isinstance(error, InvalidToken):
        return POLLING_ACCOUNT_ADVICE
    if isinstance(error, TelegramError):
        return f"{type(error).__name__}; trying again."
    return f"{type(error).__name__} at our end; trying again."


def build_telegram_polling(host: HostContext, account: TelegramAccount, web: str) -> TelegramPolling:
    """Build the bot that fetches its updates from Telegram (polling), for a host that runs on the operator's own
    machine.
    """
    return TelegramPolling(host, account.token, account.url, web, account.app)
