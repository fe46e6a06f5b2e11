"""A game as it is drawn in a terminal: the leaderboard, the tables with their boards and pictures, a question. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from engine.kernel import PUBLIC, Play, Reader, Told
from engine.kernel.picture import SHUT_CELL, Cell, Grid, Picture
from engine.kernel.view import Board, Panel, SquareNote
from host.core.session import OVER, ToldLine
from host.doors.terminal.console import (
    ALARM,
    BOLD,
    FAINT,
    SECRET,
    PaintedCell,
    TerminalStyle,
    get_kind_colour,
    strip_controls,
)
from host.said.answers import Choice, find_options_board, find_question_topic, find_tappable_squares, label_options
from host.shown import words
from host.shown.picture.as_text import format_picture_text
from host.shown.text_view import format_leaderboard
from host.shown.views import GameView, QuestionView, format_listed_seat

BOXED_SHAPES = {"squares", "doors", "bulbs", "dice"}  # shapes of grids whose cells are boxes
MARK_SIGNS = {"right": "✓", "wrong": "✗", "chosen": "*", "here": "▶", "next": "▶"}
MOST_LISTED = 24  # choices that are listed one by one


def draw_game(showing: GameView, reader: Reader, paint: TerminalStyle) -> list[str]:
    """Draw a game as this viewer sees it as lines of text for the terminal: leaderboard, and each table with its board,
    pictures and the viewer's own notes, without questions, news and their secrets in words; before it begins only its
    title and who has joined.
    """
    view = showing.view
    if view is None:
        return [
            reader.format_value(showing.title),
            *(f"  {format_listed_seat(face, face.name)}" for face in showing.faces),
        ]
    head = f"{reader.format_value(view.title)}. {reader.format_value(view.stage)}."
    found = ["", *(paint.style_text(line, BOLD) for line in paint.wrap_text(head))]
    found += [line for note in view.notes for line in paint.wrap_text(reader.format_value(note))]
    found += [line for text in format_leaderboard(showing, reader) for line in paint.wrap_text(text, "  ")]
    for panel in view.panels:
        found += ["", *_draw_panel(showing, panel, reader, paint)]
    if showing.stage == OVER:
        found += ["", paint.style_text(reader.format_sentence("The game is over."), BOLD)]
    return found


def _draw_panel(showing: GameView, panel: Panel, reader: Reader, paint: TerminalStyle) -> list[str]:
    """Draw one of a game's tables as lines: title and stage, its players with their state, notes, board and
    pictures.
    """
    stage = f"{reader.format_value(panel.title)}: {reader.format_value(panel.stage)}"
    found = [paint.style_text(line, BOLD) for line in paint.wrap_text(stage)]
    seats = [
        f"{reader.format_value(seat.who)}: {', '.join(map(reader.format_value, (seat.status, *seat.marks)))}"
        for seat in panel.seats
    ]
    found += paint.wrap_text("; ".join(seats))
    found += [line for note in panel.notes for line in paint.wrap_text(reader.format_value(note))]
    if panel.board:
        found += _draw_terminal_board(showing, panel.id, panel.board, reader, paint)
    pictures = showing.view.list_pictures(panel) if showing.view else []
    return found + [line for picture in pictures for line in draw_picture(picture, reader, paint)]


def _draw_terminal_board(
    showing: GameView, table: str, board: Board, reader: Reader, paint: TerminalStyle
) -> list[str]:
    """Draw the board of the table with the id `table` as the lines of a framed grid; squares that the viewer's open
    questions let them choose stand out, and their own notes are shown.
    """
    own = showing.view.own.notes.get(table, {}) if showing.view and showing.view.own else {}
    mine = [find_tappable_squares(showing, asked) for asked in showing.asked if asked.id.partition("#")[0] == table]
    free = set[object]().union(*mine)
    numbers = range(1, board.rows * board.columns + 1)
    faces = [_draw_square(n, board.cells.get(n), own.get(n), free, reader) for n in numbers]
    return paint.draw_grid(faces, board.columns, paint.pick_row_letters(board.rows, board.columns))


def _draw_square(
    n: int, cell: Cell | None, note: SquareNote | None, free: Collection[object], reader: Reader
) -> PaintedCell:
    """Draw a closed square's number with what the viewer knows of it, or an open square's face. Of the closed squares
    those in `free`, which can be chosen, stand out; if none can, all look alike.
    """
    if cell is not None and cell.kind != SHUT_CELL:
        return PaintedCell(reader.format_value(cell.face), get_kind_colour(cell.kind))
    known = f"{n} {reader.format_value(note.words)}" if note else str(n)
    return PaintedCell(known, BOLD if n in free or not free else FAINT)


def draw_picture(picture: Picture, reader: Reader, paint: TerminalStyle) -> list[str]:
    """Return the lines that show a picture in a terminal: squares, doors, bulbs or dice without labels of rows in
    boxes, if they fit beside one another; any other picture as text.
    """
    if (
        not (isinstance(picture, Grid) and picture.shape in BOXED_SHAPES and paint.has_room(picture.columns))
        or picture.rows
    ):
        return [strip_controls(line) for line in format_picture_text(picture, reader, paint.width)]
    title, heads = (
        reader.format_value(picture.title),
        [PaintedCell(reader.format_value(head), BOLD) for head in picture.heads],
    )
    faces = [*heads, *(_draw_cell(cell, reader) for cell in picture.cells)]
    notes = [line for note in picture.notes for line in paint.wrap_text(reader.format_value(note))]
    return [*([title] if title else []), *paint.draw_grid(faces, picture.columns), *notes]


def _draw_cell(cell: Cell, reader: Reader) -> PaintedCell:
    """Draw a cell of a picture: its face and note, with a sign if it is marked; a dash if it is struck out."""
    if cell.mark == "struck":
        return PaintedCell("-", FAINT)
    text = f"{MARK_SIGNS.get(cell.mark, '')}{reader.format_value(cell.face)} {reader.format_value(cell.note)}".strip()
    return PaintedCell(text, BOLD if cell.kind == SHUT_CELL else get_kind_colour(cell.kind))


# -- what is said and asked


def format_terminal_lines(said: Iterable[Told], reader: Reader, paint: TerminalStyle) -> list[str]:
    """Format announcements as lines, private ones in another colour; those of which people are notified begin with ◆,
    all others with a dot.
    """
    return [line for each in said for line in _style_told_line(each, reader, paint)]


def _style_told_line(each: Told, reader: Reader, paint: TerminalStyle) -> list[str]:
    """Return one announcement as lines, in the colour of its kind: one that is worth a notification, a public or a
    private one.
    """
    alarm = isinstance(each, ToldLine) and each.rings
    lead, code = ("◆ ", ALARM) if alarm else ("· ", "" if each.to == PUBLIC else SECRET)
    return [
        paint.style_text(line, code)
        for text in words.format_told_lines([each], reader)
        for line in paint.wrap_text(text, lead)
    ]


def find_choice_label(asked: QuestionView, value: object, reader: Reader) -> str:
    """Return the label of a chosen value among a question's choices; empty if it is none of them."""
    return next((each.label for each in label_options(asked.options, reader) if each.value == value), "")


def format_question(showing: GameView, asked: QuestionView, reader: Reader, paint: TerminalStyle) -> list[str]:
    """Format a question with how to answer it, as lines."""
    text = words.translate_question(asked.text, {**asked.facts, "who": asked.who}, asked.said, reader)
    found = ["", *(paint.style_text(line, BOLD) for line in paint.wrap_text(text))]
    found += [
        line for line in _format_how_to_answer(showing, asked, reader, paint) for line in paint.wrap_text(line, "  ")
    ]
    if name := find_question_topic(showing, asked):
        found += paint.wrap_text(reader.format_sentence("How it works: {line}", line=f"rules {name}"), "  ")
    return found


def shorten_plays(plays: Sequence[Play]) -> list[str]:
    """Return the words with which plays (things done without being asked) begin, each with what can follow it:
    `order (eurasia, three, own)`, or `always risk` where only one word can.
    """
    kinds: dict[str, list[str]] = {}
    for play in plays:
        word, _, rest = play.key.partition(" ")
        kinds.setdefault(word, []).extend([rest] if rest else [])
    return [
        f"{word} ({', '.join(rests)})" if len(rests) > 1 else " ".join([word, *rests]) for word, rests in kinds.items()
    ]


def _format_how_to_answer(showing: GameView, asked: QuestionView, reader: Reader, paint: TerminalStyle) -> list[str]:
    """Return, as lines, what can be typed to answer a question."""
    form, say = asked.form, reader.format_sentence
    if form.kind == "text":
        return [say("Write your answer in words.")]
    if form.kind == "number" and form.step > 1:
        return [
            say(
                "A number from {low:n} to {high:n}, in steps of {step:n}.", low=form.low, high=form.high, step=form.step
            )
        ]
    if form.kind == "number":
        return [say("A number from {low:n} to {high:n}.", low=form.low, high=form.high)]
    if there := find_tappable_squares(showing, asked):
        others = [each.label for each in label_options(asked.options, reader) if each.value not in there]
        board = find_options_board(showing, asked)
        lettered = board is not None and paint.pick_row_letters(board.rows, board.columns)
        how = say("Type its number, or its row and column, such as B4.") if lettered else say("Type its number.")
        return [how, *others]
    choices = _list_choices(asked, reader)
    words = [say("You can also answer in your own words.")] if form.words else []
    if form.kind == "several":
        return [
            say(
                "Choose {low} to {high} of these. The order counts: {choices}",
                low=form.low,
                high=form.high,
                choices="; ".join(choices),
            )
        ]
    return [*choices, *words]


def _list_choices(asked: QuestionView, reader: Reader) -> list[str]:
    """Return the choices of a question as lines: one line each with its number if they can be picked by their position
    (the first 24, then “…”), else all in one line; no line if there are none.
    """
    found = label_options(asked.options, reader)
    if _takes_amounts(asked):
        return ["; ".join(each.label for each in found)]
    if all(isinstance(each.value, int) for each in found):
        shown = [each.label if str(each.value) in each.label else f"{each.value} {each.label}" for each in found]
        return [", ".join(shown)] if shown else []
    if not _has_numbered_choices(asked, found):
        return ["; ".join(each.label for each in found)] if found else []
    listed = [f"{n}. {each.label}" for n, each in enumerate(found[:MOST_LISTED], 1)]
    return [*listed, "…"] if len(found) > MOST_LISTED else listed


def _takes_amounts(asked: QuestionView) -> bool:
    """Return whether a question takes other words than its choices while some choice is a number, so that a typed
    number is an amount, not a choice's position.
    """
    return asked.form.words and any(isinstance(option.value, int) for option in asked.options)


def _has_numbered_choices(asked: QuestionView, found: Sequence[Choice]) -> bool:
    """Return whether the choices `found` of a question can be picked by typing their position: not if one of them is a
    number itself, other amounts are taken, or several choices are wanted.
    """
    numbers = any(str(each.value).isdigit() or each.label.isdigit() for each in found)
    return asked.form.kind == "choice" and not numbers and not _takes_amounts(asked)


def resolve_choice_number(asked: QuestionView, text: str, reader: Reader) -> str:
    """Return the label of the choice of a question that stands at the typed position, or the typed text unchanged if it
    is no position, or is a choice itself.
    """
    found = label_options(asked.options, reader)
    at = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
    said = any(str(each.value) == text or each.label == text for each in found)
    counted = not said and _has_numbered_choices(asked, found)
    return found[at - 1].label if counted and 1 <= at <= len(found) else text
