"""The fonts beside the pictures, and which of them writes a letter. A server has none to count on."""

from __future__ import annotations

import struct
from functools import lru_cache
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import NamedTuple

MAIN = "DejaVuSans-Bold.ttf"


class Part(NamedTuple):
    """A stretch of letters, the font that has them, and whether they have to be put together by whoever knows how: they
    change beside others, stand above one another, or run from right to left.
    """

    font: str
    first: int
    last: int
    joined: bool = True


PARTS = (
    Part("NotoSans-Bold.ttf", 0x250, 0x52F, joined=False),
    Part("NotoSansArmenian-Bold.ttf", 0x530, 0x58F, joined=False),
    Part("NotoSansHebrew-Bold.ttf", 0x590, 0x5FF),
    Part("NotoSansArabic-Bold.ttf", 0x600, 0x77F),
    Part("NotoSansDevanagari-Bold.ttf", 0x900, 0x97F),
    Part("NotoSansBengali-Bold.ttf", 0x980, 0x9FF),
    Part("NotoSansGurmukhi-Bold.ttf", 0xA00, 0xA7F),
    Part("NotoSansGujarati-Bold.ttf", 0xA80, 0xAFF),
    Part("NotoSansTamil-Bold.ttf", 0xB80, 0xBFF),
    Part("NotoSansTelugu-Bold.ttf", 0xC00, 0xC7F),
    Part("NotoSansKannada-Bold.ttf", 0xC80, 0xCFF),
    Part("NotoSansMalayalam-Bold.ttf", 0xD00, 0xD7F),
    Part("NotoSansSinhala-Bold.ttf", 0xD80, 0xDFF),
    Part("NotoSansThai-Bold.ttf", 0xE00, 0xE7F),
    Part("NotoSansMyanmar-Bold.ttf", 0x1000, 0x109F),
    Part("NotoSansGeorgian-Bold.ttf", 0x10A0, 0x10FF, joined=False),
    Part("NotoSansEthiopic-Bold.ttf", 0x1200, 0x139F, joined=False),
    Part("NotoSansKhmer-Bold.ttf", 0x1780, 0x17FF),
    Part("NotoSans-Bold.ttf", 0x1E00, 0x1FFF, joined=False),
    Part("NotoSansCJK-Bold.otf", 0x3000, 0xFFEF, joined=False),
)


@lru_cache(maxsize=4096)
def font_of(letter: str) -> str:
    """The font that writes it here; none, if nothing does."""
    code = ord(letter)
    if code in letters(MAIN):
        return MAIN
    part = next((part for part in PARTS if part.first <= code <= part.last), None)
    if part is None or code not in letters(part.font) or (part.joined and not joins()):
        return ""
    return part.font


@lru_cache(maxsize=1)
def joins() -> bool:
    """Is there what puts letters together? Pillow brings most of it, and finds FriBiDi only where the system has it."""
    return bool(import_module("PIL.features").check("raqm"))


@lru_cache(maxsize=len(PARTS) + 1)
def data(font: str) -> bytes:
    """The file."""
    here = Path(__file__)
    return (here.parent if font == MAIN else here).with_name(font).read_bytes()


@lru_cache(maxsize=len(PARTS) + 1)
def letters(font: str) -> frozenset[int]:
    """What the font writes: its table `cmap` has stretches of them, each by its first and its last."""
    file = data(font)
    table = next(at for name, at in _tables(file) if name == b"cmap")
    (count,) = struct.unpack_from(">H", file, table + 2)
    places = {table + struct.unpack_from(">I", file, table + 8 + 8 * n)[0] for n in range(count)}
    at = next(place for place in sorted(places) if file[place : place + 2] == b"\0\4")
    (twice,) = struct.unpack_from(">H", file, at + 6)
    lasts = struct.unpack_from(f">{twice // 2}H", file, at + 14)
    firsts = struct.unpack_from(f">{twice // 2}H", file, at + 16 + twice)
    stretches = zip(firsts[:-1], lasts[:-1], strict=True)  # the last one ends the table
    return frozenset(chain.from_iterable(range(first, last + 1) for first, last in stretches))


def _tables(file: bytes) -> list[tuple[bytes, int]]:
    """The tables of a font, and where they begin."""
    (count,) = struct.unpack_from(">H", file, 4)
    found = (struct.unpack_from(">4s4xI", file, 12 + 16 * n) for n in range(count))
    return [(bytes(name), int(at)) for name, at in found]
