"""What the page asks of notices: to begin and to end them in one browser."""

from __future__ import annotations

import os

from engine.kernel import Illegal, Told
from host.core.context import HostContext
from host.core.extras import import_target
from host.core.session import Person, Post
from host.extras.push import browsers, services
from host.extras.push.browsers import Browser
from host.extras.push.door import DOOR, PUBLIC
from host.extras.push.door import read_push_services as named
from host.people import accounts
from host.said.desk import refusals

TRIAL = "This is how I will notify you."


class PushBell:
    """Subscribe people's browsers to push notices, and unsubscribe them."""

    def __init__(self, host: HostContext) -> None:
        self.host = host

    def key(self) -> str:
        """Return the host's public key, from the environment or else from the store."""
        told = os.environ.get(PUBLIC, "")
        return told or str(import_target("host.extras.push.host_key:format_public_host_key")(self.host.store))

    def begin(self, person: Person, browser: Browser) -> None:
        """Subscribe a browser to push notices and send it a trial one; the person's messages go there unless they use a
        chat. Raise Illegal for an unknown push service.
        """
        if not services.is_allowed_service(browser.address, named(os.environ)) or not services.is_browser_key(
            browser.key
        ):
            raise Illegal(refusals.UNKNOWN_SERVICE, code="unknown_service")
        identity, now = f"{DOOR.places}{person.id}", self.host.now()
        accounts.link_identity(self.host, person.id, identity)
        browsers.assign_browser(self.host.store, person.id, browser)
        if not person.place or person.place.startswith(tuple(f"{name}:" for name in self.host.config.rung)):
            accounts.set_private_place(self.host, person.id, identity)
        self.host.store.queue_posts([Post(identity, "", int(now * 1000), [Told(TRIAL, {})])], now)

    def end(self, person: Person, browser_id: str) -> None:
        """Unsubscribe a browser from push notices; if it was the last one, the person's messages go elsewhere."""
        browsers.drop_browser(self.host.store, person.id, browser_id)
        if not browsers.list_browsers(self.host.store, person.id) and person.place.startswith(DOOR.places):
            accounts.set_private_place(self.host, person.id, "")
