"""Rings: one notice a game, which replaces the older one, in each browser where somebody has asked for it."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Mapping
from functools import partial

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from host.core.context import HostContext
from host.core.deadlines import clocks
from host.core.session import Person
from host.delivery.outbox import (
    Limits,
    Message,
    NotChanged,
    OutboxDispatcher,
    Pace,
    PlaceGone,
    PlaceMoved,
    PlatformDown,
    RetryLater,
)
from host.doors import notices
from host.doors.local.delivery_thread import DeliveryThread
from host.doors.notices import NOTICE_LIFETIME, Notice
from host.extras.push import browsers, encryption, services
from host.extras.push.browsers import Browser
from host.extras.push.door import DOOR, PushAccount
from host.people import accounts

log = logging.getLogger(__name__)


PUSH_LIMITS = Limits(in_all=30, window=1.0, gap=1.0, crowd_gap=1.0)  # nobody here says; so we are modest


PUSH_PREFIX = DOOR.places


SIGNED_FOR = 12 * 3600.0


PUSH_RETRY_SECONDS = 60.0  # seconds


LONGEST_BODY = 300  # letters


FORGOTTEN = (404, 410)  # the browser has gone


UNSIGNED = (400, 401, 403)  # our signature does not hold, or not for this browser, which asked with another key


KEY_CURE = (
    "is this host's clock right? If its push key is new, put the old one back, or wait until each player opens the page"
)


REFUSED_CURE = "update this program, or report it"


TAKEN, TOO_MANY, BROKEN = range(200, 300), 429, 500


class PushRefusal(Struct):
    """How a push service refuses a notice for good, for a reason that is not the browser's: our signature, its size, or
    an unknown one.
    """

    service: str
    status: int


class PushSender:
    """Send queued posts as push notices; this is the platform that the outbox sees."""

    prefix = PUSH_PREFIX
    pauses = False
    mixes = True

    def __init__(
        self,
        host: HostContext,
        web: str,
        more: tuple[str, ...] = (),
        post: Callable[[str, bytes, Mapping[str, str]], services.ServiceReply] = services.post_to_push_service,
        key: Callable[[], encryption.VapidKey] | None = None,
    ) -> None:
        self.host, self.web, self.more, self._post = host, web, more, post
        self._key = key or partial(encryption.load_host_key, host.store)
        self._signed: dict[str, tuple[float, str]] = {}

    def get_lane(self, chat: str) -> str:
        """Return the recipient as the lane (what rate limits count together), because each person's push notices are
        sent at their own pace.
        """
        return chat

    def is_crowd(self, _: str) -> bool:
        """Return False, because a push notice is never read by a group."""
        return False

    def send(self, chat: str, message: Message) -> str:
        """Send a push notice to a person's browsers about the first thing in this message that is worth one (such as a
        question still open, or an end) and was not sent yet, and return an empty string. Raise Unfinished if more are
        left, PlaceGone if `chat` belongs to nobody, and what `notify_browsers` raises.
        """
        person = accounts.load_current_person(self.host, self.host.store.find_person_id(chat, self.host.now()))
        if person is None:
            raise PlaceGone("nobody is there")
        found = notices.list_notices(self.host, person, message)
        notices.send_next_notice(found, message, partial(self.notify_browsers, person))
        return ""

    def show_board(self, _: str, __: str, ___: str) -> str:
        """Raise NotChanged, because push notices show no board that would have to be updated."""
        raise NotChanged

    def notify_browsers(self, person: Person, notice: Notice) -> None:
        """Send a push notice to all browsers in which a person wants notices of its kind (nothing if there are only
        others); delete one that is gone. Raise PlaceGone when no browser is left (PlaceMoved if the person can be
        notified by e-mail), and the first fault (PlatformDown or RetryLater) when the notice reached none of those
        left. One that is refused is logged with the cure and lost, but PlaceMoved is raised if it reached none and
        there is e-mail.
        """
        found = browsers.list_browsers(self.host.store, person.id)
        if not found:
            raise notices.build_place_lost_error(self.host, person.id, "no browser wants to be rung")
        wanted = [each for each in found if each.ends or not notice.ends]
        missed = [why for each in wanted if (why := self._notify_browser(person, each, notice))]
        left = {each.id for each in browsers.list_browsers(self.host.store, person.id)}
        if not left:
            raise notices.build_place_lost_error(self.host, person.id, "no browser is left")
        reached = len(missed) < sum(each.id in left for each in wanted)
        trouble = [why for why in missed if not isinstance(why, PushRefusal)]
        if trouble and not reached:
            raise trouble[0]
        if refused := next((why for why in missed if isinstance(why, PushRefusal)), None):
            cure = KEY_CURE if refused.status in UNSIGNED else REFUSED_CURE
            log.warning("notice refused door=push service=%s status=%d: %s", refused.service, refused.status, cure)
            if not reached and (place := notices.choose_other_notice_place(self.host, person.id, DOOR.name)):
                raise PlaceMoved(place)

    # -- how it gets there

    def _notify_browser(
        self, person: Person, browser: Browser, notice: Notice
    ) -> PlatformDown | RetryLater | PushRefusal | None:
        """Send a push notice to one browser, note that it was reached (if that was not noted lately), and return None;
        return the fault of its push service instead if it has one, or its refusal. Delete a browser that is gone or
        whose push service is not allowed, and return None for it, too.
        """
        if not services.is_allowed_service(browser.address, self.more):
            browsers.drop_browser(self.host.store, person.id, browser.id)
            return None
        body = encryption.encrypt_push_body(self._build_payload(person, notice), browser.key, browser.secret)
        try:
            said = self._post(browser.address, body, self._build_push_headers(browser.address, notice))
        except OSError as error:
            return PlatformDown(type(error).__name__)
        if said.status in FORGOTTEN:
            log.info("browser unsubscribed door=push status=%d", said.status)
            browsers.drop_browser(self.host.store, person.id, browser.id)
        elif said.status == TOO_MANY:
            return RetryLater(said.wait or PUSH_RETRY_SECONDS)
        elif said.status >= BROKEN:
            return PlatformDown(f"{said.status}")
        elif said.status not in TAKEN:
            return PushRefusal(services.parse_origin(browser.address), said.status)
        elif self.host.now() - browser.worked > NOTICE_LIFETIME:
            browsers.mark_browser_reached(self.host.store, person.id, replace(browser, worked=self.host.now()))
        return None

    def _build_payload(self, person: Person, notice: Notice) -> bytes:
        """Build the JSON of a push notice, for browsers that show it themselves and for those with a service worker; it
        is silent in the person's quiet hours, and says how many games wait for them.
        """
        habits, now = person.habits, self.host.now()
        shown = {
            "title": notice.title,
            "body": notice.body[:LONGEST_BODY],
            "navigate": f"{self.web.rstrip('/')}/{f'g/{notice.game}' if notice.game else ''}",
            "tag": notice.game or "hall",
            "lang": habits.style.language,
            "silent": clocks.find_quiet_end(now, habits) is not None,
        }
        waiting = len(accounts.list_games_awaiting(self.host, person.id))
        return msgspec.json.encode({"web_push": 8030, "notification": shown, "app_badge": f"{waiting}"})

    def _build_push_headers(self, address: str, notice: Notice) -> dict[str, str]:
        """Build the HTTP headers with which a notice is posted to a push service: how long it is kept, how urgent it
        is, which game it is about (a newer one replaces it), and who sends it.
        """
        topic = encryption.encode_base64url(hashlib.sha256(notice.game.encode()).digest()[:18])
        return {
            "TTL": f"{int(notice.lasts)}",
            "Urgency": "high" if notice.urgent else "normal",
            "Topic": topic,
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "Authorization": self._build_authorization(services.parse_origin(address)),
        }

    def _build_authorization(self, audience: str) -> str:
        """Return the Authorization header for the push service with this origin; its signature is cached in this object
        for half its lifetime (six hours).
        """
        until, word = self._signed.get(audience, (0.0, ""))
        if until < self.host.now() + SIGNED_FOR / 2:
            key, until = self._key(), self.host.now() + SIGNED_FOR
            signed = encryption.sign_vapid_token(key, audience, self.web, until)
            word = f"vapid t={signed}, k={encryption.encode_base64url(encryption.encode_public_key(key))}"
            self._signed[audience] = (until, word)
        return word


def build_push_thread(host: HostContext, account: PushAccount, web: str) -> DeliveryThread:
    """Build, without starting it, the thread that sends queued push notices, for a host that runs on the operator's own
    machine and not in AWS.
    """
    sender = PushSender(host, web, account.services)
    return DeliveryThread("notices", OutboxDispatcher(host, sender, Pace(PUSH_LIMITS), workers=4))
