"""Boards as a PNG that can be read on a phone."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources

from PIL import Image, ImageDraw, ImageFont

from engine.kernel import Reader
from engine.kernel.view import Board, Panel

WIDTH, HEIGHT, EDGE, HEAD = 150, 104, 34, 56
INK, PAPER, LINE, CLOSED = "#1b1b1f", "#fbfaf7", "#8d877a", "#e3dfd3"
FILL = {
    "cash": "#cdebcf",
    "loss": "#f6cdc6",
    "bomb": "#3a1111",
    "booster": "#ffe9a8",
    "minigame": "#d8d0f7",
    "event": "#c9e1f8",
    "changer": "#ffd3b0",
    "vintage": "#ded7ca",
}
LINES = 4


def boards_png(panels: Sequence[Panel], reader: Reader) -> bytes:
    """The boards of several tables in one picture, two abreast: what lies open and who opened it, else a number."""
    images = [_drawn(panel, reader) for panel in panels]
    across = min(2, len(images))
    wide, high = max(image.width for image in images), max(image.height for image in images)
    whole = Image.new("RGB", (wide * across, high * -(-len(images) // across)), PAPER)
    for i, image in enumerate(images):
        whole.paste(image, (i % across * wide, i // across * high))
    out = io.BytesIO()
    # A palette makes the picture a third of the size; it has few colours anyway. This way of finding them, and not
    # trying for the last tenth of the size, takes a fifth of the time.
    whole.quantize(64, Image.Quantize.FASTOCTREE).save(out, "PNG")
    return out.getvalue()


def _drawn(panel: Panel, reader: Reader) -> Image.Image:
    board = panel.board or Board(0, 0)
    size = (EDGE + board.columns * WIDTH + 2, HEAD + EDGE + board.rows * HEIGHT + 2)
    image = Image.new("RGB", size, PAPER)
    draw = ImageDraw.Draw(image)
    draw.text((EDGE, HEAD / 2), reader.value(panel.title), INK, _font(26), "lm")
    _names(draw, board)
    for n in range(1, board.rows * board.columns + 1):
        _square(draw, board, n, reader)
    return image


@lru_cache(maxsize=32)
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(io.BytesIO(_font_file()), size)


@lru_cache(maxsize=1)
def _font_file() -> bytes:
    return resources.files("host.shown.picture").joinpath("DejaVuSans-Bold.ttf").read_bytes()


def _names(draw: ImageDraw.ImageDraw, board: Board) -> None:
    for column in range(board.columns):
        draw.text((EDGE + (column + 0.5) * WIDTH, HEAD + EDGE / 2), str(column + 1), INK, _font(20), "mm")
    for row in range(board.rows):
        draw.text((EDGE / 2, HEAD + EDGE + (row + 0.5) * HEIGHT), chr(ord("A") + row), INK, _font(20), "mm")


def _square(draw: ImageDraw.ImageDraw, board: Board, n: int, reader: Reader) -> None:
    row, column = divmod(n - 1, board.columns)
    left, top = EDGE + column * WIDTH, HEAD + EDGE + row * HEIGHT
    cell = board.cells.get(n)
    fill = FILL.get(cell.kind, PAPER) if cell else CLOSED
    draw.rectangle((left, top, left + WIDTH, top + HEIGHT), fill, LINE, 2)
    middle = (left + WIDTH / 2, top + HEIGHT / 2)
    if cell is None:
        draw.text(middle, str(n), INK, _font(40), "mm")
        return
    ink = "#ffffff" if cell.kind == "bomb" else INK
    _face(draw, (middle[0], middle[1] - 12), reader.value(cell.face), ink)
    draw.text((middle[0], top + HEIGHT - 16), reader.names.get(cell.note, cell.note)[:14], ink, _font(15), "mm")


def _face(draw: ImageDraw.ImageDraw, middle: tuple[float, float], face: str, ink: str) -> None:
    """As large as it fits, in a few lines."""
    for size in (26, 22, 19, 17, 15):
        lines = _wrapped(face, size)
        if len(lines) * size * 1.16 <= HEIGHT - 36 and all(_font(size).getlength(line) <= WIDTH - 10 for line in lines):
            break
    top = middle[1] - (len(lines) - 1) * size * 0.58
    for i, line in enumerate(lines[:LINES]):
        draw.text((middle[0], top + i * size * 1.16), line, ink, _font(size), "mm")


def _wrapped(face: str, size: int) -> list[str]:
    lines: list[str] = []
    for word in face.split(" "):
        if lines and _font(size).getlength(f"{lines[-1]} {word}") <= WIDTH - 10:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
