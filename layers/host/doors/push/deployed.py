"""What a release does for calls: the host's key, made once, and the half of it that the page tells every browser."""

from __future__ import annotations

from host.core.store.store import Store
from host.doors.push import encryption, host_key

PARAMETER = "PushKey"  # of the template


def own(kept: str, store: Store | None) -> str:
    """The key to be kept: the one with which a host came here from home, that which is kept already, or a new one."""
    return (host_key.kept(store) if store else "") or kept or encryption.number(encryption.new_key())


def values(kept: str) -> dict[str, str]:
    """What the template is to be told."""
    return {PARAMETER: encryption.encoded(encryption.public(encryption.from_number(kept))) if kept else ""}
