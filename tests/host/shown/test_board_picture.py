"""The board that chats send: an opened square keeps its number, and a bomb is seen, not only read."""

import io

from PIL import Image, ImageChops

from engine.kernel import Reader
from engine.kernel.picture import Cell
from engine.kernel.view import Board, Panel
from host.shown.picture.boards import BOARD_EDGE, HEAD, HEIGHT, WIDTH, render_boards_png


def draw_squares(*cells):
    """The squares of a board of one row, on which these have been opened."""
    board = Board(1, len(cells), dict(enumerate(cells, 1)))
    png = render_boards_png([Panel("T", "Quadrant 1", "on", board=board)], Reader({"a": "Ann"}))
    whole = Image.open(io.BytesIO(png)).convert("RGB")
    top = HEAD + BOARD_EDGE
    return [
        whole.crop((left + 3, top + 3, left + WIDTH - 3, top + HEIGHT - 3))
        for left in range(BOARD_EDGE, BOARD_EDGE + len(cells) * WIDTH, WIDTH)
    ]


def count_reds(square):
    """How many of its pixels are as red as a bomb."""
    red, green, _ = (band.tobytes() for band in square.split())
    return sum(r > 200 and g < 120 for r, g in zip(red, green, strict=True))


def test_a_bomb_is_drawn_and_cash_is_not():
    bomb, cash = draw_squares(Cell("Bomb", "bomb", who="a"), Cell("£5", "cash", who="a"))
    assert count_reds(bomb) > 500
    assert count_reds(cash) == 0


def test_an_opened_square_keeps_its_number():
    one, two = draw_squares(Cell("£5", "cash", who="a"), Cell("£5", "cash", who="a"))
    differing = ImageChops.difference(one, two).getbbox()
    assert differing is not None
    assert differing[2] < WIDTH / 4
    assert differing[3] < HEIGHT / 4
