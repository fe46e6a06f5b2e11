"""Answers put together with buttons: things tapped in order and then sent, a number by more and less. Pure.

What has been tapped so far stands in the buttons themselves, so nothing is kept of it anywhere.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence

from engine.kernel import Form, Play, Reader
from engine.kernel.question import Value
from host.doors.telegram.messages import squares
from host.doors.telegram.messages.button_data import MOST_BYTES, marked, words
from host.doors.telegram.messages.screens import GOOD, MOST_IN_ROW, Button, Rows, button, in_rows, told_apart
from host.said.answers import Choice, board_of, named
from host.shown.views import GameView, QuestionView

LETTER = "c"
SENDS, TURNS = "!", "@"  # at the end: send it; at the beginning: this page
PAGE = 60  # choices under one message
MOST_SIZES, STEPS_IN_ROW = 8, 4  # of steps in which a number goes up and down
ORDER = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"


def name_of(what: QuestionView | Play) -> str:
    """What a button calls this question, or what may be done at any time."""
    return what.id if isinstance(what, QuestionView) else marked(what.key)


def possible(form: Form) -> bool:
    """Can an answer of this kind be put together with buttons?"""
    return form.kind in ("choice", "several", "number")


def rows(showing: GameView, what: QuestionView | Play, said: str, reader: Reader) -> Rows:
    """The buttons, after what has been said with them so far."""
    data = (LETTER, showing.id, name_of(what))
    if what.form.kind == "number":
        return _steps(data, what.form, said, reader)
    choices = _as_on_board(showing, what, on_buttons(named(what.options, reader)))
    if what.form.kind == "several":
        return _several(showing, what, data, choices, _picked(choices, said))
    buttons = {choice.value: button(choice.label, *data, f"{_word(choice.value)}{SENDS}") for choice in choices}
    return _laid(showing, what, buttons) or _paged(list(buttons.values()), data, said)


def instead(before: Rows, data: str, rows: Rows) -> Rows:
    """Buttons with these instead of those of one question; others are asked in it, too."""
    game, question = words(data, 4)[1:3]
    about = [[game, question], [game, question.partition("#")[0]]]  # and the blanks between squares
    theirs = [any(words(each.data, 4)[1:3] in about for each in row) for row in before]
    first = theirs.index(True) if any(theirs) else 0
    others = [row for row, own in zip(before, theirs, strict=True) if not own]
    return [*others[:first], *rows, *others[first:]]


def one_at_most(rows: Rows) -> bool:
    """Is no more than one answer put together here? What sends it, and takes back, would stand there twice."""
    begun = [each.data for row in rows for each in row if each.data.startswith(f"{LETTER}/")]
    return len({tuple(words(data, 4)[1:3]) for data in begun}) <= 1


def on_buttons(choices: Sequence[Choice]) -> list[Choice]:
    """The choices by what a button has room for."""
    labels = told_apart([each.label for each in choices])
    return [Choice(each.value, label) for each, label in zip(choices, labels, strict=True)]


def _as_on_board(showing: GameView, what: QuestionView | Play, choices: list[Choice]) -> list[Choice]:
    """A square is called by the number that stands on the board."""
    if board_of(showing, what) is None:
        return choices
    return [Choice(each.value, str(each.value) if isinstance(each.value, int) else each.label) for each in choices]


def answer(form: Form, choices: Sequence[Choice], said: str) -> object | None:
    """What is sent by this; nothing, if it is not to be sent yet."""
    if not said.endswith(SENDS):
        return None
    said = said.removesuffix(SENDS)
    if form.kind == "number":
        return _number(form, said)
    picked = _picked(choices, said)
    return picked if form.kind == "several" else picked[0] if picked else None


def _word(value: Value) -> str:
    """A choice in a button; its words in short."""
    return str(value) if isinstance(value, int) else f"={zlib.crc32(value.encode()) & 0xFFFF:04x}"


def _picked(choices: Iterable[Choice], said: str) -> list[Value]:
    by_word = {_word(choice.value): choice.value for choice in choices}
    return [by_word[word] for word in said.split(".") if word in by_word]


def _joined(picked: Sequence[Value], end: str = "") -> str:
    return ".".join(map(_word, picked)) + end


# -- several, in order


def _several(
    showing: GameView, what: QuestionView | Play, data: tuple[str, ...], choices: Sequence[Choice], picked: list[Value]
) -> Rows:
    offered = {choice.value: _one_of(choice, data, picked, what.form) for choice in choices}
    buttons = {value: each for value, each in offered.items() if each is not None}
    found = _laid(showing, what, buttons) or in_rows(list(buttons.values())[:PAGE])
    sends = len(picked) >= what.form.low
    done = [button(f"✓ {len(picked)}", *data, _joined(picked, SENDS), style=GOOD)] if picked and sends else []
    again = [button("⌫", *data, _joined(picked[:-1]))] if picked else []
    return [*found, [*again, *done]] if picked else found


def _one_of(choice: Choice, data: tuple[str, ...], picked: list[Value], form: Form) -> Button | None:
    """A choice: once it is tapped it has its number, and another tap takes it back. There may be no room for more."""
    if choice.value in picked:
        n = picked.index(choice.value)
        return button(f"{ORDER[n % len(ORDER)]} {choice.label}", *data, _joined([*picked[:n], *picked[n + 1 :]]))
    after = _joined([*picked, choice.value])
    room = len(picked) < form.high and len("/".join([*data, after, SENDS])) <= MOST_BYTES
    return button(choice.label, *data, after) if room else None


# -- one of many


def _paged(buttons: Sequence[Button], data: tuple[str, ...], said: str) -> Rows:
    page = int(said[1:3]) if said.startswith(TURNS) and said[1:].isdigit() else 0
    here = list(buttons[page * PAGE : (page + 1) * PAGE])
    turns = [button("◀", *data, f"{TURNS}{page - 1}")] if page else []
    turns += [button("▶", *data, f"{TURNS}{page + 1}")] if len(buttons) > (page + 1) * PAGE else []
    return [*in_rows(here), *([turns] if turns else [])]


def _laid(showing: GameView, what: QuestionView | Play, buttons: dict[Value, Button]) -> Rows:
    """Squares lie as they lie on the board; nothing, if it is not about squares."""
    board = board_of(showing, what)
    if board is None or board.columns > MOST_IN_ROW or not all(isinstance(value, int) for value in buttons):
        return []
    blank = squares.blank(showing, what)
    cells = [[r * board.columns + c + 1 for c in range(board.columns)] for r in range(board.rows)]
    return squares.fitting([[buttons.get(n) or blank(n) for n in row] for row in cells])


# -- a number


def _number(form: Form, said: str) -> int:
    value = int(said) if said.lstrip("-").isdigit() and len(said) < 16 else form.low
    value -= (value - form.low) % form.step
    return min(max(value, form.low), form.high - (form.high - form.low) % form.step)


def _steps(data: tuple[str, ...], form: Form, said: str, reader: Reader) -> Rows:
    now, span = _number(form, said), form.high - form.low
    sizes = [size for n in range(12) if (size := form.step * 10**n) <= span][-MOST_SIZES:]
    less = [found for size in reversed(sizes) if (found := _step(data, form, now, -size, reader))]
    more = [found for size in sizes if (found := _step(data, form, now, size, reader))]
    sends = button(f"✓ {reader.number(now, 'n')}", *data, f"{now}{SENDS}", style=GOOD)
    return [*in_rows(less, STEPS_IN_ROW), [sends], *in_rows(more, STEPS_IN_ROW)]


def _step(data: tuple[str, ...], form: Form, now: int, by: int, reader: Reader) -> Button | None:
    after = _number(form, str(now + by))
    sign = "+" if by > 0 else "−"
    return button(f"{sign}{reader.number(abs(by), 'n')}", *data, after) if after != now else None
