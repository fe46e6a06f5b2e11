"""The host's own key for notices, kept for ever: every browser is tied to it, and a new one would silence all."""

from __future__ import annotations

from host.core.store.items import Failed, Item, PutItem
from host.core.store.store import Store
from host.extras.push import encryption

HOST_KEY_ITEM = ("host", "push-key")


def load_host_key(store: Store) -> encryption.VapidKey:
    """Return the host's private key for push notices; it is generated and saved when it is first needed."""
    while (item := store.table.get(*HOST_KEY_ITEM)) is None:
        made = encryption.serialize_key(encryption.generate_key())
        try:
            store.table.write([PutItem(Item(*HOST_KEY_ITEM, made.encode(), 1), 0)])
        except Failed:  # somebody else has just made one
            continue
    return encryption.load_key(item.body.decode())


def read_host_key_number(store: Store) -> str:
    """Return the host's private key for push notices as its stored text, or an empty string if it has not been
    generated yet.
    """
    item = store.table.get(*HOST_KEY_ITEM)
    return item.body.decode() if item else ""


def format_public_host_key(store: Store) -> str:
    """Return the host's public key for push notices in the form that browsers take."""
    return encryption.encode_base64url(encryption.encode_public_key(load_host_key(store)))


PARAMETER = "PushKey"  # of the template


def own(kept: str, store: Store | None) -> str:
    """Return the host's private key for push notices for a deployment: the one in this store, or else `kept`, the one
    deployed before, or else a new one.
    """
    return (read_host_key_number(store) if store else "") or kept or encryption.serialize_key(encryption.generate_key())


def values(kept: str) -> dict[str, str]:
    """Return the parameters of the CloudFormation template for push notices: the public half of the private key `kept`,
    or empty without a key.
    """
    return {
        PARAMETER: encryption.encode_base64url(encryption.encode_public_key(encryption.load_key(kept))) if kept else ""
    }
