"""The buttons, menus and boards with which a question or a play is answered. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.kernel import Form, Play, Reader
from engine.kernel.question import Value
from engine.kernel.view import Board
from host.doors.discord.components import (
    MAX_OPTIONS,
    MAX_ROW_BUTTONS,
    PRIMARY,
    SECONDARY,
    SUCCESS,
    Component,
    arrange_buttons,
    build_custom_id,
    build_discord_button,
    build_menu_rows,
    build_row,
    compute_value_mark,
)
from host.said.answers import Choice, find_options_board, format_suggestion, label_options
from host.shown.views import GameView, QuestionView

ANSWER, ANSWER_MENU, SQUARE, PICKED, SENT, TYPE = "a", "c", "q", "s", "d", "t"
PLAY, PLAY_MENU = "p", "v"
TARGET_QUESTION, TARGET_PLAY = "?", "!"
FEW_CHOICES, FEW_NUMBERS, MAX_MENUS = 10, 12, 4
MAX_GRID_COMPONENTS = 30  # five rows of five: what else a message holds fits beside them
FACE_WIDTH = 14


def fits_in_grid(board: Board) -> bool:
    """Return whether a board's squares can be shown as buttons laid out as on the board: at most five columns, and at
    most 30 components, counting each row and each square.
    """
    return board.columns <= MAX_ROW_BUTTONS and board.rows * (board.columns + 1) <= MAX_GRID_COMPONENTS


def build_square_grid(
    showing: GameView, asked: Sequence[QuestionView], board: Board, reader: Reader
) -> list[Component]:
    """Build the squares of a board as rows of buttons with which the asked players choose one; squares that none of the
    questions `asked` (at least one) offers stay in their places, disabled. The viewer's own notes are those for the
    first of them.
    """
    free = {option.value for each in asked for option in each.options}
    ids = ",".join(each.id for each in asked)
    notes = _list_own_notes(showing, asked[0])

    def build(n: int) -> Component:
        """Build the button of square number `n` of `board`: to be chosen if one of the questions `asked` offers it
        (with the player's own note about it, if any), else disabled, with what lies on it.
        """
        cell, carried = board.cells.get(n), build_custom_id(SQUARE, showing.id, ids, n)
        if n in free:
            label = f"{n} {notes[n]}" if n in notes else f"{n}"
            return build_discord_button(label[:FACE_WIDTH], carried, PRIMARY)
        face = reader.format_value(cell.face) if cell else f"{n}"
        return build_discord_button(_shorten(face), carried, SECONDARY, disabled=True)

    rows = [range(row * board.columns + 1, (row + 1) * board.columns + 1) for row in range(board.rows)]
    return [build_row([build(n) for n in row]) for row in rows]


def _shorten(face: str) -> str:
    """Return the text of a square cut so that it fits a button of a grid."""
    return face if len(face) <= FACE_WIDTH else f"{face[: FACE_WIDTH - 1]}…"


def _list_own_notes(showing: GameView, asked: QuestionView) -> dict[int, str]:
    """Return, by number, a dot for each square of the question's board of which the viewer knows something that others
    do not.
    """
    own = showing.view.own if showing.view else None
    notes = own.notes.get(asked.id.partition("#")[0], {}) if own else {}
    return dict.fromkeys(notes, "●")


def build_answer_rows(
    showing: GameView, asked: QuestionView, reader: Reader, picked: Sequence[Value] = ()
) -> list[Component]:
    """Build the buttons and menus with which one question can be answered, in at most 33 components: a grid if its
    options are squares of a board that fits, else its choices. `picked` are the choices made so far, if several are
    wanted.
    """
    board = find_options_board(showing, asked)
    whole = all(isinstance(option.value, int) for option in asked.options)
    if board is not None and whole and asked.form.kind == "choice" and asked.options and fits_in_grid(board):
        return [*build_square_grid(showing, [asked], board, reader), *_build_typing_row(showing, asked, reader)]
    words = (showing.id, TARGET_QUESTION + asked.id)
    return [
        *_build_form_rows(words, asked.form, label_options(asked.options, reader), reader, picked),
        *_build_typing_row(showing, asked, reader),
    ]


def build_play_rows(game: str, play: Play, reader: Reader, picked: Sequence[Value] = ()) -> list[Component]:
    """Build rows of buttons and menus with the choices of a play, something that a player can do without being asked,
    and for a number, a text or several things a button for typing it; `picked` are the choices made so far, if several
    are wanted.
    """
    words = (game, TARGET_PLAY + play.key)
    rows = _build_form_rows(words, play.form, label_options(play.options, reader), reader, picked)
    if play.form.kind in ("number", "text", "several"):
        rows.append(build_row([_build_typing_button(words, reader)]))
    return rows


def _build_form_rows(
    words: tuple[str, str], form: Form, found: Sequence[Choice], reader: Reader, picked: Sequence[Value]
) -> list[Component]:
    """Build the buttons or menus with which a question or play of this form is answered: its options (of more than ten
    the first 100, in menus), numbers if they are few, or the next of several steps. Return no rows for a text or for
    many numbers, which must be typed.
    """
    if form.kind == "several":
        return _build_several_rows(words, form, found, reader, picked)
    if form.kind == "number":
        if (form.high - form.low) // form.step >= FEW_NUMBERS:
            return []
        values = range(form.low, form.high + 1, form.step)
        found = [Choice(value, reader.format_number(value, "n")) for value in values]
    if len(found) <= FEW_CHOICES:
        return arrange_buttons([_build_choice_button(words, each) for each in found])
    return build_menu_rows(ANSWER_MENU, words, reader.format_sentence("Choose"), found[: MAX_MENUS * MAX_OPTIONS])


def _build_choice_button(words: tuple[str, str], choice: Choice) -> Component:
    """Build the button whose tap answers a question, or makes a play, with this choice."""
    carried = build_custom_id(ANSWER, *words, compute_value_mark(choice.value))
    return build_discord_button(choice.label, carried, PRIMARY)


def build_suggestion_button(game: str, target: QuestionView | Play, choice: Choice) -> Component:
    """Build the button whose tap sends this choice as the whole answer to a question, or makes a play with it."""
    name = f"{TARGET_PLAY}{target.key}" if isinstance(target, Play) else f"{TARGET_QUESTION}{target.id}"
    several = target.form.kind == "several"
    carried = format_picked([choice.value]) if several else compute_value_mark(choice.value)
    custom_id = build_custom_id(SENT if several else ANSWER, game, name, carried)
    return build_discord_button(format_suggestion(target, choice), custom_id, PRIMARY)


def _build_several_rows(
    words: tuple[str, str], form: Form, found: Sequence[Choice], reader: Reader, picked: Sequence[Value]
) -> list[Component]:
    """Build the rows of menus and buttons for the next step when several things are chosen in order: the first 100
    things left to choose, unless the most have been chosen; if enough have, a button that names and sends them; and if
    any has, *Back*.
    """
    left = [each for each in found if each.value not in picked]
    rows = []
    if len(picked) < form.high and left:
        again = (*words, format_picked(picked))
        label = reader.format_sentence("Choose number {n}", n=len(picked) + 1)
        rows = build_menu_rows(PICKED, again, label, left[: MAX_MENUS * MAX_OPTIONS])
    buttons = []
    if form.low <= len(picked):
        labels = [each.label for value in picked for each in found if each.value == value]
        send = build_custom_id(SENT, *words, format_picked(picked))
        buttons.append(build_discord_button(f"✓ {', '.join(labels)}", send, SUCCESS))
    if picked:
        fewer = build_custom_id(PICKED, *words, format_picked(picked[:-1]), "back")
        buttons.append(build_discord_button(reader.format_sentence("Back"), fewer))
    return [*rows, *arrange_buttons(buttons)]


def format_picked(picked: Sequence[Value]) -> str:
    """Format the answers that a player has chosen so far as text that a button carries to the next step."""
    return ".".join(map(compute_value_mark, picked))


def parse_picked(text: str, values: Collection[Value]) -> list[Value]:
    """Return the answers chosen so far that a button carries as text, without those that cannot be chosen any more."""
    known = {compute_value_mark(value): value for value in values}
    return [known[mark] for mark in text.split(".") if mark in known]


def _build_typing_row(showing: GameView, asked: QuestionView, reader: Reader) -> list[Component]:
    """Build the button that opens a window for typing an answer, if the question takes a number, a text, several things
    or other words, its options are too many for menus, or several squares may be named; else no row.
    """
    typed = asked.form.kind in ("number", "text", "several") or asked.form.words
    many = len(asked.options) > MAX_MENUS * MAX_OPTIONS
    words = (showing.id, TARGET_QUESTION + asked.id)
    if asked.most > 1:
        label = reader.format_sentence("Several squares in order")
        return [build_row([build_discord_button(label, build_custom_id(TYPE, *words))])]
    return [build_row([_build_typing_button(words, reader)])] if typed or many else []


def _build_typing_button(words: tuple[str, str], reader: Reader) -> Component:
    """Build the button that opens a window for typing an answer to a question or the words of a play."""
    return build_discord_button(reader.format_sentence("Type your answer"), build_custom_id(TYPE, *words))
