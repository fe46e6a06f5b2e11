"""Words in whatever script, written into an image: each stretch of them in the font that has its letters."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

from PIL import ImageDraw, ImageFont

from engine.kernel import Reader, Words
from host.shown import seat_signs
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
    """Write a text on one line of an image; the anchor is one of Pillow's, measured by the main font."""
    pieces = split_into_font_runs(text)
    if len(pieces) == 1 and pieces[0][0] == MAIN:
        draw.text(at, pieces[0][1], ink, load_font(size), anchor)
        return
    up, down = load_font(size).getmetrics()
    x = at[0] - measure_text(text, size) * {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]]
    line = at[1] + {"a": float(up), "m": (up - down) / 2, "s": 0.0}[anchor[1]]
    for name, piece in pieces:
        draw.text((x, line), piece, ink, load_font(size, name), "ls")
        x += load_font(size, name).getlength(piece)


@lru_cache(maxsize=1024)
def split_into_font_runs(text: str) -> Sequence[tuple[str, str]]:
    """Split a text into parts that one font can write, each with the font's name. Accents stay with their letter, and
    signs between two letters of one font stay with these, so that right-to-left text keeps its order.
    """
    text = text.replace("\u2212", "-")  # the main font has no minus of its own
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
    """Return the font that the first letter of a text needs."""
    return next((find_font(c) for c in text if c.isalnum()), "")


INK, PAPER, LINE, CLOSED, NOW = "#1b1b1f", "#fbfaf7", "#8d877a", "#e3dfd3", "#c2410c"

FILL = {
    "cash": "#cdebcf",
    "safe": "#cdebcf",
    "loss": "#f6cdc6",
    "bomb": "#3a1111",
    "booster": "#ffe9a8",
    "minigame": "#d8d0f7",
    "event": "#c9e1f8",
    "changer": "#ffd3b0",
    "vintage": "#ded7ca",
    "haven": "#ffe9a8",
    "shut": CLOSED,
    "own": "#fff3c4",
    "white": "#ffffff",
    "red": "#f1958a",
    "orange": "#fac17a",
    "yellow": "#f7ea8c",
    "green": "#a6dcaa",
    "blue": "#a9cdf2",
    "indigo": "#b3b3ec",
    "violet": "#dcb8ee",
    "black": "#3a3a3f",
    "eurasia": "#e4dcf6",
    "afro-europa": "#fbe2cb",
    "americas": "#d5ecd8",
}

DARK = {"bomb", "black"}
TEXT_SIZES = (26, 22, 19, 17, 15, 13, 11)
MAX_TEXT_LINES = 4
RECEIPT_LETTERS = 30  # letters
HARD = "\u00a0"  # a space at which no line ends
Box = tuple[float, float, float, float]  # left, top, right, bottom


def pick_ink(kind: str) -> str:
    """Return the text colour that can be read on a cell of this kind."""
    return "#ffffff" if kind in DARK else INK


def paint_words(draw: ImageDraw.ImageDraw, box: Box, text: str, ink: str) -> None:
    """Paint a text in the middle of a box, as large as it fits, on several lines if necessary."""
    left, top, right, bottom = box
    for size in TEXT_SIZES:
        lines = wrap_text(text, size, right - left)
        fits = all(measure_text(line, size) <= right - left for line in lines)
        if fits and len(lines) * size * 1.16 <= bottom - top:
            break
    first = (top + bottom) / 2 - (len(lines) - 1) * size * 0.58
    for i, line in enumerate(lines[:MAX_TEXT_LINES]):
        paint_text(draw, ((left + right) / 2, first + i * size * 1.16), line, ink, size, "mm")


def paint_name(draw: ImageDraw.ImageDraw, box: Box, who: Words, reader: Reader, ink: str) -> None:
    """Paint a player's name on one line in the middle of a box, as large as it fits; cut a name that is too long."""
    paint_words(draw, box, cut_name_to_width(reader, who, box[2] - box[0], TEXT_SIZES[-1]).replace(" ", HARD), ink)


def cut_name_to_width(reader: Reader, who: Words, wide: float, size: int) -> str:
    """Return as much of a player's name as fits this width in pixels."""
    seat = who if isinstance(who, str) and who in reader.names else reader.format_value(who)
    return seat_signs.cut_name(reader.names, seat, lambda it: measure_text(it, size) <= wide)


def wrap_text(text: str, size: int, wide: float) -> list[str]:
    """Split a text into lines of at most this width in pixels; a longer word gets a line of its own."""
    lines: list[str] = []
    for word in (piece for whole in text.split(" ") for piece in _split_long_word(whole, size, wide)):
        if lines and measure_text(f"{lines[-1]} {word}", size) <= wide:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _split_long_word(word: str, size: int, wide: float) -> list[str]:
    """Split a very long word, such as a receipt, into pieces; shorter words stay whole and are tried in a smaller
    size.
    """
    most = int(wide // (size * 0.75))
    if len(word) < RECEIPT_LETTERS or measure_text(word, size) <= wide:
        return [word]
    return [word[at : at + most] for at in range(0, len(word), most)]
