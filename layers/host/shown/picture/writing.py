"""Words in whatever script, written into an image: each stretch of them in the font that has its letters."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

from PIL import ImageDraw, ImageFont

from host.shown.picture.fonts import MAIN, data, font_of, letters

Point = tuple[float, float]


@lru_cache(maxsize=64)
def font(size: int, name: str = MAIN) -> ImageFont.FreeTypeFont:
    """A font that lies beside the pictures."""
    return ImageFont.truetype(io.BytesIO(data(name)), size)


@lru_cache(maxsize=4096)
def width(text: str, size: int) -> float:
    """How wide it is written; a board has the same words again and again."""
    return sum(font(size, name).getlength(piece) for name, piece in runs(text))


def write(draw: ImageDraw.ImageDraw, at: Point, text: str, ink: str, size: int, anchor: str) -> None:
    """Write it on one line; Pillow's anchors say where, by the measures of the main font."""
    pieces = runs(text)
    if len(pieces) == 1 and pieces[0][0] == MAIN:
        draw.text(at, text, ink, font(size), anchor)
        return
    up, down = font(size).getmetrics()
    x = at[0] - width(text, size) * {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]]
    line = at[1] + {"a": float(up), "m": (up - down) / 2, "s": 0.0}[anchor[1]]
    for name, piece in pieces:
        draw.text((x, line), piece, ink, font(size, name), "ls")
        x += font(size, name).getlength(piece)


@lru_cache(maxsize=1024)
def runs(text: str) -> Sequence[tuple[str, str]]:
    """Fonts, and what each of them writes. A mark stays with its letter; so does what stands between two letters of one
    font, for words that run from right to left are put in order as a whole.
    """
    if text.isascii():
        return [(MAIN, text)]
    found: list[str] = []
    for n, c in enumerate(text):
        kind, before = unicodedata.category(c)[0], found[-1] if found else MAIN
        between = kind not in "LNM" and ord(c) in letters(before) and before == _next(text[n:])
        found.append(before if kind == "M" or between else font_of(c) or MAIN)
    whole = groupby(zip(found, text, strict=True), lambda pair: pair[0])
    return [(name, "".join(c for _, c in pairs)) for name, pairs in whole]


def _next(text: str) -> str:
    """The font of the next letter."""
    return next((font_of(c) for c in text if c.isalnum()), "")
