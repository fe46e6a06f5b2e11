"""What the page asks of notices: to begin and to end them in one browser."""

from __future__ import annotations

import os

from engine.kernel import Illegal, Told
from host.core.context import HostContext
from host.core.session import Person, Post
from host.core.store import browsers
from host.core.store.browsers import Browser
from host.doors.push import services
from host.doors.push.door import DOOR, PUBLIC
from host.doors.push.door import services as named
from host.doors.registry import load
from host.people import accounts
from host.said.desk import refusals

TRIAL = "This is how I shall call you."


class PushBell:
    """Browsers of people."""

    def __init__(self, host: HostContext) -> None:
        self.host = host

    def key(self) -> str:
        """The public half of the host's own key; only where that is made here is it worked out."""
        told = os.environ.get(PUBLIC, "")
        return told or str(load("host.doors.push.host_key:told")(self.host.store))

    def begin(self, person: Person, browser: Browser) -> None:
        """They are told there what they are asked, unless they are told it in a chat."""
        if not services.allowed(browser.address, named(os.environ)) or not services.is_key(browser.key):
            raise Illegal(refusals.UNKNOWN_SERVICE)
        identity, now = f"{DOOR.places}{person.id}", self.host.now()
        accounts.link(self.host, person.id, identity)
        browsers.add(self.host.store, person.id, browser)
        if not person.place or person.place.startswith(tuple(f"{name}:" for name in self.host.config.rung)):
            accounts.settle(self.host, person.id, identity)
        self.host.store.post([Post(identity, "", int(now * 1000), [Told(TRIAL, {})])], now)

    def end(self, person: Person, browser_id: str) -> None:
        """With the last one goes the place where they are told things."""
        browsers.drop(self.host.store, person.id, browser_id)
        if not browsers.of_person(self.host.store, person.id) and person.place.startswith(DOOR.places):
            accounts.settle(self.host, person.id, "")
