"""How names stand in pictures: in their own script; as a dot and the number of the seat where they cannot be written,
or could be taken for somebody else's. The same sign stands before the name in the words beside the picture.
"""

from __future__ import annotations

import copy
import unicodedata
from collections.abc import Callable, Mapping

from engine.kernel import Reader
from host.core.display_names import skeleton
from host.shown.picture.fonts import font_of

DOT = "●"
SHORT = 8  # letters that a name has everywhere


def sign(seat: str) -> str:
    """What stands for this seat."""
    return f"{DOT}{seat.removeprefix('p')}"


def drawn(name: str) -> str:
    """What fonts write of it: all its letters, without emoji beside them; nothing, if they cannot."""
    whole = unicodedata.normalize("NFC", name)
    left = " ".join("".join(c for c in whole if font_of(c) or c == " " or not _decorates(c)).split())
    if left.startswith(DOT) or not all(font_of(c) for c in left):
        return ""
    return left if left == whole or any(c.isalnum() for c in left) else ""


def _decorates(c: str) -> bool:
    """Is it a picture, or does it say how one looks?"""
    return unicodedata.category(c) in ("So", "Sk", "Cf", "Me") or "\ufe00" <= c <= "\ufe0f"


def signed(names: Mapping[str, str]) -> dict[str, str]:
    """The names as they are written beside a picture."""
    shown = pictured(names)
    short = {seat: cut(shown, seat, lambda it: len(_letters(it)) <= SHORT) for seat in names}
    return {seat: f"{sign(seat)} {name}" if short[seat] == sign(seat) else name for seat, name in names.items()}


def in_pictures(reader: Reader) -> Reader:
    """A reader who writes names as they are drawn."""
    found = copy.copy(reader)
    found.names = pictured(reader.names)
    return found


def pictured(names: Mapping[str, str]) -> dict[str, str]:
    """The names as they are drawn."""
    found = {seat: drawn(name) for seat, name in names.items()}
    looks = [skeleton(name) for name in found.values()]
    alike = {look for look in looks if looks.count(look) > 1 and look}
    return {seat: name if name and skeleton(name) not in alike else sign(seat) for seat, name in found.items()}


def cut(names: Mapping[str, str], seat: str, fits: Callable[[str], bool]) -> str:
    """As much of a drawn name as fits, if nobody else's begins like that; or else the seat's sign."""
    name = names.get(seat, seat)
    if fits(name) or name.startswith(DOT):
        return name
    letters = _letters(name)
    starts = ("".join(letters[:n]).rstrip() for n in range(len(letters) - 1, 0, -1))
    start = next((start for start in starts if fits(start)), letters[0])
    look = skeleton(start)
    alike = any(skeleton(other).startswith(look) for who, other in names.items() if who != seat)
    return sign(seat) if alike and seat in names else start


def _letters(name: str) -> list[str]:
    """The letters of a name, each with its marks."""
    found: list[str] = []
    for c in name:
        if found and unicodedata.category(c)[0] == "M":
            found[-1] += c
        else:
            found.append(c)
    return found
