"""The board that chats send: an opened square keeps its number, and a bomb is seen, not only read."""

import io

from PIL import Image, ImageChops

from engine.kernel import Reader
from engine.kernel.picture import Cell
from engine.kernel.view import Board, Panel
from host.shown.picture.drawing import BOARD_EDGE, HEAD, HEIGHT, WIDTH, render_boards_png


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
    return sum(n for n, (red, green, _) in square.getcolors(square.width * square.height) if red > 200 and green < 120)


def test_a_bomb_is_drawn_and_cash_is_not():
    bomb, cash = draw_squares(Cell("Bomb", "bomb", who="a"), Cell("£5", "cash", who="a"))
    assert count_reds(bomb) > 500
    assert count_reds(cash) == 0


def test_an_opened_square_keeps_its_number():
    one, two = draw_squares(Cell("£5", "cash", who="a"), Cell("£5", "cash", who="a"))
    left, top, right, bottom = ImageChops.difference(one, two).getbbox()
    assert left < right < WIDTH / 4
    assert top < bottom < HEIGHT / 4
