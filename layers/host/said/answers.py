"""Typed text as the value that the kernel expects. Pure, and the same on every surface."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from engine.kernel import Form, Option, Play, Reader
from engine.kernel.picture import BOARD, list_picture_cells
from engine.kernel.question import Value
from engine.kernel.view import Board
from host.shown.views import GameView, QuestionView

SQUARE = re.compile(r"(?<!\w)([a-z])(\d{1,2})(?!\w)", re.IGNORECASE)
JOINING_WORDS = {"and", "then", "&", "+"}


class Choice(NamedTuple):
    """An option as the reader sees it."""

    value: Value
    label: str


def parse_form_answer(form: Form, options: Sequence[Choice], values: list[str]) -> object:
    """Parse the values of a form's fields into an answer; an option's label counts as well as its value."""
    if form.kind == "several":
        words = [word for value in values for word in _split_answers(value, options)]
        return [_find_option_value(word, options) for word in words]
    return _find_option_value(values[0], options) if values else ""


def label_options(options: Sequence[Option], reader: Reader) -> list[Choice]:
    """Return the options with the labels that this reader sees, in their language and with players' names."""
    return [Choice(option.value, reader.format_value(option.label)) for option in options]


def find_options_place(asked: QuestionView | Play) -> tuple[str, str]:
    """Return the table and the board or picture whose cells are the options of a question or play; two empty strings if
    they are none.
    """
    table, _, name = asked.of.rpartition("/")
    return (
        (table or (asked.id.partition("#")[0] if isinstance(asked, QuestionView) else ""), name) if name else ("", "")
    )


def covers_picture(name: str, picture: str) -> bool:
    """Return whether a play about pictures of this name applies to this picture; several may be numbered."""
    return bool(name) and (picture == name or picture.startswith(f"{name}."))


def find_options_board(showing: GameView, asked: QuestionView | Play) -> Board | None:
    """Return the board whose squares are the options of a question or play, or None."""
    table, name = find_options_place(asked)
    panels = showing.view.panels if showing.view and name == BOARD else []
    return next((panel.board for panel in panels if panel.id == table), None)


def find_tappable_squares(showing: GameView, asked: QuestionView) -> set[object]:
    """Return those options of a question that are squares of a board, which can be tapped."""
    if asked.form.kind != "choice" or find_options_board(showing, asked) is None:
        return set()
    return {option.value for option in asked.options if isinstance(option.value, int)}


def find_tappable_cells(showing: GameView, asked: QuestionView) -> set[object]:
    """Return those options of a question that are cells of a picture, which can be tapped."""
    table, name = find_options_place(asked)
    panels = [panel for panel in showing.view.panels if panel.id == table] if showing.view and name else []
    drawn = [picture for panel in panels for picture in showing.view.list_pictures(panel)] if showing.view else []
    there = {cell.value for picture in drawn if picture.id == name for cell in list_picture_cells(picture)}
    if asked.form.kind == "number":
        return {value for value in there if isinstance(value, int) and _is_in_range(asked.form, value)}
    return {option.value for option in asked.options if option.value in there}


def _is_in_range(form: Form, value: int) -> bool:
    return form.low <= value <= form.high and not (value - form.low) % form.step


def replace_coordinates(text: str, board: Board | None) -> str:
    """Return a text with coordinates replaced by square numbers: B4 is 9 on a board five wide."""
    return SQUARE.sub(lambda found: _compute_square_number(found, board), text) if board else text


def _compute_square_number(found: re.Match[str], board: Board) -> str:
    row, column = ord(found[1].lower()) - ord("a"), int(found[2])
    fits = row < board.rows and 1 <= column <= board.columns
    return str(row * board.columns + column) if fits else found[0]


def _split_answers(text: str, options: Sequence[Choice]) -> list[str]:
    # Options may hold spaces, so a comma or a line separates them; squares may be separated by spaces, too.
    parts = [part.strip() for part in re.split(r"[,;\n]", text) if part.strip()]
    words = [word for part in parts for word in part.split() if word.casefold() not in JOINING_WORDS]
    spaced = any(" " in str(option.value) or " " in option.label for option in options)
    named = {str(option.value).casefold() for option in options}
    return words if not spaced or (len(words) > 1 and all(word.casefold() in named for word in words)) else parts


def _find_option_value(word: str, options: Sequence[Choice]) -> object:
    wanted = word.strip().casefold()
    found = next((option.value for option in options if option.label.casefold() == wanted), None)
    if found is None:
        found = next((option.value for option in options if str(option.value).casefold() == wanted), None)
    return word.strip() if found is None else found
