"""Squares as buttons that lie as they lie on the board; where one cannot be chosen there is a blank. Pure."""

from __future__ import annotations

from collections.abc import Callable

from engine.kernel import Play, Reader
from engine.kernel.view import Board
from host.doors.telegram.messages.screens import MOST_BUTTONS, MOST_IN_ROW, Button, Rows, button, in_rows
from host.said.answers import board_of, place_of, squares_of
from host.shown.views import GameView, QuestionView

BLANK = "·"
LIES = "Square {n}: {what}."
LIES_BY = "Square {n}: {what}, opened by {who}."
NOT_NOW = "Square {n} cannot be chosen now."


def tap(game: str, asked: QuestionView, value: object, count: int = 1) -> tuple[object, ...]:
    """The words of the button with this answer; `count` people are asked the same, one after the other."""
    return ("a", game, asked.id, count, value)


def tables(showing: GameView) -> list[str]:
    """The tables at which somebody is openly asked for a square."""
    found = [asked for asked in showing.asked if not asked.secret and squares_of(showing, asked)]
    return list(dict.fromkeys(asked.id.partition("#")[0] for asked in found))


def on_board(showing: GameView) -> bool:
    """Are squares tapped below the board? Of several boards in one picture nobody could tell them apart there."""
    return len(tables(showing)) == 1 and bool(below(showing))


def below(showing: GameView) -> Rows:
    """The squares that somebody is openly asked for first; nothing, if they are more than Telegram takes."""
    asked = (each for each in showing.asked if not each.secret and squares_of(showing, each))
    return fitting(grid(showing, next(asked)))


def fitting(rows: Rows) -> Rows:
    """The buttons, if they are not too many for one message."""
    return rows if sum(map(len, rows)) <= MOST_BUTTONS else []


def grid(showing: GameView, asked: QuestionView, count: int = 1) -> Rows:
    """The squares of this question; nothing, if it asks for none."""
    board, free = board_of(showing, asked), squares_of(showing, asked)
    if board is None or not free:
        return []
    if board.columns > MOST_IN_ROW:
        return in_rows([_square(showing, asked, n, count) for n in _in_order(asked, free)], MOST_IN_ROW)
    return [
        [
            _square(showing, asked, n, count) if n in free else _blank(showing, asked, n)
            for n in range(row * board.columns + 1, (row + 1) * board.columns + 1)
        ]
        for row in range(board.rows)
    ]


def _in_order(asked: QuestionView, free: set[object]) -> list[object]:
    return [option.value for option in asked.options if option.value in free]


def _square(showing: GameView, asked: QuestionView, n: object, count: int) -> Button:
    return button(str(n), *tap(showing.id, asked, n, count))


def _blank(showing: GameView, asked: QuestionView, n: int) -> Button:
    return blank(showing, asked)(n)


def blank(showing: GameView, what: QuestionView | Play) -> Callable[[int], Button]:
    """The button of a square that cannot be chosen: a tap says what lies there."""
    return lambda n: button(BLANK, "q", showing.id, place_of(what)[0], n)


def lies(showing: GameView, table: str, n: str, reader: Reader) -> str:
    """What lies on a square of this table, as everybody may see it."""
    panels = showing.view.panels if showing.view else []
    board = next((panel.board for panel in panels if panel.id == table), None) or Board(0, 0)
    cell = board.cells.get(int(n)) if n.isdigit() and len(n) < 4 else None
    if cell is None:
        return reader.say(NOT_NOW, n=n[:3])
    facts = {"n": n, "what": cell.face, "who": cell.who}
    return reader.say(LIES_BY if cell.who else LIES, **facts)
