"""A board in words, for those who cannot see the picture."""

from __future__ import annotations

from engine.kernel import Reader
from engine.kernel.picture import Cell
from engine.kernel.view import Board, Panel
from host.shown.picture.spelling import ENDLESS, format_picture_text


def format_alt_text(panel: Panel, reader: Reader) -> str:
    """Return a table's board row by row and its pictures as text, for those who cannot see the image."""
    board = panel.board or Board(0, 0)
    rows = []
    for row in range(board.rows):
        first = row * board.columns + 1
        faces = [_format_alt_cell(board.cells.get(n), n, reader) for n in range(first, first + board.columns)]
        rows.append(f"{reader.format_sentence('Row {letter}', letter=chr(ord('A') + row))}: {', '.join(faces)}.")
    drawn = "; ".join(line for picture in panel.pictures for line in format_picture_text(picture, reader, ENDLESS))
    return f"{reader.format_value(panel.title)}. " + " ".join([*rows, *([f"{drawn}."] if drawn else [])])


def _format_alt_cell(cell: Cell | None, n: int, reader: Reader) -> str:
    if cell is None:
        return reader.format_sentence("{n} closed", n=n)
    by = reader.names.get(cell.who, cell.who)
    face = reader.format_value(cell.face)
    return f"{face} ({by})" if by else face
