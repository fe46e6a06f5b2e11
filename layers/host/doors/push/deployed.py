"""What a release does for calls: the host's key, made once, and the half of it that the page tells every browser."""

from __future__ import annotations

from host.core.store.store import Store
from host.doors.push import encryption, host_key

PARAMETER = "PushKey"  # of the template


def own(kept: str, store: Store | None) -> str:
    """Return the private key to deploy: the one in this store, else the one already deployed, else a new one."""
    return (
        (host_key.read_host_key_number(store) if store else "")
        or kept
        or encryption.serialize_key(encryption.generate_key())
    )


def values(kept: str) -> dict[str, str]:
    """Return the template's parameters: the public key as text, or an empty string without a key."""
    return {
        PARAMETER: encryption.encode_base64url(encryption.encode_public_key(encryption.load_key(kept))) if kept else ""
    }
