"""Keeps the cards that a place, or a person, has brought along: a few packs each, until they are dropped.

A pack of a person goes with them when they are merged, exported or forgotten. Games that hold its cards keep them.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from host.core.context import HostContext
from host.core.store.items import HIGHEST, DeleteItem, Item, Op, PutItem
from host.core.store.store import Store

PACK, OFF = "pack/", "packs-off"
MOST_PACKS = 5
BIGGEST = 250_000  # bytes: one item of a table has room for not much more


class Pack(Struct, frozen=True):
    """Cards under one name, as plain data, and since when they are there."""

    name: str
    at: float
    cards: list[dict[str, Any]]
    withdrawn: list[str] = []  # ids of those that are dealt no more

    @property
    def active_cards(self) -> list[dict[str, Any]]:
        """The cards that are dealt: those not withdrawn."""
        return [card for card in self.cards if card["id"] not in self.withdrawn]


_pack_decoder = msgspec.json.Decoder(Pack)
_categories_decoder = msgspec.json.Decoder(list[str])


def list_packs(store: Store, owner: str) -> list[Pack]:
    """Return the card packs of `person:ID` or `chat:PLACE`, by name."""
    items = store.table.query(owner, PACK, f"{PACK}{HIGHEST}")
    return [pack for item in items if (pack := store.read(item, _pack_decoder.decode))]


def save_pack(store: Store, owner: str, pack: Pack) -> bool:
    """Save an owner's card pack, replacing one of the same name; return False if it is too large."""
    body = msgspec.json.encode(pack)
    if len(body) > BIGGEST:
        return False
    store.table.write([PutItem(Item(owner, f"{PACK}{pack.name}", body))])
    return True


def delete_pack(store: Store, owner: str, name: str) -> None:
    """Delete an owner's card pack of this name."""
    store.table.write([DeleteItem(owner, f"{PACK}{name}")])


def load_unwanted_categories(store: Store, owner: str) -> list[str]:
    """Return the card categories that this owner has switched off."""
    return store.read(store.table.get(owner, OFF), _categories_decoder.decode) or []


def save_unwanted_categories(store: Store, owner: str, categories: list[str]) -> None:
    """Save the card categories that this owner has switched off."""
    where = owner, OFF
    store.table.write([PutItem(Item(*where, msgspec.json.encode(categories))) if categories else DeleteItem(*where)])


def move_packs(store: Store, old: str, new: str) -> None:
    """Move an owner's card packs to a new owner key, when a chat's address changes; a pack already there is not
    overwritten.
    """
    there = {pack.name for pack in list_packs(store, new)}
    for pack in list_packs(store, old):
        if pack.name not in there and len(there) < MOST_PACKS:
            save_pack(store, new, pack)
            there.add(pack.name)
    save_unwanted_categories(
        store, new, sorted({*load_unwanted_categories(store, old), *load_unwanted_categories(store, new)})
    )
    _delete_packs(store, old)


def move_place_packs(host: HostContext, old: str, new: str) -> None:
    """Move the card packs of a chat whose address changes."""
    move_packs(host.store, f"chat:{old}", f"chat:{new}")


def _delete_packs(store: Store, owner: str) -> None:
    gone: list[Op] = [DeleteItem(owner, f"{PACK}{pack.name}") for pack in list_packs(store, owner)]
    store.table.write([*gone, DeleteItem(owner, OFF)])


def export_person_data(store: Store, person: str) -> dict[str, object]:
    """Return the card packs that a person has uploaded, for their download."""
    owner = f"person:{person}"
    return {"packs": msgspec.to_builtins(list_packs(store, owner)), "off": load_unwanted_categories(store, owner)}


def delete_person_data(store: Store, person: str) -> None:
    """Delete all card packs of a person."""
    _delete_packs(store, f"person:{person}")


def hand_over_person_data(store: Store, goes: str, stays: str) -> None:
    """Give one person's card packs to another, when two accounts are merged."""
    move_packs(store, f"person:{goes}", f"person:{stays}")
