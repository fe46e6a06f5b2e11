"""A game as it is drawn in a terminal: the leaderboard, the tables with their boards and pictures, a question. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from engine.kernel import PUBLIC, Play, Reader, Told, Words
from engine.kernel.picture import SHUT, Cell, Grid, Picture
from engine.kernel.view import Board, Panel
from host.core.session import OVER, ToldLine
from host.doors.terminal.paint import ALARM, BOLD, FAINT, SECRET, PaintedCell, TerminalLook, code_of, tame
from host.said.answers import Choice, board_of, named, squares_of
from host.said.rule_lookup import topic
from host.shown import words
from host.shown.picture.spelling import spelled
from host.shown.text_view import standings
from host.shown.views import GameView, QuestionView

DRAWN = {"squares", "doors", "bulbs", "dice"}  # shapes of grids whose cells are boxes
MARKED = {"right": "✓", "wrong": "✗", "chosen": "*", "here": "▶", "next": "▶"}
MOST_LISTED = 24  # choices that are listed one by one


def lines(showing: GameView, reader: Reader, paint: TerminalLook) -> list[str]:
    """All that these eyes may see."""
    view = showing.view
    if view is None:
        return [reader.value(showing.title), *(f"  {face.name}" for face in showing.faces)]
    head = f"{reader.value(view.title)}. {reader.value(view.stage)}."
    found = ["", *(paint.styled(line, BOLD) for line in paint.wrapped(head))]
    found += [line for note in view.notes for line in paint.wrapped(reader.value(note))]
    found += [line for text in standings(showing, reader) for line in paint.wrapped(text, "  ")]
    for panel in view.panels:
        found += ["", *_panel(showing, panel, reader, paint)]
    if showing.stage == OVER:
        found += ["", paint.styled(reader.say("The game is over."), BOLD)]
    return found


def _panel(showing: GameView, panel: Panel, reader: Reader, paint: TerminalLook) -> list[str]:
    stage = f"{reader.value(panel.title)}: {reader.value(panel.stage)}"
    found = [paint.styled(line, BOLD) for line in paint.wrapped(stage)]
    seats = [
        f"{reader.value(seat.who)}: {', '.join(map(reader.value, (seat.status, *seat.marks)))}" for seat in panel.seats
    ]
    found += paint.wrapped("; ".join(seats))
    found += [line for note in panel.notes for line in paint.wrapped(reader.value(note))]
    if panel.board:
        found += _board(showing, panel.id, panel.board, reader, paint)
    pictures = showing.view.pictures(panel) if showing.view else []
    return found + [line for picture in pictures for line in drawn(picture, reader, paint)]


def _board(showing: GameView, table: str, board: Board, reader: Reader, paint: TerminalLook) -> list[str]:
    own = showing.view.own.marks.get(table, {}) if showing.view and showing.view.own else {}
    mine = [squares_of(showing, asked) for asked in showing.asked if asked.id.partition("#")[0] == table]
    free = set[object]().union(*mine)
    numbers = range(1, board.rows * board.columns + 1)
    faces = [_square(n, board.cells.get(n), own.get(n, ""), free, reader) for n in numbers]
    return paint.grid(faces, board.columns, paint.letters(board.rows, board.columns))


def _square(n: int, cell: Cell | None, mark: Words, free: Collection[object], reader: Reader) -> PaintedCell:
    """Its number while it is closed, with what the viewer knows of it; what may be chosen now stands out."""
    if cell is not None and cell.kind != SHUT:
        return PaintedCell(reader.value(cell.face), code_of(cell.kind))
    known = f"{n} {reader.value(mark)}".strip()
    return PaintedCell(known, BOLD if n in free or not free else FAINT)


def drawn(picture: Picture, reader: Reader, paint: TerminalLook) -> list[str]:
    """A picture: its cells in boxes where they are few, or else as it is spelled."""
    if not (isinstance(picture, Grid) and picture.shape in DRAWN and paint.fits(picture.columns)) or picture.rows:
        return [tame(line) for line in spelled(picture, reader, paint.width)]
    title, heads = reader.value(picture.title), [PaintedCell(reader.value(head), BOLD) for head in picture.heads]
    faces = [*heads, *(_cell(cell, reader) for cell in picture.cells)]
    notes = [line for note in picture.notes for line in paint.wrapped(reader.value(note))]
    return [*([title] if title else []), *paint.grid(faces, picture.columns), *notes]


def _cell(cell: Cell, reader: Reader) -> PaintedCell:
    if cell.mark == "struck":
        return PaintedCell("-", FAINT)
    text = f"{MARKED.get(cell.mark, '')}{reader.value(cell.face)} {reader.value(cell.note)}".strip()
    return PaintedCell(text, BOLD if cell.kind == SHUT else code_of(cell.kind))


# -- what is said and asked


def told(said: Iterable[Told], reader: Reader, paint: TerminalLook) -> list[str]:
    """What was said, line by line: what one alone is told has another colour, and what all are called for a sign."""
    return [line for each in said for line in _told(each, reader, paint)]


def _told(each: Told, reader: Reader, paint: TerminalLook) -> list[str]:
    alarm = isinstance(each, ToldLine) and each.rings
    lead, code = ("◆ ", ALARM) if alarm else ("· ", "" if each.to == PUBLIC else SECRET)
    return [paint.styled(line, code) for text in words.told([each], reader) for line in paint.wrapped(text, lead)]


def picked(asked: QuestionView, value: object, reader: Reader) -> str:
    """What somebody has chosen, as it stood among the choices; nothing where it did not."""
    return next((each.label for each in named(asked.options, reader) if each.value == value), "")


def question(showing: GameView, asked: QuestionView, reader: Reader, paint: TerminalLook) -> list[str]:
    """What somebody is asked, and how they answer it."""
    text = words.question(asked.text, {**asked.facts, "who": asked.who}, asked.said, reader)
    found = ["", *(paint.styled(line, BOLD) for line in paint.wrapped(text))]
    found += [line for line in _how(showing, asked, reader, paint) for line in paint.wrapped(line, "  ")]
    if name := topic(showing, asked):
        found += paint.wrapped(reader.say("How it works: {line}", line=f"rules {name}"), "  ")
    return found


def in_short(plays: Sequence[Play]) -> list[str]:
    """What may be written at any time, with the words that go with each: `order (eurasia, three and own)`."""
    kinds: dict[str, list[str]] = {}
    for play in plays:
        word, _, rest = play.key.partition(" ")
        kinds.setdefault(word, []).extend([rest] if rest else [])
    return [f"{word} ({', '.join(rests)})" if rests else word for word, rests in kinds.items()]


def _how(showing: GameView, asked: QuestionView, reader: Reader, paint: TerminalLook) -> list[str]:
    form, say = asked.form, reader.say
    if form.kind == "text":
        return [say("Write your words.")]
    if form.kind == "number" and form.step > 1:
        return [
            say(
                "A number from {low:n} to {high:n}, in steps of {step:n}.", low=form.low, high=form.high, step=form.step
            )
        ]
    if form.kind == "number":
        return [say("A number from {low:n} to {high:n}.", low=form.low, high=form.high)]
    if there := squares_of(showing, asked):
        others = [each.label for each in named(asked.options, reader) if each.value not in there]
        board = board_of(showing, asked)
        lettered = board is not None and paint.letters(board.rows, board.columns)
        how = say("Type its number, or its row and column, such as B4.") if lettered else say("Type its number.")
        return [how, *others]
    choices = _choices(asked, reader)
    words = [say("You may also answer in words of your own.")] if form.words else []
    if form.kind == "several":
        return [
            say(
                "Choose {low} to {high} of these, in order: {choices}",
                low=form.low,
                high=form.high,
                choices="; ".join(choices),
            )
        ]
    return [*choices, *words]


def _choices(asked: QuestionView, reader: Reader) -> list[str]:
    found = named(asked.options, reader)
    if _amounts(asked):
        return ["; ".join(each.label for each in found)]
    if all(isinstance(each.value, int) for each in found):
        shown = [each.label if str(each.value) in each.label else f"{each.value} {each.label}" for each in found]
        return [", ".join(shown)] if shown else []
    if not _numbered(asked, found):
        return ["; ".join(each.label for each in found)] if found else []
    listed = [f"{n}. {each.label}" for n, each in enumerate(found[:MOST_LISTED], 1)]
    return [*listed, "…"] if len(found) > MOST_LISTED else listed


def _amounts(asked: QuestionView) -> bool:
    """Are these amounts, any other of which may be written, too? A bare number is then such an amount."""
    return asked.form.words and any(isinstance(option.value, int) for option in asked.options)


def _numbered(asked: QuestionView, found: Sequence[Choice]) -> bool:
    """Is a number that stands before a choice an answer? Not where choices are numbers, or several are wanted."""
    numbers = any(str(each.value).isdigit() or each.label.isdigit() for each in found)
    return asked.form.kind == "choice" and not numbers and not _amounts(asked)


def chosen(asked: QuestionView, text: str, reader: Reader) -> str:
    """What was typed; the number before a choice in words stands for that choice."""
    found = named(asked.options, reader)
    at = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
    said = any(str(each.value) == text or each.label == text for each in found)
    counted = not said and _numbered(asked, found)
    return found[at - 1].label if counted and 1 <= at <= len(found) else text
