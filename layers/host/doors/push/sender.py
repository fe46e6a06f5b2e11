"""Rings: one notice a game, which replaces the older one, in each browser where somebody has asked for it."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Mapping
from functools import partial

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.kernel import Illegal, Reader
from engine.rulesets import ruleset
from host.core import clocks
from host.core.context import HostContext
from host.core.posting import LEADERS
from host.core.session import OVER, Person
from host.core.store import browsers
from host.core.store.browsers import Browser
from host.delivery.outbox import Away, Gone, Message, NotChanged, Reminder, RetryLater
from host.doors.push import encryption, host_key, services
from host.doors.push.door import DOOR
from host.people import accounts
from host.shown import views, words

log = logging.getLogger(__name__)
PREFIX = DOOR.places
YOUR_TURN = "Your turn"
WAITS = "It is your turn. {time} left."
SECRETLY = "You are asked something in secret."
OVER_NOW = "The game is over."
DAY = 86400.0
SIGNED_FOR = 12 * 3600.0
LATEST = 60.0  # a notice of what is due sooner comes too late
LONGEST_BODY = 300  # letters
FORGOTTEN = (400, 403, 404, 410)  # the browser has gone, or has asked somebody else
TOO_MANY, BROKEN = 429, 500


class Notice(Struct):
    """What is to be read on the screen of somebody who is not looking, and for how long it is worth it."""

    game: str
    title: str
    body: str
    lasts: float
    urgent: bool = False


class Sender:
    """Push services as the outbox knows a platform."""

    prefix = PREFIX
    pauses = False
    mixes = True

    def __init__(
        self,
        house: HostContext,
        web: str,
        more: tuple[str, ...] = (),
        post: Callable[[str, bytes, Mapping[str, str]], services.Said] = services.post,
        key: Callable[[], encryption.Key] | None = None,
    ) -> None:
        self.house, self.web, self.more, self._post = house, web, more, post
        self._key = key or partial(host_key.own, house.store)
        self._signed: dict[str, tuple[float, str]] = {}

    def lane(self, chat: str) -> str:
        """Everybody's browsers are a lane."""
        return chat

    def crowd(self, _: str) -> bool:
        """Nobody else hears it."""
        return False

    def send(self, chat: str, message: Message) -> str:
        """Ring, if it is still worth it."""
        person = accounts.person(self.house, self.house.store.who(chat, self.house.now()))
        if person is None:
            raise Gone("nobody is there")
        for notice in self._notices(person, message):
            self.ring(person, notice)
        return ""

    def show_board(self, _: str, __: str, ___: str) -> str:
        """A page shows its board by itself."""
        raise NotChanged

    def ring(self, person: Person, notice: Notice) -> None:
        """In all of somebody's browsers; raises Gone when none is left, or why none could be reached."""
        over = notice.lasts == DAY
        found = browsers.of_person(self.house.store, person.id)
        if not found:
            raise Gone("no browser wants to be rung")
        trouble = [why for each in found if (each.ends or not over) and (why := self._one(person, each, notice))]
        if not browsers.of_person(self.house.store, person.id):
            raise Gone("no browser is left")
        if trouble and len(trouble) == len(found):
            raise trouble[0]

    # -- what is said

    def _notices(self, person: Person, message: Message) -> list[Notice]:
        reader = words.reader(message.names, person.habits.style)
        found = [self._asked(person, message.game, message.asks, reader)] if message.asks else []
        found += [self._reminded(each, reader) for each in message.reminders]
        if message.lines and not message.asks:
            found.append(self._told(message, reader))
        return [notice for notice in found if notice is not None]

    def _asked(self, person: Person, game: str, asks: list[str], reader: Reader) -> Notice | None:
        """Those questions that are still open: what cannot be answered any more is no news."""
        try:
            shown = views.view(self.house, game, person.id)
        except Illegal:
            return None
        open_ = [asked for asked in shown.asked if asked.who == shown.you and asked.goes_by(asks)]
        left = min((asked.due for asked in open_), default=0.0) - self.house.now()
        if left < LATEST:
            return None
        first = open_[0]
        facts = {"who": first.who, **first.facts}
        body = reader.say(SECRETLY) if first.secret else words.question(first.text, facts, first.said, reader)
        return Notice(game, f"{reader.say(YOUR_TURN)} · {reader.value(shown.title)}", body, left)

    def _reminded(self, one: Reminder, reader: Reader) -> Notice | None:
        left = min(clock.due for clock in one.clocks.values()) - self.house.now()
        if left < LATEST:
            return None
        title = f"{reader.say(YOUR_TURN)} · {reader.value(ruleset(one.ruleset).title)}"
        return Notice(one.game, title, reader.say(WAITS, time=clocks.spoken(left)), left, urgent=True)

    def _told(self, message: Message, reader: Reader) -> Notice | None:
        session = views.found(self.house, message.game).session if message.game else None
        if session is None:
            return Notice("", "Race to a Billion", " ".join(words.told(message.lines, reader)), DAY)
        title, said = reader.value(ruleset(session.ruleset).title), reader.say(OVER_NOW)
        if session.stage != OVER:
            said = " ".join(words.told([line for line in message.lines if LEADERS in line.facts], reader))
        return Notice(session.id, title, said, DAY) if said else None

    # -- how it gets there

    def _one(self, person: Person, browser: Browser, notice: Notice) -> Away | RetryLater | None:
        """One browser; what is wrong with its push service, if it is not the browser that has gone."""
        if not services.allowed(browser.address, self.more):
            browsers.drop(self.house.store, person.id, browser.id)
            return None
        body = encryption.sealed(self._payload(person, notice), browser.key, browser.secret)
        try:
            said = self._post(browser.address, body, self._headers(browser.address, notice))
        except OSError as error:
            return Away(type(error).__name__)
        if said.status in FORGOTTEN:
            log.info("a browser has gone: %d", said.status)
            browsers.drop(self.house.store, person.id, browser.id)
        elif said.status == TOO_MANY:
            return RetryLater(said.wait or LATEST)
        elif said.status >= BROKEN:
            return Away(f"{said.status}")
        elif self.house.now() - browser.worked > DAY:
            browsers.worked(self.house.store, person.id, replace(browser, worked=self.house.now()))
        return None

    def _payload(self, person: Person, notice: Notice) -> bytes:
        """Browsers that show it by themselves and those whose worker does read the same words."""
        habits, now = person.habits, self.house.now()
        shown = {
            "title": notice.title,
            "body": notice.body[:LONGEST_BODY],
            "navigate": f"{self.web.rstrip('/')}/{f'g/{notice.game}' if notice.game else ''}",
            "tag": notice.game or "hall",
            "lang": habits.style.language,
            "silent": clocks.quiet_end(now, habits) is not None,
        }
        waiting = len(accounts.waiting_for(self.house, person.id))
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
        if until < self.house.now() + SIGNED_FOR / 2:
            key, until = self._key(), self.house.now() + SIGNED_FOR
            signed = encryption.signed(key, audience, self.web, until)
            word = f"vapid t={signed}, k={encryption.encoded(encryption.public(key))}"
            self._signed[audience] = (until, word)
        return word
