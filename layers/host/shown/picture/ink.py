"""What all drawings are made with: the font, the colours, and words that fit where they stand."""

from __future__ import annotations

import io
from functools import lru_cache
from pathlib import Path

from PIL import ImageDraw, ImageFont

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
SIZES = (26, 22, 19, 17, 15, 13, 11)
LINES = 4
RECEIPT = 30  # letters
Box = tuple[float, float, float, float]  # left, top, right, bottom


@lru_cache(maxsize=32)
def font(size: int) -> ImageFont.FreeTypeFont:
    """The font lies beside this file, for a server has none to count on."""
    return ImageFont.truetype(io.BytesIO(_font_file()), size)


@lru_cache(maxsize=1)
def _font_file() -> bytes:
    return Path(__file__).with_name("DejaVuSans-Bold.ttf").read_bytes()


def ink_on(kind: str) -> str:
    """What can be read on a cell of this kind."""
    return "#ffffff" if kind in DARK else INK


def words(draw: ImageDraw.ImageDraw, box: Box, text: str, ink: str) -> None:
    """A few words in the middle of a box, as large as they fit, on several lines if need be."""
    left, top, right, bottom = box
    for size in SIZES:
        lines = wrapped(text, size, right - left)
        fits = all(font(size).getlength(line) <= right - left for line in lines)
        if fits and len(lines) * size * 1.16 <= bottom - top:
            break
    first = (top + bottom) / 2 - (len(lines) - 1) * size * 0.58
    for i, line in enumerate(lines[:LINES]):
        draw.text(((left + right) / 2, first + i * size * 1.16), line, ink, font(size), "mm")


def wrapped(text: str, size: int, width: float) -> list[str]:
    """Words on lines no longer than this, if they can be parted."""
    lines: list[str] = []
    for word in (piece for whole in text.split(" ") for piece in _pieces(whole, size, width)):
        if lines and font(size).getlength(f"{lines[-1]} {word}") <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _pieces(word: str, size: int, width: float) -> list[str]:
    """A word that is longer than any line, such as a receipt, in pieces; whatever else is tried in a smaller size."""
    most = int(width // (size * 0.75))
    if len(word) < RECEIPT or font(size).getlength(word) <= width:
        return [word]
    return [word[at : at + most] for at in range(0, len(word), most)]
