"""Who sits at the keyboard, as identities of the host: `terminal:<name>`. Pure."""

from __future__ import annotations

TERMINAL_PREFIX = "terminal:"
HOME = f"{TERMINAL_PREFIX}table"  # where it is kept which game was played last


def make_keyboard_identity(name: str) -> str:
    """Return the identity of a person at this keyboard; capitals do not matter."""
    return f"{TERMINAL_PREFIX}{name.casefold()}"
