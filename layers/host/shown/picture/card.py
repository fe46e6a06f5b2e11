"""Pictures for link previews: a moment with its sum in large letters, and an invitation to a table."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw

from host.shown.picture.drawing import measure_text, paint_text, wrap_text

WIDE, HIGH, EDGE = 1200, 630, 56
HEAD, ALONE = 370, 530  # the height of the bright part of a moment, and where nothing stands below
NIGHT, LIGHT, RAY, HOT, HOT_RAY, INK, PAPER, DIM, DOOR, SHADE = (
    "#0a2233", "#ffd426", "#ffe680", "#ff4b6b", "#ff7d94", "#0a1824", "#ffffff", "#a9bfcf", "#1a7db3", "#156796",
)  # fmt: skip
HEAD_SIZES, LINE_SIZES, SUM_SIZES = (72, 60, 50, 42, 36, 30, 26), (40, 34, 30, 26), (150, 128, 108, 90)
BETWEEN = 1.2  # the height of a line, in letters
FOOT = 32
RAYS, RAY_LENGTH, RAY_CENTRE = 12, 1500, (930, 185)
TOKEN_COLOURS = ("#7b94e6", "#ffc710", "#00b379", "#d283b5", "#6ddeff", "#fa833b", "#fff48f", "#c5e6c4")
DOORS, DOOR_TOP, DOOR_WIDTH, DOOR_STEP = 6, 320, 150, 180  # of an invitation; a free seat is an open one
AJAR = 56  # how far an open door stands out


class InvitedGuest(NamedTuple):
    """Somebody who sits at a table already: the letters of their token, and the number of their seat from 0."""

    letters: str
    seat: int


def render_card_png(head: str, lines: Sequence[str], foot: str, amount: str = "", *, lost: bool = False) -> bytes:
    """Render a card about one moment of a game as a PNG: a headline, below it the amount if given, lines of text, and
    `foot` at the bottom. With `lost` the ground has the colour of a loss. A headline or line that does not fit even in
    the smallest size is left out.
    """
    image = Image.new("RGB", (WIDE, HIGH), NIGHT)
    draw = ImageDraw.Draw(image)
    _paint_rays(draw, HOT if lost else LIGHT, HOT_RAY if lost else RAY)
    bottom = HEAD if lines else ALONE
    draw.rectangle((0, bottom, WIDE, HIGH), NIGHT)
    wide = WIDE - 2 * EDGE
    _paint_block(draw, head, INK, 36, bottom - 180 if amount else bottom - 20, HEAD_SIZES)
    if amount:
        size = next((size for size in SUM_SIZES if measure_text(amount, size) <= wide), SUM_SIZES[-1])
        paint_text(draw, (EDGE - 4, bottom - 36), amount, INK, size, "ls")
    top = HEAD + 28.0
    for line in lines:
        top = _paint_block(draw, line, PAPER, top, HIGH - EDGE - FOOT, LINE_SIZES) + 12
    paint_text(draw, (EDGE, HIGH - 34), foot, DIM, FOOT, "ls")
    return _save_png(image)


def render_invitation_png(head: str, text: str, guests: Sequence[InvitedGuest]) -> bytes:
    """Render an invitation to a table as a PNG: the headline `head`, `text` below it, and a row of six doors: the first
    five guests stand before theirs, the next door is open, the others are closed.
    """
    image = Image.new("RGB", (WIDE, HIGH), NIGHT)
    draw = ImageDraw.Draw(image)
    top = _paint_block(draw, head, PAPER, 44, 200, HEAD_SIZES)
    _paint_block(draw, text, DIM, top + 12, DOOR_TOP - 16, LINE_SIZES)
    here = guests[: DOORS - 1]
    for n in range(DOORS):
        left = EDGE + 4 + n * DOOR_STEP
        if n == len(here):
            _paint_open_door(draw, left)
            continue
        draw.rectangle((left, DOOR_TOP, left + DOOR_WIDTH, HIGH), DOOR)
        draw.rectangle((left, DOOR_TOP, left + 18, HIGH), SHADE)
        draw.ellipse((left + DOOR_WIDTH - 26, 470, left + DOOR_WIDTH - 14, 482), LIGHT)
        if n < len(here):
            _paint_token(draw, here[n], left + DOOR_WIDTH // 2)
    return _save_png(image)


def _paint_open_door(draw: ImageDraw.ImageDraw, left: int) -> None:
    """Paint the half-open door of the next free seat on an invitation's picture, with its left edge at `left`."""
    draw.rectangle((left, DOOR_TOP, left + DOOR_WIDTH, HIGH), LIGHT)
    x, y = left + DOOR_WIDTH / 2, DOOR_TOP + 160
    for low, high in ((0.1, 0.25), (0.42, 0.58), (0.75, 0.9)):
        draw.polygon([(x, y), (left + DOOR_WIDTH * low, DOOR_TOP), (left + DOOR_WIDTH * high, DOOR_TOP)], RAY)
    paint_text(draw, (x, y), "?", INK, 96, "mm")
    draw.polygon([(left, DOOR_TOP), (left - AJAR, DOOR_TOP - 28), (left - AJAR, HIGH), (left, HIGH)], HOT)
    draw.ellipse((left - 24, 470, left - 12, 482), PAPER)


def _paint_token(draw: ImageDraw.ImageDraw, guest: InvitedGuest, x: int) -> None:
    """Paint the round token of a guest, with its letters in the colour of the guest's seat, its middle at `x`."""
    colour = TOKEN_COLOURS[guest.seat % len(TOKEN_COLOURS)]
    draw.ellipse((x - 46, 384, x + 46, 476), colour, INK, 6)
    paint_text(draw, (x, 430), guest.letters, INK, 52 if len(guest.letters) == 1 else 40, "mm")


def _paint_rays(draw: ImageDraw.ImageDraw, ground: str, ray: str) -> None:
    """Paint the bright background of a card, in the colour `ground` with rays in the colour `ray`."""
    draw.rectangle((0, 0, WIDE, HIGH), ground)
    x, y = RAY_CENTRE
    for n in range(RAYS):
        way = [2 * math.pi * (n + share) / RAYS for share in (0.0, 0.42)]
        ends = [(x + RAY_LENGTH * math.cos(angle), y + RAY_LENGTH * math.sin(angle)) for angle in way]
        draw.polygon([(x, y), *ends], ray)


def _paint_block(
    draw: ImageDraw.ImageDraw, text: str, ink: str, top: float, room: float, sizes: Sequence[int]
) -> float:
    """Paint a sentence from `top` down in the largest of these sizes with which it ends above `room`; return the y
    where it ends. If it fits in none, paint nothing and return `top`.
    """
    for size in sizes:
        rows = wrap_text(text, size, WIDE - 2 * EDGE)
        if top + len(rows) * size * BETWEEN <= room:
            for n, row in enumerate(rows):
                paint_text(draw, (EDGE, top + n * size * BETWEEN), row, ink, size, "la")
            return top + len(rows) * size * BETWEEN
    return top


def _save_png(image: Image.Image) -> bytes:
    """Return the image as the bytes of a PNG with at most 48 colours."""
    out = io.BytesIO()
    image.quantize(48, Image.Quantize.FASTOCTREE).save(out, "PNG")
    return out.getvalue()
