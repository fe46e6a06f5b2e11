"""Keeps the browsers in which somebody wants to be told: where each is reached, and the keys that it has given.

A browser is one person's at a time: whoever asks for notices in it last. All are found from the person again, so that
they can take it with them, be merged, or be forgotten.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress

import msgspec
from msgspec import Struct

from host.core.store.items import HIGHEST, DeleteItem, Failed, Item, Op, PutItem
from host.core.store.store import Store

LEAD = "browser/"
MOST = 5  # of one person; the one that has been silent for longest makes room


class Browser(Struct):
    """Where a browser is reached, by its own push service, and with which keys it reads what comes."""

    address: str
    key: bytes
    secret: bytes
    name: str  # by which its owner knows it again
    ends: bool  # also when a game of theirs is over?
    since: float
    worked: float = 0.0  # when its push service last took something

    @property
    def id(self) -> str:
        """Short, and the same for the same browser."""
        return hashlib.sha256(self.address.encode()).hexdigest()[:16]


_decode = msgspec.json.Decoder(Browser).decode


def of_person(store: Store, person: str) -> list[Browser]:
    """Somebody's browsers, the longest known first."""
    items = store.table.query(f"person:{person}", LEAD, f"{LEAD}{HIGHEST}")
    found = [browser for item in items if (browser := store.read(item, _decode))]
    return sorted(found, key=lambda browser: browser.since)


def add(store: Store, person: str, browser: Browser) -> None:
    """This browser is this person's from now on."""
    owner = store.table.get(f"browser/{browser.id}", "of")
    if owner is not None and owner.body.decode() != person:
        drop(store, owner.body.decode(), browser.id)
    others = [each for each in of_person(store, person) if each.id != browser.id]
    silent = sorted(others, key=lambda each: max(each.since, each.worked))[: max(0, len(others) + 1 - MOST)]
    ops: list[Op] = [change for each in silent for change in _dropped(person, each.id)]
    store.table.write([*ops, *_kept(person, browser)])


def worked(store: Store, person: str, browser: Browser) -> None:
    """It has been reached; unless it has been taken away meanwhile."""
    item = store.table.get(f"person:{person}", f"{LEAD}{browser.id}")
    if item is not None:
        with suppress(Failed):
            body = msgspec.json.encode(browser)
            store.table.write([PutItem(Item(item.pk, item.sk, body, item.version + 1), item.version)])


def drop(store: Store, person: str, browser_id: str) -> None:
    """Nothing is sent there any more."""
    store.table.write(_dropped(person, browser_id))


def exported(store: Store, person: str) -> object:
    """Their browsers' names, and since when each is known."""
    return [{"browser": each.name, "since": each.since} for each in of_person(store, person)]


def forget(store: Store, person: str) -> None:
    """None of somebody's browsers is known any more."""
    for browser in of_person(store, person):
        drop(store, person, browser.id)


def hand_over(store: Store, goes: str, stays: str) -> None:
    """What one has asked for in a browser is the other's."""
    for browser in of_person(store, goes):
        add(store, stays, browser)


def _kept(person: str, browser: Browser) -> list[Op]:
    return [
        PutItem(Item(f"person:{person}", f"{LEAD}{browser.id}", msgspec.json.encode(browser), 1)),
        PutItem(Item(f"browser/{browser.id}", "of", person.encode())),
    ]


def _dropped(person: str, browser_id: str) -> list[Op]:
    return [DeleteItem(f"person:{person}", f"{LEAD}{browser_id}"), DeleteItem(f"browser/{browser_id}", "of")]
