"""How names stand in pictures: in their own script; as a dot and the number of the seat where they cannot be written,
or could be taken for somebody else's. The same sign stands before the name in the words beside the picture.
"""

from __future__ import annotations

import copy
import unicodedata
from collections.abc import Callable, Mapping

from engine.kernel import Reader
from host.core.display_names import compute_name_skeleton
from host.shown.picture.fonts import find_font

DOT = "●"
SHORT_NAME_LETTERS = 8  # letters that a name has everywhere


def format_seat_sign(seat: str) -> str:
    """Return the dot and number that stand in pictures for a player whose name cannot be written."""
    return f"{DOT}{seat.removeprefix('p')}"


def find_drawable_name(name: str) -> str:
    """Return a name as the bundled fonts can write it, without emoji; empty if a letter cannot be written."""
    whole = unicodedata.normalize("NFC", name)
    left = " ".join("".join(c for c in whole if find_font(c) or c == " " or not _is_decoration(c)).split())
    if left.startswith(DOT) or not all(find_font(c) for c in left):
        return ""
    return left if left == whole or any(c.isalnum() for c in left) else ""


def _is_decoration(c: str) -> bool:
    """Return whether a character of a name is an emoji or the like, or only changes how another one looks, so that
    pictures can leave it out.
    """
    return unicodedata.category(c) in ("So", "Sk", "Cf", "Me") or "\ufe00" <= c <= "\ufe0f"


def add_seat_signs(names: Mapping[str, str]) -> dict[str, str]:
    """Return the players' names by seat for the text beside a picture; where the picture shows only a player's dot and
    number (seat sign), the same sign stands before the name.
    """
    shown = list_pictured_names(names)
    short = {seat: cut_name(shown, seat, lambda it: len(_split_letters(it)) <= SHORT_NAME_LETTERS) for seat in names}
    return {
        seat: f"{format_seat_sign(seat)} {name}" if short[seat] == format_seat_sign(seat) else name
        for seat, name in names.items()
    }


def build_picture_reader(reader: Reader) -> Reader:
    """Return a copy of the reader that writes names as pictures show them."""
    found = copy.copy(reader)
    found.names = list_pictured_names(reader.names)
    return found


def list_pictured_names(names: Mapping[str, str]) -> dict[str, str]:
    """Return, by seat, each player's name as pictures show it; a seat sign (dot and number) replaces names that cannot
    be written or look alike.
    """
    found = {seat: find_drawable_name(name) for seat, name in names.items()}
    looks = [compute_name_skeleton(name) for name in found.values()]
    alike = {look for look in looks if looks.count(look) > 1 and look}
    return {
        seat: name if name and compute_name_skeleton(name) not in alike else format_seat_sign(seat)
        for seat, name in found.items()
    }


def cut_name(names: Mapping[str, str], seat: str, fits: Callable[[str], bool]) -> str:
    """Return a player's name, cut if necessary until `fits` accepts it; if another name begins the same way, return the
    player's seat sign (dot and number) in place of a cut name.
    """
    name = names.get(seat, seat)
    if fits(name) or name.startswith(DOT):
        return name
    letters = _split_letters(name)
    starts = ("".join(letters[:n]).rstrip() for n in range(len(letters) - 1, 0, -1))
    start = next((start for start in starts if fits(start)), letters[0])
    look = compute_name_skeleton(start)
    alike = any(compute_name_skeleton(other).startswith(look) for who, other in names.items() if who != seat)
    return format_seat_sign(seat) if alike and seat in names else start


def _split_letters(name: str) -> list[str]:
    """Split a name into letters, each with its combining marks."""
    found: list[str] = []
    for c in name:
        if found and unicodedata.category(c)[0] == "M":
            found[-1] += c
        else:
            found.append(c)
    return found
