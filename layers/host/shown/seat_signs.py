"""A sign for whoever has a name that the picture's font cannot write: a dot and the number of the seat. Pure.

It stands for them in pictures, and before their name in the words beside them, so that everybody knows whose it is.
"""

from __future__ import annotations

import copy
import unicodedata
from collections.abc import Mapping

from engine.kernel import Reader

DRAWN = ((0x20, 0x7E), (0xA1, 0x24F), (0x400, 0x45F))  # what the font beside the pictures has of letters
DOT = "●"


def sign(seat: str) -> str:
    """What stands for this seat."""
    return f"{DOT}{seat.removeprefix('p')}"


def drawn(name: str) -> bool:
    """Can the font write all of it?"""
    return all(any(first <= ord(c) <= last for first, last in DRAWN) for c in unicodedata.normalize("NFC", name))


def signed(names: Mapping[str, str]) -> dict[str, str]:
    """The names as they are written beside a picture."""
    return {seat: name if drawn(name) else f"{sign(seat)} {name}" for seat, name in names.items()}


def in_pictures(reader: Reader) -> Reader:
    """A reader who writes names as they are drawn."""
    found = copy.copy(reader)
    found.names = {
        seat: sign(seat) if name.startswith(DOT) or not drawn(name) else name for seat, name in reader.names.items()
    }
    return found
