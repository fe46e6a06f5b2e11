"""Typed text as the value that the kernel expects. Pure, and the same on every surface."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from engine.kernel import Form, Option, Play, Reader
from engine.kernel.picture import BOARD, cells
from engine.kernel.question import Value
from engine.kernel.view import Board
from host.shown.views import GameView, QuestionView

SQUARE = re.compile(r"(?<!\w)([a-z])(\d{1,2})(?!\w)", re.IGNORECASE)
JOINED = {"and", "then", "&", "+"}


class Choice(NamedTuple):
    """An option as somebody reads it."""

    value: Value
    label: str


def answer(form: Form, options: Sequence[Choice], values: list[str]) -> object:
    """What a form's fields say. Labels count as well as values."""
    if form.kind == "several":
        words = [word for value in values for word in _words(value, options)]
        return [_value(word, options) for word in words]
    return _value(values[0], options) if values else ""


def named(options: Sequence[Option], reader: Reader) -> list[Choice]:
    """The options as people read them: seats by their names, in the reader's language."""
    return [Choice(option.value, reader.value(option.label)) for option in options]


def place_of(asked: QuestionView | Play) -> tuple[str, str]:
    """The table, and the board or picture on it, whose cells the options are; two empty words if they are none."""
    table, _, name = asked.of.rpartition("/")
    return (
        (table or (asked.id.partition("#")[0] if isinstance(asked, QuestionView) else ""), name) if name else ("", "")
    )


def covers(name: str, picture: str) -> bool:
    """Does a play about pictures of this name mean this one? There may be several, with numbers."""
    return bool(name) and (picture == name or picture.startswith(f"{name}."))


def board_of(showing: GameView, asked: QuestionView | Play) -> Board | None:
    """The board whose squares the options are, if they are squares."""
    table, name = place_of(asked)
    panels = showing.view.panels if showing.view and name == BOARD else []
    return next((panel.board for panel in panels if panel.id == table), None)


def squares_of(showing: GameView, asked: QuestionView) -> set[object]:
    """The options of a question that are squares of a board, each of which can be tapped."""
    if asked.form.kind != "choice" or board_of(showing, asked) is None:
        return set()
    return {option.value for option in asked.options if isinstance(option.value, int)}


def cells_of(showing: GameView, asked: QuestionView) -> set[object]:
    """The options of a question that are cells of a picture."""
    table, name = place_of(asked)
    panels = [panel for panel in showing.view.panels if panel.id == table] if showing.view and name else []
    drawn = [picture for panel in panels for picture in showing.view.pictures(panel)] if showing.view else []
    there = {cell.value for picture in drawn if picture.id == name for cell in cells(picture)}
    if asked.form.kind == "number":
        return {value for value in there if isinstance(value, int) and _within(asked.form, value)}
    return {option.value for option in asked.options if option.value in there}


def _within(form: Form, value: int) -> bool:
    return form.low <= value <= form.high and not (value - form.low) % form.step


def numbered(text: str, board: Board | None) -> str:
    """A text with the numbers of squares in place of their rows and columns: B4 is 9 on a board five wide."""
    return SQUARE.sub(lambda found: _number(found, board), text) if board else text


def _number(found: re.Match[str], board: Board) -> str:
    row, column = ord(found[1].lower()) - ord("a"), int(found[2])
    fits = row < board.rows and 1 <= column <= board.columns
    return str(row * board.columns + column) if fits else found[0]


def _words(text: str, options: Sequence[Choice]) -> list[str]:
    # Options may hold spaces: a comma or a line then parts them; squares may be parted by spaces as well.
    parts = [part.strip() for part in re.split(r"[,;\n]", text) if part.strip()]
    spaced = any(" " in str(option.value) or " " in option.label for option in options)
    return parts if spaced else [word for part in parts for word in part.split() if word.casefold() not in JOINED]


def _value(word: str, options: Sequence[Choice]) -> object:
    wanted = word.strip().casefold()
    found = next((option.value for option in options if option.label.casefold() == wanted), None)
    return word.strip() if found is None else found
