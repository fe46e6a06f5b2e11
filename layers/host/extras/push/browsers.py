"""Keeps the browsers in which a person is notified, each with address and keys; and begins and ends notices.

A browser is one person's at a time: the last one who asked for notices in it. All are found from the person again, so
that they can take it with them, be merged, or be forgotten.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress

import msgspec
from msgspec import Struct

from engine.kernel import Illegal, Told
from host.core.context import HostContext
from host.core.extras import import_target
from host.core.session import Person, Post
from host.core.store.items import HIGHEST, DeleteItem, Failed, Item, Op, PutItem
from host.core.store.store import Store
from host.doors.notices import choose_other_notice_place
from host.extras.push import services
from host.extras.push.door import DOOR, PUBLIC
from host.extras.push.door import read_push_services as named
from host.people import accounts
from host.said.desk import refusals

BROWSER_KEY_PREFIX = "browser/"
MAX_BROWSERS = 5  # of one person; the one that has been silent for longest makes room


class Browser(Struct):
    """A browser that receives push notices: the address at its push service and its keys."""

    address: str
    key: bytes
    secret: bytes
    name: str  # by which its owner knows it again
    ends: bool  # also when a game of theirs is over?
    since: float
    worked: float = 0.0  # when its push service last took something

    @property
    def id(self) -> str:
        """A short id computed from the browser's push address, always the same for the same browser."""
        return hashlib.sha256(self.address.encode()).hexdigest()[:16]


_decode = msgspec.json.Decoder(Browser).decode


def list_browsers(store: Store, person: str) -> list[Browser]:
    """Return the browsers in which a person wants push notices, the one subscribed first at the front; without
    unreadable ones.
    """
    items = store.table.query(f"person:{person}", BROWSER_KEY_PREFIX, f"{BROWSER_KEY_PREFIX}{HIGHEST}")
    found = [browser for item in items if (browser := store.read(item, _decode))]
    return sorted(found, key=lambda browser: browser.since)


def has_browsers(store: Store, person: str) -> bool:
    """Return whether a person has any browser that is sent push notices."""
    return bool(list_browsers(store, person))


def assign_browser(store: Store, person: str, browser: Browser) -> None:
    """Save that this browser gets this person's push notices and nobody else's; drop the one unused for longest if the
    person has too many.
    """
    owner = store.table.get(f"browser/{browser.id}", "of")
    ops: list[Op] = []
    if owner is not None and owner.body.decode() != person:
        ops = [DeleteItem(f"person:{owner.body.decode()}", f"{BROWSER_KEY_PREFIX}{browser.id}")]
    others = [each for each in list_browsers(store, person) if each.id != browser.id]
    silent = sorted(others, key=lambda each: max(each.since, each.worked))[: max(0, len(others) + 1 - MAX_BROWSERS)]
    ops += [change for each in silent for change in _build_browser_deletes(store, person, each.id)]
    store.table.write([*ops, *_build_browser_puts(person, browser)])


def mark_browser_reached(store: Store, person: str, browser: Browser) -> None:
    """Save `browser`, in whose `worked` the caller has put the time at which a push notice reached it, in place of what
    is stored of it; do nothing if it has been removed, or is changed at this very moment.
    """
    item = store.table.get(f"person:{person}", f"{BROWSER_KEY_PREFIX}{browser.id}")
    if item is not None:
        with suppress(Failed):
            body = msgspec.json.encode(browser)
            store.table.write([PutItem(Item(item.pk, item.sk, body, item.version + 1), item.version)])


def drop_browser(store: Store, person: str, browser_id: str) -> None:
    """Delete a person's browser with this id and the note that it is theirs, so that it gets no more of their push
    notices; an unknown one, or somebody else's, is ignored.
    """
    store.table.write(_build_browser_deletes(store, person, browser_id))


def export_person_data(store: Store, person: str) -> object:
    """Return the names of a person's browsers and since when each is known, for their download."""
    return [{"browser": each.name, "since": each.since} for each in list_browsers(store, person)]


def delete_person_data(store: Store, person: str) -> None:
    """Delete all browsers of a person that get push notices."""
    for browser in list_browsers(store, person):
        drop_browser(store, person, browser.id)


def hand_over_person_data(store: Store, goes: str, stays: str) -> None:
    """Give the browsers of the person `goes` that get push notices to the person `stays`, when their accounts are
    merged; of too many, those unused for longest are dropped.
    """
    for browser in list_browsers(store, goes):
        assign_browser(store, stays, browser)


def _build_browser_puts(person: str, browser: Browser) -> list[Op]:
    """Return the writes that save a browser as this person's."""
    return [
        PutItem(Item(f"person:{person}", f"{BROWSER_KEY_PREFIX}{browser.id}", msgspec.json.encode(browser), 1)),
        PutItem(Item(f"browser/{browser.id}", "of", person.encode())),
    ]


def _build_browser_deletes(store: Store, person: str, browser_id: str) -> list[Op]:
    """Return the writes that delete a person's browser, and the note whose it is unless it is somebody else's by
    now.
    """
    owner = store.table.get(f"browser/{browser_id}", "of")
    ops: list[Op] = [DeleteItem(f"person:{person}", f"{BROWSER_KEY_PREFIX}{browser_id}")]
    if owner is not None and owner.body.decode() == person:
        ops.append(DeleteItem(owner.pk, owner.sk))
    return ops


TRIAL = "This is how I will notify you."


class PushBell:
    """Subscribe people's browsers to push notices, and unsubscribe them."""

    def __init__(self, host: HostContext) -> None:
        self.host = host

    def load_or_make_public_key(self) -> str:
        """Return the host's public key, with which browsers subscribe to push notices, from the environment or else
        from the store, where a key is generated and saved if there is none yet.
        """
        told = os.environ.get(PUBLIC, "")
        return told or str(import_target("host.extras.push.encryption:format_public_host_key")(self.host.store))

    def subscribe(self, person: Person, browser: Browser) -> None:
        """Subscribe a browser to push notices (of more than five, the one unused for longest is dropped) and queue a
        trial one; the person's messages go there unless they use a chat. Raise Illegal for an unknown push service or a
        malformed key.
        """
        if not services.is_allowed_service(browser.address, named(os.environ)) or not services.is_browser_key(
            browser.key
        ):
            raise Illegal(refusals.UNKNOWN_SERVICE, code="unknown_service")
        identity, now = f"{DOOR.places}{person.id}", self.host.now()
        accounts.link_identity(self.host, person.id, identity)
        assign_browser(self.host.store, person.id, browser)
        if not person.place or person.place.startswith(tuple(f"{name}:" for name in self.host.config.rung)):
            accounts.set_private_place(self.host, person.id, identity)
        self.host.store.queue_posts([Post(identity, "", int(now * 1000), [Told(TRIAL, {})])], now)

    def unsubscribe(self, person: Person, browser_id: str) -> None:
        """Unsubscribe a browser from push notices. If it was the person's last one, and their messages went there, they
        go to the person's confirmed e-mail address, if there is one, or nowhere.
        """
        drop_browser(self.host.store, person.id, browser_id)
        if not list_browsers(self.host.store, person.id) and person.place.startswith(DOOR.places):
            accounts.set_private_place(self.host, person.id, choose_other_notice_place(self.host, person.id))
