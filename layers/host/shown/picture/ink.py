"""What all drawings are made with: the colours, and words that fit where they stand."""

from __future__ import annotations

from PIL import ImageDraw

from engine.kernel import Reader, Words
from host.shown import seat_signs
from host.shown.picture.writing import width, write

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
HARD = "\u00a0"  # a space at which no line ends
Box = tuple[float, float, float, float]  # left, top, right, bottom


def ink_on(kind: str) -> str:
    """What can be read on a cell of this kind."""
    return "#ffffff" if kind in DARK else INK


def words(draw: ImageDraw.ImageDraw, box: Box, text: str, ink: str) -> None:
    """A few words in the middle of a box, as large as they fit, on several lines if need be."""
    left, top, right, bottom = box
    for size in SIZES:
        lines = wrapped(text, size, right - left)
        fits = all(width(line, size) <= right - left for line in lines)
        if fits and len(lines) * size * 1.16 <= bottom - top:
            break
    first = (top + bottom) / 2 - (len(lines) - 1) * size * 0.58
    for i, line in enumerate(lines[:LINES]):
        write(draw, ((left + right) / 2, first + i * size * 1.16), line, ink, size, "mm")


def name(draw: ImageDraw.ImageDraw, box: Box, who: Words, reader: Reader, ink: str) -> None:
    """A name on one line in the middle of a box, as large as it fits, or cut."""
    words(draw, box, name_within(reader, who, box[2] - box[0], SIZES[-1]).replace(" ", HARD), ink)


def name_within(reader: Reader, who: Words, wide: float, size: int) -> str:
    """As much of a name as there is room for."""
    seat = who if isinstance(who, str) and who in reader.names else reader.value(who)
    return seat_signs.cut(reader.names, seat, lambda it: width(it, size) <= wide)


def wrapped(text: str, size: int, wide: float) -> list[str]:
    """Words on lines no longer than this, if they can be parted."""
    lines: list[str] = []
    for word in (piece for whole in text.split(" ") for piece in _pieces(whole, size, wide)):
        if lines and width(f"{lines[-1]} {word}", size) <= wide:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _pieces(word: str, size: int, wide: float) -> list[str]:
    """A word that is longer than any line, such as a receipt, in pieces; whatever else is tried in a smaller size."""
    most = int(wide // (size * 0.75))
    if len(word) < RECEIPT or width(word, size) <= wide:
        return [word]
    return [word[at : at + most] for at in range(0, len(word), most)]
