"""The host's own key for notices, kept for ever: every browser is tied to it, and a new one would silence all."""

from __future__ import annotations

from host.core.store.items import Failed, Item, PutItem
from host.core.store.store import Store
from host.doors.push import encryption

WHERE = ("host", "push-key")


def own(store: Store) -> encryption.Key:
    """The key, made when it is first asked for."""
    while (item := store.table.get(*WHERE)) is None:
        made = encryption.number(encryption.new_key())
        try:
            store.table.write([PutItem(Item(*WHERE, made.encode(), 1), 0)])
        except Failed:  # somebody else has just made one
            continue
    return encryption.from_number(item.body.decode())


def kept(store: Store) -> str:
    """Its secret number, if it has been made."""
    item = store.table.get(*WHERE)
    return item.body.decode() if item else ""


def told(store: Store) -> str:
    """Its public half, as browsers are told."""
    return encryption.encoded(encryption.public(own(store)))
