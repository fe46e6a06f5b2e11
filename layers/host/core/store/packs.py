"""Keeps the cards that a place, or a person, has brought along: a few packs each, until they are dropped.

A pack of a person goes with them when they are merged, exported or forgotten. Games that hold its cards keep them.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from host.core.store.items import HIGHEST, DeleteItem, Item, Op, PutItem
from host.core.store.store import Store

PACK, OFF = "pack/", "packs-off"
MOST_PACKS = 5
BIGGEST = 250_000  # bytes: one item of a table has room for not much more


class Pack(Struct, frozen=True):
    """Cards of one name, as plain data, and since when they are there."""

    name: str
    at: float
    cards: list[dict[str, Any]]
    withdrawn: list[str] = []  # ids of those that are dealt no more

    @property
    def dealt(self) -> list[dict[str, Any]]:
        """Those that are dealt."""
        return [card for card in self.cards if card["id"] not in self.withdrawn]


_pack = msgspec.json.Decoder(Pack)
_words = msgspec.json.Decoder(list[str])


def of(store: Store, owner: str) -> list[Pack]:
    """The packs of `person:ID` or `chat:PLACE`, by name."""
    items = store.table.query(owner, PACK, f"{PACK}{HIGHEST}")
    return [pack for item in items if (pack := store.read(item, _pack.decode))]


def put(store: Store, owner: str, pack: Pack) -> bool:
    """Keep it, in place of one of its name; false, where it is too large."""
    body = msgspec.json.encode(pack)
    if len(body) > BIGGEST:
        return False
    store.table.write([PutItem(Item(owner, f"{PACK}{pack.name}", body))])
    return True


def drop(store: Store, owner: str, name: str) -> None:
    """It is there no longer."""
    store.table.write([DeleteItem(owner, f"{PACK}{name}")])


def off(store: Store, owner: str) -> list[str]:
    """The categories that are not wanted there."""
    return store.read(store.table.get(owner, OFF), _words.decode) or []


def set_off(store: Store, owner: str, categories: list[str]) -> None:
    """From now on these are not wanted."""
    where = owner, OFF
    store.table.write([PutItem(Item(*where, msgspec.json.encode(categories))) if categories else DeleteItem(*where)])


def moved(store: Store, old: str, new: str) -> None:
    """An owner goes by another name now; a pack that is there already stays as it is."""
    there = {pack.name for pack in of(store, new)}
    for pack in of(store, old):
        if pack.name not in there and len(there) < MOST_PACKS:
            put(store, new, pack)
            there.add(pack.name)
    set_off(store, new, sorted({*off(store, old), *off(store, new)}))
    _forget(store, old)


def _forget(store: Store, owner: str) -> None:
    gone: list[Op] = [DeleteItem(owner, f"{PACK}{pack.name}") for pack in of(store, owner)]
    store.table.write([*gone, DeleteItem(owner, OFF)])


def exported(store: Store, person: str) -> dict[str, object]:
    """What somebody has brought along, for themselves to read."""
    owner = f"person:{person}"
    return {"packs": msgspec.to_builtins(of(store, owner)), "off": off(store, owner)}


def forget(store: Store, person: str) -> None:
    """Nothing of it is left."""
    _forget(store, f"person:{person}")


def hand_over(store: Store, goes: str, stays: str) -> None:
    """What one has brought along is the other's."""
    moved(store, f"person:{goes}", f"person:{stays}")
