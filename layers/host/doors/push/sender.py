"""Rings: one notice a game, which replaces the older one, in each browser where somebody has asked for it."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Mapping
from functools import partial

import msgspec
from msgspec.structs import replace

from host.core.context import HostContext
from host.core.deadlines import clocks
from host.core.session import Person
from host.core.store import browsers
from host.core.store.browsers import Browser
from host.delivery.outbox import Message, NotChanged, PlaceGone, PlatformDown, RetryLater
from host.delivery.pace import Limits
from host.doors import notices
from host.doors.notices import DAY, Notice
from host.doors.push import encryption, host_key, services
from host.doors.push.door import DOOR
from host.people import accounts

log = logging.getLogger(__name__)
LIMITS = Limits(in_all=30, window=1.0, gap=1.0, crowd_gap=1.0)  # nobody here says; so we are modest
PREFIX = DOOR.places
SIGNED_FOR = 12 * 3600.0
BUSY = 60.0  # seconds
LONGEST_BODY = 300  # letters
FORGOTTEN = (400, 403, 404, 410)  # the browser has gone, or has asked somebody else
TOO_MANY, BROKEN = 429, 500


class PushSender:
    """Push services as the outbox knows a platform."""

    prefix = PREFIX
    pauses = False
    mixes = True

    def __init__(
        self,
        host: HostContext,
        web: str,
        more: tuple[str, ...] = (),
        post: Callable[[str, bytes, Mapping[str, str]], services.ServiceReply] = services.post,
        key: Callable[[], encryption.Key] | None = None,
    ) -> None:
        self.host, self.web, self.more, self._post = host, web, more, post
        self._key = key or partial(host_key.own, host.store)
        self._signed: dict[str, tuple[float, str]] = {}

    def lane(self, chat: str) -> str:
        """Everybody's browsers are a lane."""
        return chat

    def crowd(self, _: str) -> bool:
        """Nobody else hears it."""
        return False

    def send(self, chat: str, message: Message) -> str:
        """Ring, if it is still worth it."""
        person = accounts.person(self.host, self.host.store.who(chat, self.host.now()))
        if person is None:
            raise PlaceGone("nobody is there")
        for notice in notices.of(self.host, person, message):
            self.ring(person, notice)
        return ""

    def show_board(self, _: str, __: str, ___: str) -> str:
        """A page shows its board by itself."""
        raise NotChanged

    def ring(self, person: Person, notice: Notice) -> None:
        """In all of somebody's browsers; raises PlaceGone when none is left, or why none could be reached."""
        found = browsers.of_person(self.host.store, person.id)
        if not found:
            raise PlaceGone("no browser wants to be rung")
        trouble = [why for each in found if (each.ends or not notice.ends) and (why := self._one(person, each, notice))]
        if not browsers.of_person(self.host.store, person.id):
            raise PlaceGone("no browser is left")
        if trouble and len(trouble) == len(found):
            raise trouble[0]

    # -- how it gets there

    def _one(self, person: Person, browser: Browser, notice: Notice) -> PlatformDown | RetryLater | None:
        """One browser; what is wrong with its push service, if it is not the browser that has gone."""
        if not services.allowed(browser.address, self.more):
            browsers.drop(self.host.store, person.id, browser.id)
            return None
        body = encryption.sealed(self._payload(person, notice), browser.key, browser.secret)
        try:
            said = self._post(browser.address, body, self._headers(browser.address, notice))
        except OSError as error:
            return PlatformDown(type(error).__name__)
        if said.status in FORGOTTEN:
            log.info("a browser has gone: %d", said.status)
            browsers.drop(self.host.store, person.id, browser.id)
        elif said.status == TOO_MANY:
            return RetryLater(said.wait or BUSY)
        elif said.status >= BROKEN:
            return PlatformDown(f"{said.status}")
        elif self.host.now() - browser.worked > DAY:
            browsers.worked(self.host.store, person.id, replace(browser, worked=self.host.now()))
        return None

    def _payload(self, person: Person, notice: Notice) -> bytes:
        """Browsers that show it by themselves and those whose worker does read the same words."""
        habits, now = person.habits, self.host.now()
        shown = {
            "title": notice.title,
            "body": notice.body[:LONGEST_BODY],
            "navigate": f"{self.web.rstrip('/')}/{f'g/{notice.game}' if notice.game else ''}",
            "tag": notice.game or "hall",
            "lang": habits.style.language,
            "silent": clocks.quiet_end(now, habits) is not None,
        }
        waiting = len(accounts.waiting_for(self.host, person.id))
        return msgspec.json.encode({"web_push": 8030, "notification": shown, "app_badge": f"{waiting}"})

    def _headers(self, address: str, notice: Notice) -> dict[str, str]:
        topic = encryption.encoded(hashlib.sha256(notice.game.encode()).digest()[:18])
        return {
            "TTL": f"{int(notice.lasts)}",
            "Urgency": "high" if notice.urgent else "normal",
            "Topic": topic,
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "Authorization": self._word(services.origin(address)),
        }

    def _word(self, audience: str) -> str:
        """One word for each push service, good for half a day."""
        until, word = self._signed.get(audience, (0.0, ""))
        if until < self.host.now() + SIGNED_FOR / 2:
            key, until = self._key(), self.host.now() + SIGNED_FOR
            signed = encryption.signed(key, audience, self.web, until)
            word = f"vapid t={signed}, k={encryption.encoded(encryption.public(key))}"
            self._signed[audience] = (until, word)
        return word
