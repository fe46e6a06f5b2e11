"""Typed text as the value that the kernel expects. Pure, and the same on every surface."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from engine.kernel import Form, Option, Reader
from engine.kernel.question import Value
from engine.kernel.view import Board
from host.shown.views import Asked, Showing

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


def board_of(showing: Showing, asked: Asked) -> Board | None:
    """The board of the table that asks this."""
    panels = showing.view.panels if showing.view else []
    return next((panel.board for panel in panels if panel.id == asked.id.partition("#")[0]), None)


def squares_of(showing: Showing, asked: Asked) -> set[object]:
    """The options of a question that are squares of its table's board."""
    board = board_of(showing, asked)
    size = board.rows * board.columns if board and asked.form.kind == "choice" else 0
    return {option.value for option in asked.options if isinstance(option.value, int) and 0 < option.value <= size}


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
