"""Boards of games as images, with the pictures of their tables; a table with a look is painted as a scene."""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from PIL import Image, ImageDraw

from engine.kernel import Reader
from engine.kernel.picture import Picture
from engine.kernel.view import Board, Panel
from host.shown import views
from host.shown.picture.drawing import (
    CLOSED,
    FILL,
    INK,
    LINE,
    NARROW,
    PAPER,
    compute_ring_room,
    cut_name_to_width,
    measure_text,
    paint_bomb,
    paint_text,
    paint_words,
    pick_ink,
    reduce_colours,
    render_picture_image,
)
from host.shown.picture.scene import render_scene_image, split_scene

WIDTH, HEIGHT, BOARD_EDGE, HEAD = 150, 104, 34, 56


MARGIN = 24  # of a picture that is cut off where it stands within another


MOST_WITHIN = 6  # pictures of which some are chosen to stand there


def render_boards_png(panels: Sequence[Panel], reader: Reader) -> bytes:
    """Render several tables, each with its board and pictures, as one PNG image, two abreast; there must be at least
    one.
    """
    reader = views.build_picture_reader(reader)
    images = [_render_table_image(panel, reader) for panel in panels]
    across = min(2, len(images))
    wide, high = max(image.width for image in images), max(image.height for image in images)
    whole = Image.new("RGB", (wide * across, high * -(-len(images) // across)), PAPER)
    for i, image in enumerate(images):
        whole.paste(image, (i % across * wide, i // across * high))
    out = io.BytesIO()
    reduce_colours(whole).save(out, "PNG")
    return out.getvalue()


def _render_table_image(panel: Panel, reader: Reader) -> Image.Image:
    """Render one table as an image: title, board, and pictures below. Pictures for which the game has a look (a style
    of its own) are painted together as a scene at the top, which also has the title, with the players' names if there
    is no board.
    """
    look, within, beside = split_scene(panel.pictures)
    title = reader.format_value(panel.title)
    playing = reader.format_value([each.who for each in panel.seats]) if look and not panel.board else ""
    parts = [
        *([render_scene_image(look, within, ": ".join(filter(None, (title, playing))), reader)] if look else []),
        *([_render_board_image(panel.board, reader)] if panel.board else []),
        *_iter_picture_images(beside, reader),
    ]
    top = 0 if look else HEAD
    wide = max([part.width for part in parts] + [int(BOARD_EDGE + measure_text(title, 26)) + 8])
    image = Image.new("RGB", (wide, top + sum(part.height for part in parts)), PAPER)
    if not look:
        paint_text(ImageDraw.Draw(image), (BOARD_EDGE, HEAD / 2), title, INK, 26, "lm")
    for part in parts:
        image.paste(part, (0, top))
        top += part.height
    return image


def _iter_picture_images(pictures: Sequence[Picture], reader: Reader) -> Iterator[Image.Image]:
    """Yield the rendered pictures from top to bottom. A ring-shaped track takes into its middle those of all the
    following narrow ones (`NARROW`) that fill it best; these are not yielded again.
    """
    rest = deque(pictures)
    while rest:
        picture = rest.popleft()
        image, room = render_picture_image(picture, reader), compute_ring_room(picture)
        if room:
            left, top, right, bottom = map(int, room)
            may = {
                n: render_picture_image(it, reader, right - left + 2 * MARGIN)
                for n, it in enumerate(rest)
                if isinstance(it, NARROW)
            }
            within = _pick_fitting({n: inner.height for n, inner in may.items()}, bottom - top)
            for n in within:
                inner = may[n]
                image.paste(inner.crop((MARGIN, 0, inner.width - MARGIN, inner.height)), (left, top))
                top += inner.height
            rest = deque(it for n, it in enumerate(rest) if n not in within)
        yield image


def _pick_fitting(heights: Mapping[int, int], room: int) -> Sequence[int]:
    """Return the indices of those pictures, given by index with their heights, that together fill the height `room`
    best without exceeding it: the first one if it fits, and any of the next six; none if none fits.
    """
    first = [n for n in [*heights][:1] if heights[n] <= room]
    others = [n for n in heights if n not in first][:MOST_WITHIN]
    chosen = ([*first, *more] for count in range(len(others) + 1) for more in combinations(others, count))
    tall = {tuple(each): sum(heights[n] for n in each) for each in chosen}
    return max((each for each, height in tall.items() if height <= room), key=lambda each: tall[each])


def _render_board_image(board: Board, reader: Reader) -> Image.Image:
    """Render a board of squares as an image, with the letters of its rows, the numbers of its columns and every
    square.
    """
    image = Image.new("RGB", (BOARD_EDGE + board.columns * WIDTH + 2, BOARD_EDGE + board.rows * HEIGHT + 2), PAPER)
    draw = ImageDraw.Draw(image)
    _paint_row_names(draw, board)
    for n in range(1, board.rows * board.columns + 1):
        _paint_square(draw, board, n, reader)
    return image


def _paint_row_names(draw: ImageDraw.ImageDraw, board: Board) -> None:
    """Paint the numbers of a board's columns above it and the letters of its rows on its left."""
    for column in range(board.columns):
        paint_text(draw, (BOARD_EDGE + (column + 0.5) * WIDTH, BOARD_EDGE / 2), str(column + 1), INK, 20, "mm")
    for row in range(board.rows):
        paint_text(draw, (BOARD_EDGE / 2, BOARD_EDGE + (row + 0.5) * HEIGHT), chr(ord("A") + row), INK, 20, "mm")


def _paint_square(draw: ImageDraw.ImageDraw, board: Board, n: int, reader: Reader) -> None:
    """Paint one square of a board: its number and, if it is open, what lies there (a bomb also as a drawing) and who
    opened it.
    """
    row, column = divmod(n - 1, board.columns)
    left, top = BOARD_EDGE + column * WIDTH, BOARD_EDGE + row * HEIGHT
    cell = board.cells.get(n)
    fill = FILL.get(cell.kind, PAPER) if cell else CLOSED
    draw.rectangle((left, top, left + WIDTH, top + HEIGHT), fill, LINE, 2)
    middle = (left + WIDTH / 2, top + HEIGHT / 2)
    if cell is None:
        paint_text(draw, middle, str(n), INK, 40, "mm")
        return
    ink = pick_ink(cell.kind)
    high = 20  # below the number
    if cell.kind == "bomb":
        paint_bomb(draw, middle[0], top + 32)
        high = 50
    paint_text(draw, (left + 6, top + 5), str(n), ink, 15, "la")
    paint_words(draw, (left + 5, top + high, left + WIDTH - 5, top + HEIGHT - 30), reader.format_value(cell.face), ink)
    name = cut_name_to_width(reader, cell.who, WIDTH - 8, 15)
    paint_text(draw, (middle[0], top + HEIGHT - 16), name, ink, 15, "mm")
