"""A moment as a picture for link previews: what happened in large letters, and in which game."""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image, ImageDraw

from host.shown.picture.painting import paint_text, wrap_text

WIDE, HIGH, EDGE = 1200, 630, 70
NIGHT, DOOR, AJAR, PAPER, DIM = "#14102b", "#ffd426", "#ff4b6b", "#ffffff", "#b9b3d6"
CARD_SIZES = (84, 68, 56, 46, 38, 32, 28)
BETWEEN = 1.2  # the height of a line, in letters
FOOT = 34


def render_card_png(head: str, lines: Sequence[str], foot: str) -> bytes:
    """Render a moment of a game as a PNG for link previews; the first line is the largest, and lines that do not fit
    are left out.
    """
    image = Image.new("RGB", (WIDE, HIGH), NIGHT)
    draw = ImageDraw.Draw(image)
    draw.polygon([(0, 0), (26, 0), (26, HIGH), (0, HIGH)], DOOR)
    draw.polygon([(26, 0), (44, 26), (44, HIGH - 26), (26, HIGH)], AJAR)
    top = _paint_block(draw, head, PAPER, EDGE, HIGH * 0.5, CARD_SIZES)
    for line in lines:
        top = _paint_block(draw, line, DIM, top + 14, HIGH - EDGE - FOOT, CARD_SIZES[4:])
    paint_text(draw, (EDGE + 20, HIGH - EDGE), foot, DOOR, FOOT, "ls")
    out = io.BytesIO()
    image.quantize(32, Image.Quantize.FASTOCTREE).save(out, "PNG")
    return out.getvalue()


def _paint_block(
    draw: ImageDraw.ImageDraw, text: str, ink: str, top: float, room: float, sizes: Sequence[int]
) -> float:
    """Paint a sentence as large as fits into the height `room`; return the y where it ends."""
    wide = WIDE - 2 * EDGE - 20
    for size in sizes:
        rows = wrap_text(text, size, wide)
        if top + len(rows) * size * BETWEEN <= room:
            for n, row in enumerate(rows):
                paint_text(draw, (EDGE + 20, top + n * size * BETWEEN), row, ink, size, "la")
            return top + len(rows) * size * BETWEEN
    return top
