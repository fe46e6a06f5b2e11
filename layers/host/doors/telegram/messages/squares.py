"""Squares as buttons that lie as they lie on the board; where one cannot be chosen there is a blank. Pure."""

from __future__ import annotations

from collections.abc import Callable

from engine.kernel import Play, Reader
from engine.kernel.view import Board
from host.doors.telegram.messages.screens import MOST_BUTTONS, MOST_IN_ROW, Button, Rows, arrange_in_rows, build_button
from host.said.answers import find_options_board, find_options_place, find_tappable_squares
from host.shown.views import GameView, QuestionView

BLANK_LABEL = "·"
LIES = "Square {n}: {what}."
LIES_BY = "Square {n}: {what}, opened by {who}."
SQUARE_NOT_NOW = "Square {n} cannot be chosen now."


def build_answer_words(game: str, asked: QuestionView, value: object, count: int = 1) -> tuple[object, ...]:
    """Return the words in the data of an answer button; `count` people are asked the same, one after the other."""
    return ("a", game, asked.id, count, value)


def list_square_tables(showing: GameView) -> list[str]:
    """List the tables at which somebody is openly asked for a square."""
    found = [asked for asked in showing.asked if not asked.secret and find_tappable_squares(showing, asked)]
    return list(dict.fromkeys(asked.id.partition("#")[0] for asked in found))


def is_tapped_on_board(showing: GameView) -> bool:
    """Return whether squares are tapped below the board, which works for one board only."""
    return len(list_square_tables(showing)) == 1 and bool(list_board_buttons(showing))


def list_board_buttons(showing: GameView) -> Rows:
    """Return the squares of the first open question, or no rows if they are too many for one message."""
    asked = (each for each in showing.asked if not each.secret and find_tappable_squares(showing, each))
    return drop_oversized_rows(build_square_buttons(showing, next(asked)))


def drop_oversized_rows(rows: Rows) -> Rows:
    """Return the rows, or none if they hold too many buttons for one message."""
    return rows if sum(map(len, rows)) <= MOST_BUTTONS else []


def build_square_buttons(showing: GameView, asked: QuestionView, count: int = 1) -> Rows:
    """Build the squares of this question as rows of buttons; no rows if it asks for none."""
    board, free = find_options_board(showing, asked), find_tappable_squares(showing, asked)
    if board is None or not free:
        return []
    if board.columns > MOST_IN_ROW:
        return arrange_in_rows(
            [_build_square_button(showing, asked, n, count) for n in _list_free_square_values(asked, free)], MOST_IN_ROW
        )
    return [
        [
            _build_square_button(showing, asked, n, count) if n in free else _build_blank_square(showing, asked, n)
            for n in range(row * board.columns + 1, (row + 1) * board.columns + 1)
        ]
        for row in range(board.rows)
    ]


def _list_free_square_values(asked: QuestionView, free: set[object]) -> list[object]:
    return [option.value for option in asked.options if option.value in free]


def _build_square_button(showing: GameView, asked: QuestionView, n: object, count: int) -> Button:
    return build_button(str(n), *build_answer_words(showing.id, asked, n, count))


def _build_blank_square(showing: GameView, asked: QuestionView, n: int) -> Button:
    return make_blank_builder(showing, asked)(n)


def make_blank_builder(showing: GameView, what: QuestionView | Play) -> Callable[[int], Button]:
    """Return a function that builds the button of a square that cannot be chosen; a tap on it says what lies there."""
    return lambda n: build_button(BLANK_LABEL, "q", showing.id, find_options_place(what)[0], n)


def format_square_content(showing: GameView, table: str, n: str, reader: Reader) -> str:
    """Return what lies on a square of this table, as everybody may see it."""
    panels = showing.view.panels if showing.view else []
    board = next((panel.board for panel in panels if panel.id == table), None) or Board(0, 0)
    cell = board.cells.get(int(n)) if n.isdigit() and len(n) < 4 else None
    if cell is None:
        return reader.format_sentence(SQUARE_NOT_NOW, n=n[:3])
    facts = {"n": n, "what": cell.face, "who": cell.who}
    return reader.format_sentence(LIES_BY if cell.who else LIES, **facts)
