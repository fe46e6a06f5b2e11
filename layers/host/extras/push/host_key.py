"""The host's own key for notices, kept for ever: every browser is tied to it, and a new one would silence all."""

from __future__ import annotations

from host.core.store.items import Failed, Item, PutItem
from host.core.store.store import Store
from host.extras.push import encryption

HOST_KEY_ITEM = ("host", "push-key")


def load_host_key(store: Store) -> encryption.VapidKey:
    """Return the host's private key; it is generated and saved when it is first needed."""
    while (item := store.table.get(*HOST_KEY_ITEM)) is None:
        made = encryption.serialize_key(encryption.generate_key())
        try:
            store.table.write([PutItem(Item(*HOST_KEY_ITEM, made.encode(), 1), 0)])
        except Failed:  # somebody else has just made one
            continue
    return encryption.load_key(item.body.decode())


def read_host_key_number(store: Store) -> str:
    """Return the secret number of the host's key, or an empty string if there is no key yet."""
    item = store.table.get(*HOST_KEY_ITEM)
    return item.body.decode() if item else ""


def format_public_host_key(store: Store) -> str:
    """Return the host's public key as browsers take it."""
    return encryption.encode_base64url(encryption.encode_public_key(load_host_key(store)))


PARAMETER = "PushKey"  # of the template


def own(kept: str, store: Store | None) -> str:
    """Return the private key to deploy: the one in this store, else the one already deployed, else a new one."""
    return (read_host_key_number(store) if store else "") or kept or encryption.serialize_key(encryption.generate_key())


def values(kept: str) -> dict[str, str]:
    """Return the template's parameters: the public key as text, or an empty string without a key."""
    return {
        PARAMETER: encryption.encode_base64url(encryption.encode_public_key(encryption.load_key(kept))) if kept else ""
    }
