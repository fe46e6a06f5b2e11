"""Squares as buttons that lie as they lie on the board; where one cannot be chosen there is a blank. Pure."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from engine.kernel import Form, Play, Reader
from engine.kernel.question import Value
from engine.kernel.view import Board
from host.doors.telegram.messages.screens import (
    GOOD,
    MOST_BUTTONS,
    MOST_BYTES,
    MOST_IN_ROW,
    Button,
    Rows,
    arrange_in_rows,
    build_button,
    compute_word_mark,
    parse_button_data,
    shorten_labels,
)
from host.said.answers import Choice, find_options_board, find_options_place, find_tappable_squares, label_options
from host.shown.views import GameView, QuestionView

BLANK_LABEL = "·"
LIES = "Square {n}: {what}."
LIES_BY = "Square {n}: {what}. {who} opened it."
SQUARE_NOT_NOW = "You cannot choose square {n} now."


def build_answer_words(game: str, asked: QuestionView, value: object, count: int = 1) -> tuple[object, ...]:
    """Return the words that an answer button carries back to the bot when tapped: the game, the question, how many
    people who are asked the same it serves (`count`), and the answer.
    """
    return ("a", game, asked.id, count, value)


def list_square_tables(showing: GameView) -> list[str]:
    """List the tables at which a player is asked, not in secret, to choose a square."""
    found = [asked for asked in showing.asked if not asked.secret and find_tappable_squares(showing, asked)]
    return list(dict.fromkeys(asked.id.partition("#")[0] for asked in found))


def is_tapped_on_board(showing: GameView) -> bool:
    """Return whether squares can be tapped below the board's picture, which works with one board only."""
    return len(list_square_tables(showing)) == 1 and bool(list_board_buttons(showing))


def list_board_buttons(showing: GameView) -> Rows:
    """Return the squares of the first open question as buttons; none if they are too many for one message."""
    asked = (each for each in showing.asked if not each.secret and find_tappable_squares(showing, each))
    return drop_oversized_rows(build_square_buttons(showing, next(asked)))


def drop_oversized_rows(rows: Rows) -> Rows:
    """Return the rows of buttons, or none if they are too many for one message."""
    return rows if sum(map(len, rows)) <= MOST_BUTTONS else []


def build_square_buttons(showing: GameView, asked: QuestionView, count: int = 1) -> Rows:
    """Build the squares of this question as rows of buttons laid out as on the board; no rows if it
    asks for no square.
    """
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
    """Return a function that builds, for a square's number, the blank button of a square that cannot be chosen; a tap
    on it tells what lies on that square. `what` is the question or play that the other squares belong to.
    """
    return lambda n: build_button(BLANK_LABEL, "q", showing.id, find_options_place(what)[0], n)


def format_square_content(showing: GameView, table: str, n: str, reader: Reader) -> str:
    """Return in words what lies on a square, as far as it is public."""
    panels = showing.view.panels if showing.view else []
    board = next((panel.board for panel in panels if panel.id == table), None) or Board(0, 0)
    cell = board.cells.get(int(n)) if n.isdigit() and len(n) < 4 else None
    if cell is None:
        return reader.format_sentence(SQUARE_NOT_NOW, n=n[:3])
    facts = {"n": n, "what": cell.face, "who": cell.who}
    return reader.format_sentence(LIES_BY if cell.who else LIES, **facts)


CHOICE_LETTER = "c"
IN_ORDER_LABEL = "Up to {n} in order …"
SENDS, TURNS = "!", "@"  # at the end: send it; at the beginning: this page
MAX_SHOWN_CHOICES = 60  # choices under one message
MOST_SIZES, STEPS_IN_ROW = 8, 4  # of steps in which a number goes up and down
ORDER_SIGNS = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"


def build_target_name(what: QuestionView | Play) -> str:
    """Return the short name by which a button's data refers to a question or a play."""
    return what.id if isinstance(what, QuestionView) else compute_word_mark(what.key)


def can_use_buttons(form: Form) -> bool:
    """Return whether an answer of this form can be given with buttons."""
    return form.kind in ("choice", "several", "number")


def ask_in_order(asked: QuestionView) -> QuestionView:
    """Return the question of a turn changed to accept several squares in order, if the player may give a list; else
    unchanged.
    """
    squares = [option for option in asked.options if isinstance(option.value, int)]
    form = Form("several", 1, min(asked.most, len(squares)))
    return replace(asked, form=form, options=squares) if asked.most > 1 else asked


def build_in_order_row(showing: GameView, asked: QuestionView, reader: Reader) -> Rows:
    """Build the row with the button that starts tapping several squares in order, if the question takes a list; else
    none.
    """
    if asked.most < 2:
        return []
    label = reader.format_sentence(IN_ORDER_LABEL, n=asked.most)
    return [[build_button(label, CHOICE_LETTER, showing.id, build_target_name(asked), "")]]


def list_choice_buttons(showing: GameView, what: QuestionView | Play, said: str, reader: Reader) -> Rows:
    """Build rows of buttons with which to answer the question or make the play `what`. `said` is what was tapped so
    far, as the tapped button carried it.
    """
    what = ask_in_order(what) if isinstance(what, QuestionView) else what
    data = (CHOICE_LETTER, showing.id, build_target_name(what))
    if what.form.kind == "number":
        return _list_number_buttons(data, what.form, said, reader)
    choices = _label_squares(showing, what, fit_choice_labels(label_options(what.options, reader)))
    if what.form.kind == "several":
        return _list_several_buttons(showing, what, data, choices, _parse_picked(choices, said))
    buttons = {
        choice.value: build_button(choice.label, *data, f"{_encode_choice(choice.value)}{SENDS}") for choice in choices
    }
    return _lay_out_squares(showing, what, buttons) or _build_choice_page(list(buttons.values()), data, said)


def list_sending_buttons(game: str, asked: QuestionView, values: Sequence[str]) -> list[Button]:
    """Build a button for each of these numbers; a tap sends the number as the whole answer to the question. Return none
    if the question needs several numbers.
    """
    form, data = asked.form, (CHOICE_LETTER, game, build_target_name(asked))
    alone = form.kind == "number" or form.low <= 1
    return [build_button(each, *data, f"{each}{SENDS}") for each in values if alone and each.isdecimal()]


def replace_question_rows(before: Rows, data: str, rows: Rows) -> Rows:
    """Return the rows of buttons `before`, in which those of one question, named in the button data `data`, are
    replaced by the rows `rows`.
    """
    game, question = parse_button_data(data, 4)[1:3]
    about = [[game, question], [game, question.partition("#")[0]]]  # and the blanks between squares
    theirs = [any(parse_button_data(each.data, 4)[1:3] in about for each in row) for row in before]
    first = theirs.index(True) if any(theirs) else 0
    others = [row for row, own in zip(before, theirs, strict=True) if not own]
    return [*others[:first], *rows, *others[first:]]


def has_at_most_one_answer(rows: Rows) -> bool:
    """Return whether these buttons belong to at most one unfinished answer of several taps. More do not fit into one
    message, because each needs its own send and undo buttons.
    """
    begun = [each.data for row in rows for each in row if each.data.startswith(f"{CHOICE_LETTER}/")]
    return len({tuple(parse_button_data(data, 4)[1:3]) for data in begun}) <= 1


def fit_choice_labels(choices: Sequence[Choice]) -> list[Choice]:
    """Return the choices with labels short enough for Telegram's buttons."""
    labels = shorten_labels([each.label for each in choices])
    return [Choice(each.value, label) for each, label in zip(choices, labels, strict=True)]


def _label_squares(showing: GameView, what: QuestionView | Play, choices: list[Choice]) -> list[Choice]:
    """Return the choices of a question about a board with each square labelled by its number; any other choices
    unchanged.
    """
    if find_options_board(showing, what) is None:
        return choices
    return [Choice(each.value, str(each.value) if isinstance(each.value, int) else each.label) for each in choices]


def parse_tapped_answer(form: Form, choices: Sequence[Choice], said: str) -> object | None:
    """Return the answer that the taps so far (`said`) make, or None if the last tap did not say that it is complete."""
    if not said.endswith(SENDS):
        return None
    said = said.removesuffix(SENDS)
    if form.kind == "number":
        return _parse_tapped_number(form, said)
    picked = _parse_picked(choices, said)
    return picked if form.kind == "several" else picked[0] if picked else None


def _encode_choice(value: Value) -> str:
    """Return a choice encoded for a button's data: a number, or a checksum of its words."""
    return str(value) if isinstance(value, int) else f"={zlib.crc32(value.encode()) & 0xFFFF:04x}"


def _parse_picked(choices: Iterable[Choice], said: str) -> list[Value]:
    by_word = {_encode_choice(choice.value): choice.value for choice in choices}
    return [by_word[word] for word in said.split(".") if word in by_word]


def _encode_picked(picked: Sequence[Value], end: str = "") -> str:
    return ".".join(map(_encode_choice, picked)) + end


# -- several, in order


def _list_several_buttons(
    showing: GameView, what: QuestionView | Play, data: tuple[str, ...], choices: Sequence[Choice], picked: list[Value]
) -> Rows:
    """List the buttons for an answer of several things: each choice, what was picked so far, undo, and send."""
    offered = {choice.value: _build_several_button(choice, data, picked, what.form) for choice in choices}
    buttons = {value: each for value, each in offered.items() if each is not None}
    found = _lay_out_squares(showing, what, buttons) or arrange_in_rows(list(buttons.values())[:MAX_SHOWN_CHOICES])
    sends = len(picked) >= what.form.low
    done = (
        [build_button(f"✓ {len(picked)}", *data, _encode_picked(picked, SENDS), style=GOOD)] if picked and sends else []
    )
    again = [build_button("⌫", *data, _encode_picked(picked[:-1]))] if picked else []
    return [*found, [*again, *done]] if picked else found


def _build_several_button(choice: Choice, data: tuple[str, ...], picked: list[Value], form: Form) -> Button | None:
    """Build the button of one choice where several may be picked: a tap adds it, or removes it if it is picked. Return
    None if no more may be added.
    """
    if choice.value in picked:
        n = picked.index(choice.value)
        return build_button(
            f"{ORDER_SIGNS[n % len(ORDER_SIGNS)]} {choice.label}",
            *data,
            _encode_picked([*picked[:n], *picked[n + 1 :]]),
        )
    after = _encode_picked([*picked, choice.value])
    room = len(picked) < form.high and len("/".join([*data, after, SENDS])) <= MOST_BYTES
    return build_button(choice.label, *data, after) if room else None


# -- one of many


def _build_choice_page(buttons: Sequence[Button], data: tuple[str, ...], said: str) -> Rows:
    page = int(said[1:3]) if said.startswith(TURNS) and said[1:].isdigit() else 0
    here = list(buttons[page * MAX_SHOWN_CHOICES : (page + 1) * MAX_SHOWN_CHOICES])
    turns = [build_button("◀", *data, f"{TURNS}{page - 1}")] if page else []
    turns += [build_button("▶", *data, f"{TURNS}{page + 1}")] if len(buttons) > (page + 1) * MAX_SHOWN_CHOICES else []
    return [*arrange_in_rows(here), *([turns] if turns else [])]


def _lay_out_squares(showing: GameView, what: QuestionView | Play, buttons: dict[Value, Button]) -> Rows:
    """Lay out the buttons of squares in rows as they lie on the board; return no rows if the choice is not about
    squares, or the board is too large for one message.
    """
    board = find_options_board(showing, what)
    if board is None or board.columns > MOST_IN_ROW or not all(isinstance(value, int) for value in buttons):
        return []
    blank = make_blank_builder(showing, what)
    cells = [[r * board.columns + c + 1 for c in range(board.columns)] for r in range(board.rows)]
    return drop_oversized_rows([[buttons.get(n) or blank(n) for n in row] for row in cells])


# -- a number


def _parse_tapped_number(form: Form, said: str) -> int:
    value = int(said) if said.lstrip("-").isdigit() and len(said) < 16 else form.low
    value -= (value - form.low) % form.step
    return min(max(value, form.low), form.high - (form.high - form.low) % form.step)


def _list_number_buttons(data: tuple[str, ...], form: Form, said: str, reader: Reader) -> Rows:
    """List the buttons for a number: steps down and up of several sizes, and one that sends the number reached by
    the taps so far (`said`).
    """
    now, span = _parse_tapped_number(form, said), form.high - form.low
    sizes = [size for n in range(12) if (size := form.step * 10**n) <= span][-MOST_SIZES:]
    less = [found for size in reversed(sizes) if (found := _build_step_button(data, form, now, -size, reader))]
    more = [found for size in sizes if (found := _build_step_button(data, form, now, size, reader))]
    sends = build_button(f"✓ {reader.format_number(now, 'n')}", *data, f"{now}{SENDS}", style=GOOD)
    return [*arrange_in_rows(less, STEPS_IN_ROW), [sends], *arrange_in_rows(more, STEPS_IN_ROW)]


def _build_step_button(data: tuple[str, ...], form: Form, now: int, by: int, reader: Reader) -> Button | None:
    after = _parse_tapped_number(form, str(now + by))
    sign = "+" if by > 0 else "−"
    return build_button(f"{sign}{reader.format_number(abs(by), 'n')}", *data, after) if after != now else None
