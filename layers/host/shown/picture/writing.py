"""Words in whatever script, written into an image: each stretch of them in the font that has its letters."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

from PIL import ImageDraw, ImageFont

from host.shown.picture.fonts import MAIN, find_font, list_font_letters, read_font

Point = tuple[float, float]


@lru_cache(maxsize=64)
def load_font(size: int, name: str = MAIN) -> ImageFont.FreeTypeFont:
    """Return a font in this size, cached."""
    return ImageFont.truetype(io.BytesIO(read_font(name)), size)


@lru_cache(maxsize=4096)
def measure_text(text: str, size: int) -> float:
    """Return the width of a text in pixels; cached, as boards repeat the same words."""
    return sum(load_font(size, name).getlength(piece) for name, piece in split_into_font_runs(text))


def paint_text(draw: ImageDraw.ImageDraw, at: Point, text: str, ink: str, size: int, anchor: str) -> None:
    """Write a text on one line; the anchor is one of Pillow's, measured by the main font."""
    pieces = split_into_font_runs(text)
    if len(pieces) == 1 and pieces[0][0] == MAIN:
        draw.text(at, text, ink, load_font(size), anchor)
        return
    up, down = load_font(size).getmetrics()
    x = at[0] - measure_text(text, size) * {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]]
    line = at[1] + {"a": float(up), "m": (up - down) / 2, "s": 0.0}[anchor[1]]
    for name, piece in pieces:
        draw.text((x, line), piece, ink, load_font(size, name), "ls")
        x += load_font(size, name).getlength(piece)


@lru_cache(maxsize=1024)
def split_into_font_runs(text: str) -> Sequence[tuple[str, str]]:
    """Split a text into runs, each with its font. Combining marks, and signs between two letters of one font, stay
    with them, so that right-to-left text keeps its order.
    """
    if text.isascii():
        return [(MAIN, text)]
    found: list[str] = []
    for n, c in enumerate(text):
        kind, before = unicodedata.category(c)[0], found[-1] if found else MAIN
        between = kind not in "LNM" and ord(c) in list_font_letters(before) and before == _find_next_font(text[n:])
        found.append(before if kind == "M" or between else find_font(c) or MAIN)
    whole = groupby(zip(found, text, strict=True), lambda pair: pair[0])
    return [(name, "".join(c for _, c in pairs)) for name, pairs in whole]


def _find_next_font(text: str) -> str:
    """Return the font of the next letter."""
    return next((find_font(c) for c in text if c.isalnum()), "")
