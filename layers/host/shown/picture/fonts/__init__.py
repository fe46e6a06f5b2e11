"""The fonts beside the pictures and in `race-to-a-billion-cjk`, and which of them writes a letter. A server has none
to count on.
"""

from __future__ import annotations

import struct
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import NamedTuple

MAIN = "DejaVuSans-Bold.ttf"
CJK_FONT, CJK_MODULE, CJK_PACKAGE = "NotoSansCJK-Bold.otf", "race_to_a_billion_cjk", "race-to-a-billion-cjk"


class FontRange(NamedTuple):
    """A range of letters, the font that has them, and whether they need text shaping: ligatures, stacked marks or
    right-to-left order.
    """

    font: str
    first: int
    last: int
    joined: bool = True


FONT_RANGES = (
    FontRange("NotoSans-Bold.ttf", 0x250, 0x52F, joined=False),
    FontRange("NotoSansArmenian-Bold.ttf", 0x530, 0x58F, joined=False),
    FontRange("NotoSansHebrew-Bold.ttf", 0x590, 0x5FF),
    FontRange("NotoSansArabic-Bold.ttf", 0x600, 0x77F),
    FontRange("NotoSansDevanagari-Bold.ttf", 0x900, 0x97F),
    FontRange("NotoSansBengali-Bold.ttf", 0x980, 0x9FF),
    FontRange("NotoSansGurmukhi-Bold.ttf", 0xA00, 0xA7F),
    FontRange("NotoSansGujarati-Bold.ttf", 0xA80, 0xAFF),
    FontRange("NotoSansTamil-Bold.ttf", 0xB80, 0xBFF),
    FontRange("NotoSansTelugu-Bold.ttf", 0xC00, 0xC7F),
    FontRange("NotoSansKannada-Bold.ttf", 0xC80, 0xCFF),
    FontRange("NotoSansMalayalam-Bold.ttf", 0xD00, 0xD7F),
    FontRange("NotoSansSinhala-Bold.ttf", 0xD80, 0xDFF),
    FontRange("NotoSansThai-Bold.ttf", 0xE00, 0xE7F),
    FontRange("NotoSansMyanmar-Bold.ttf", 0x1000, 0x109F),
    FontRange("NotoSansGeorgian-Bold.ttf", 0x10A0, 0x10FF, joined=False),
    FontRange("NotoSansEthiopic-Bold.ttf", 0x1200, 0x139F, joined=False),
    FontRange("NotoSansKhmer-Bold.ttf", 0x1780, 0x17FF),
    FontRange("NotoSans-Bold.ttf", 0x1E00, 0x1FFF, joined=False),
    FontRange(CJK_FONT, 0x3000, 0xFFEF, joined=False),
)


@lru_cache(maxsize=4096)
def find_font(letter: str) -> str:
    """Return the name of the bundled font that has this letter (one character); empty if none has it, or if it belongs
    to a complex script that this system cannot lay out.
    """
    code = ord(letter)
    if code in list_font_letters(MAIN):
        return MAIN
    part = next((part for part in FONT_RANGES if part.first <= code <= part.last), None)
    if part is None or code not in list_font_letters(part.font) or (part.joined and not can_shape_text()):
        return ""
    return part.font


@lru_cache(maxsize=1)
def can_shape_text() -> bool:
    """Return whether Pillow can lay out complex scripts, which needs FriBiDi from the system."""
    return bool(import_module("PIL.features").check("raqm"))


def find_font_file(font: str) -> Path | None:
    """Return the path of a font's file, or None if its package is not installed."""
    here = Path(__file__)
    if font == CJK_FONT:
        found = find_spec(CJK_MODULE)
        return Path(found.origin).with_name(font) if found and found.origin else None
    return (here.parent if font == MAIN else here).with_name(font)


@lru_cache(maxsize=len(FONT_RANGES) + 1)
def read_font(font: str) -> bytes:
    """Return the bytes of a font's file, cached; empty if its package is not installed."""
    path = find_font_file(font)
    return path.read_bytes() if path else b""


@lru_cache(maxsize=len(FONT_RANGES) + 1)
def list_font_letters(font: str) -> frozenset[int]:
    """Return the code points of the letters that a font has, read from its file; empty if its package is not
    installed.
    """
    if not (file := read_font(font)):
        return frozenset()
    table = next(at for name, at in _list_font_tables(file) if name == b"cmap")
    (count,) = struct.unpack_from(">H", file, table + 2)
    places = {table + struct.unpack_from(">I", file, table + 8 + 8 * n)[0] for n in range(count)}
    at = next(place for place in sorted(places) if file[place : place + 2] == b"\0\4")
    (twice,) = struct.unpack_from(">H", file, at + 6)
    lasts = struct.unpack_from(f">{twice // 2}H", file, at + 14)
    firsts = struct.unpack_from(f">{twice // 2}H", file, at + 16 + twice)
    stretches = zip(firsts[:-1], lasts[:-1], strict=True)  # the last one ends the table
    return frozenset(chain.from_iterable(range(first, last + 1) for first, last in stretches))


def _list_font_tables(file: bytes) -> list[tuple[bytes, int]]:
    """Return name and offset of each table of a font."""
    (count,) = struct.unpack_from(">H", file, 4)
    found = (struct.unpack_from(">4s4xI", file, 12 + 16 * n) for n in range(count))
    return [(bytes(name), int(at)) for name, at in found]
