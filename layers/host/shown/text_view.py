"""A game in plain text: for an operator's terminal, and for whoever cannot have a page or a picture."""

from __future__ import annotations

from engine.kernel import Reader
from engine.kernel.picture import Cell, Picture
from engine.kernel.view import Board, Panel, Seat, View
from host.shown import words
from host.shown.picture.spelling import all_spelled
from host.shown.views import GameView, QuestionView

WIDEST = 16  # of a square
SHOWN_SEATS = 40


def lines(showing: GameView, reader: Reader) -> list[str]:
    """Everything that these eyes may see of it."""
    head = f"{showing.id}  {reader.value(showing.title)}, {reader.value(showing.stage)}"
    found = [f"{head}, {reader.value('paused')}" if showing.paused else head]
    if showing.view is None:  # it has not begun
        found += [f"  {face.name}" for face in showing.faces]
    else:
        found += _view(showing.view, reader)
    found += ["", *(_asked(asked, reader) for asked in showing.asked)] if showing.asked else []
    found += [to_come(showing, reader)] if showing.sealed else []
    return found


def to_come(showing: GameView, reader: Reader) -> str:
    """How many sealed answers are missing, where that tells nothing else; or only that some are."""
    if not showing.counted:
        return reader.say("Sealed answers are still to come.")
    return reader.say("{n} sealed {n:answer|answers} still to come.", n=showing.sealed)


def standings(showing: GameView, reader: Reader, *, marked: bool = True) -> list[str]:
    """The leaderboard, a line each; without what they hold, where there is little room."""
    view = showing.view
    found = []
    for line in view.standings[:SHOWN_SEATS] if view else []:
        marks = f" ({', '.join(map(reader.value, line.marks))})" if line.marks and marked else ""
        total = reader.value(line.total, view.currency if view else "")
        found.append(f"{line.place}. {reader.names.get(line.who, line.who)} {total}{marks}")
    return found


def _view(view: View, reader: Reader) -> list[str]:
    found = [reader.value(view.stage), *map(reader.value, view.notes), ""]
    for line in view.standings:
        marks = "  ".join(map(reader.value, line.marks))
        total = reader.value(line.total, view.currency)
        found.append(f"{line.place:>2}. {reader.value(line.who):<16} {total:>16}  {marks}".rstrip())
    for panel in view.panels:
        found += ["", *_panel(panel, view.pictures(panel), reader)]
    return found


def _panel(panel: Panel, pictures: list[Picture], reader: Reader) -> list[str]:
    head = f"{panel.id}  {reader.value(panel.title)}: {reader.value(panel.stage)}"
    move = [reader.say("{who} to move.", who=panel.to_move)] if panel.to_move else []
    seats = [_seat(seat, reader) for seat in panel.seats]
    board = grid(panel.board, reader) if panel.board else []
    return [head, *move, *seats, *map(reader.value, panel.notes), *all_spelled(pictures, reader), *board]


def _seat(seat: Seat, reader: Reader) -> str:
    return f"  {reader.value(seat.who)}: {', '.join([reader.value(seat.status), *map(reader.value, seat.marks)])}"


def grid(board: Board, reader: Reader) -> list[str]:
    """A board row by row: what lies open, and the numbers of what is closed."""
    squares = {n: _square(n, board.cells.get(n), reader) for n in range(1, board.rows * board.columns + 1)}
    width = max((len(text) for text in squares.values()), default=1)
    rows = [range(row * board.columns + 1, (row + 1) * board.columns + 1) for row in range(board.rows)]
    return ["| " + " | ".join(f"{squares[n]:^{width}}" for n in row) + " |" for row in rows]


def _square(n: int, cell: Cell | None, reader: Reader) -> str:
    face = str(n) if cell is None else reader.value(cell.face)
    return face if len(face) <= WIDEST else f"{face[: WIDEST - 1]}…"


def _asked(asked: QuestionView, reader: Reader) -> str:
    text = words.question(asked.text, {"who": asked.who, **asked.facts}, asked.said, reader)
    return f"? {reader.value(asked.who)} {asked.key}: {text}"
