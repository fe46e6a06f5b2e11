"""A board in words, for those who cannot see the picture."""

from __future__ import annotations

from engine.kernel import Reader
from engine.kernel.picture import Cell
from engine.kernel.view import Board, Panel
from host.shown.picture.spelling import ENDLESS, spelled


def alt_text(panel: Panel, reader: Reader) -> str:
    """The board of a table row by row, and whatever else lies there, as everybody sees it."""
    board = panel.board or Board(0, 0)
    rows = []
    for row in range(board.rows):
        first = row * board.columns + 1
        faces = [_words(board.cells.get(n), n, reader) for n in range(first, first + board.columns)]
        rows.append(f"{reader.say('Row {letter}', letter=chr(ord('A') + row))}: {', '.join(faces)}.")
    drawn = "; ".join(line for picture in panel.pictures for line in spelled(picture, reader, ENDLESS))
    return f"{reader.value(panel.title)}. " + " ".join([*rows, *([f"{drawn}."] if drawn else [])])


def _words(cell: Cell | None, n: int, reader: Reader) -> str:
    if cell is None:
        return reader.say("{n} closed", n=n)
    by = reader.names.get(cell.who, cell.who)
    face = reader.value(cell.face)
    return f"{face} ({by})" if by else face
