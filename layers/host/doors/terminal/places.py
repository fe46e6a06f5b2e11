"""Who sits at the keyboard, as identities of the host: `terminal:<name>`. Pure."""

from __future__ import annotations

PREFIX = "terminal:"
HOME = f"{PREFIX}table"  # where it is kept which game was played last


def identity(name: str) -> str:
    """By what somebody at this keyboard is known: capitals do not matter."""
    return f"{PREFIX}{name.casefold()}"
