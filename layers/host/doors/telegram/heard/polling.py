"""The bot on a small machine: fetches its own updates, so it needs no address of its own and nothing to sign up for.

How far it has read is written down after each update; whatever comes twice changes nothing twice.
"""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Callable
from concurrent.futures import TimeoutError as NotYet
from typing import Any

from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError

from host.core.context import HostContext
from host.core.deadlines import ticking
from host.delivery.outbox import Courier
from host.delivery.pace import Pace
from host.doors.telegram.calls.api_errors import seconds
from host.doors.telegram.calls.connection import TelegramConnection
from host.doors.telegram.calls.group_minute import LIMITS
from host.doors.telegram.door import TelegramAccount
from host.doors.telegram.heard import menu
from host.doors.telegram.heard.incoming import TelegramIncoming
from host.doors.telegram.heard.update import KINDS, lane_of
from host.doors.telegram.heard.update_lanes import UpdateLanes
from host.doors.telegram.messages.sender import TelegramSender
from host.doors.telegram.messages.welcome import startgroup
from host.doors.telegram.places import address

log = logging.getLogger(__name__)
NAME = "telegram"
POLL = 25  # seconds that one question to Telegram may wait for an answer
MOST = 100  # updates that one answer brings
FRESH = 60.0  # after a silence we do not wait for an answer, so as to know at once that the line is there again
LOOK = 0.1  # how often we look whether we are to stop
BESIDE = 0.25  # seconds after which we look for what others write, though something is still being handled
DELIVERIES = 0.2
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
ADDS = "Telegram: add the bot to a group: {link}"
OTHERS = "Somebody else gets this bot's updates: stop the other process; `rtab telegram setup` ends a webhook."
REFUSED = "Telegram does not know this token: get the right one from BotFather and set TELEGRAM_BOT_TOKEN."


class TelegramPolling:
    """The bot while it runs: one thread that listens, one that speaks, and some that handle updates."""

    def __init__(self, host: HostContext, token: str, url: str = "", web: str = "", app: str = "") -> None:
        self.host = host
        self.wire = TelegramConnection(lambda: token, url)
        self.sender = TelegramSender(host, self.wire, web=web, app=app)
        self.incoming = TelegramIncoming(self.sender)
        self.lanes = UpdateLanes(lambda update: self.incoming.handle(update), lane_of)  # noqa: PLW0108 - tests replace it
        self.courier = Courier(host, self.sender, Pace(LIMITS))
        self._note = f"telegram/{token.partition(':')[0]}/offset"
        self._busy = False  # is something being handled that takes long?
        self._sign = 0.0  # until when everything was taken in, as last written down
        self.trouble = ""
        self._stop, self._heard = threading.Event(), threading.Event()
        self._threads = [
            threading.Thread(target=work, name=f"telegram {name}", daemon=True)
            for name, work in (("listens", self._listen), ("speaks", self._speak))
        ]

    def start(self) -> None:
        """Begin to listen and to speak."""
        for thread in self._threads:
            thread.start()

    @property
    def running(self) -> bool:
        """Has it been started, and not been stopped?"""
        return any(thread.is_alive() for thread in self._threads)

    def warn(self, place: str, text: str) -> None:
        """Say it at once, past the outbox: that may be what is wrong."""
        chat, topic = address(place)
        self.wire.call(lambda bot: bot.send_message(chat, text, message_thread_id=topic or None))

    def stop(self) -> None:
        """Finish what is on the way."""
        self._stop.set()
        self._heard.set()
        for thread in self._threads:
            thread.join(timeout=5)
        self.lanes.close()
        self.courier.close()
        self.wire.close()

    def _speak(self) -> None:
        while not self._stop.is_set():
            self._heard.wait(DELIVERIES)
            self._heard.clear()
            try:
                self.courier.deliver()
            except Exception:
                # All that is said hangs on this thread: it must outlive any fault.
                log.exception("outbox delivery failed place=telegram")

    def _listen(self) -> None:
        self._patiently(self._introduced)
        while not self._stop.is_set():
            self._patiently(self._poll)

    def _introduced(self) -> None:
        """Telegram knows the commands, and whoever started us how the bot comes into a group."""
        menu.register(self.wire)
        sys.stdout.write(f"{ADDS.format(link=startgroup(self.wire.name))}\n")
        sys.stdout.flush()

    def _patiently(self, work: Callable[[], None]) -> None:
        """Do this; if Telegram is not there or does not want it, try again, more and more patiently."""
        pause = FIRST_PAUSE
        while not self._stop.is_set():
            try:
                work()
            except RetryAfter as later:
                self._stop.wait(seconds(later))
            except Exception as error:  # noqa: BLE001 # listening must outlive any fault
                self.trouble = cure(error)
                log.warning("Telegram: %s", self.trouble)
                self._stop.wait(pause)
                pause = min(pause * 2, LONGEST_PAUSE)
            else:
                self.trouble = ""
                return

    def _poll(self) -> None:
        before, began = int(self.host.store.note(self._note) or "0"), self.host.now()
        wait = POLL if began - self._sign < FRESH and not self._busy else 0
        updates = self._updates(self.lanes.offset(before), wait)
        if self._stop.is_set() and not updates:
            return
        # An answer with nothing in it that came when it had to says that nothing was written until then.
        until = began + wait if not updates and self.host.now() - began >= wait else began
        ticking.missed(self.host, NAME, until)
        self.lanes.put(updates)
        try:
            self._busy = not self.lanes.wait(BESIDE)
        finally:
            if (after := self.lanes.offset(before)) != before:
                self.host.store.write_down(self._note, str(after))
            self._heard.set()
        if len(updates) < MOST and not self._busy and until - self._sign >= self.host.config.beat:
            ticking.heard(self.host, NAME, until)
            self._sign = until

    def _updates(self, offset: int, wait: int) -> list[dict[str, Any]]:
        asked = self.wire.begin(lambda bot: bot.raw_updates(offset, wait, KINDS))
        while not self._stop.is_set():
            try:
                return asked.result(LOOK)
            except NotYet:
                if asked.done():  # the library's own time is up
                    raise
        asked.cancel()
        return []


def cure(error: Exception) -> str:
    """What is wrong, and what to do; nothing of what was sent, for it may hold the token."""
    if isinstance(error, Conflict):
        return OTHERS
    if isinstance(error, InvalidToken):
        return REFUSED
    if isinstance(error, TelegramError):
        return f"{type(error).__name__}; trying again."
    return f"{type(error).__name__} at our end; trying again."


def served(host: HostContext, account: TelegramAccount, web: str) -> TelegramPolling:
    """The bot at home."""
    return TelegramPolling(host, account.token, account.url, web, account.app)
