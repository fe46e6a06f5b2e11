"""A board as a real grid: rows and columns have names, closed squares that may be selected are buttons."""

from __future__ import annotations

from engine.kernel import Reader
from engine.kernel.view import Board, Cell, Panel
from host.answers import squares_of
from host.showing import Asked, Showing
from host.web.html import Child, Markup, h


def grid(showing: Showing, panel: Panel, board: Board, reader: Reader) -> Markup:
    """The board of one table, for these eyes."""
    asked = next((a for a in showing.asked if a.who == showing.you and squares_of(showing, a) and _of(a, panel)), None)
    free = squares_of(showing, asked) if asked else set()
    known = showing.view.own.marks.get(panel.id, {}) if showing.view and showing.view.own else {}
    own = {n: reader.value(mark) for n, mark in known.items()}
    rows = [_row(board, row, free, own, reader) for row in range(board.rows)]
    widths = h("colgroup", h("col", class_="rows"), h("col", span=board.columns))
    table = h(
        "table",
        h("caption", reader.say("The board of {title}", title=panel.title)),
        widths,
        _head(board),
        h("tbody", rows),
        class_="board",
    )
    if asked is None:
        return table
    hidden = h("input", type="hidden", name="question", value=asked.id)
    return h("form", hidden, table, method="post", action=f"/g/{showing.id}/answer")


def _of(asked: Asked, panel: Panel) -> bool:
    return asked.id.partition("#")[0] == panel.id


def _head(board: Board) -> Markup:
    columns = [h("th", column, scope="col") for column in range(1, board.columns + 1)]
    return h("thead", h("tr", h("td"), columns))


def _broken(face: str) -> Child:
    """Amounts may be broken after their commas, so that they fit a phone's squares."""
    first, *rest = face.split(",")
    return [first, [[",", h("wbr"), piece] for piece in rest]]


def _row(board: Board, row: int, free: set[object], own: dict[int, str], reader: Reader) -> Markup:
    first = row * board.columns + 1
    letter = chr(ord("A") + row)
    squares: list[Child] = [
        _square(n, f"{letter}{n - first + 1}", board.cells.get(n), free=n in free, mark=own.get(n, ""), reader=reader)
        for n in range(first, first + board.columns)
    ]
    return h("tr", h("th", letter, scope="row"), squares)


def _square(n: int, name: str, cell: Cell | None, *, free: bool, mark: str, reader: Reader) -> Markup:
    known = h("small", mark, class_="mark") if mark else None
    if cell is not None:
        by = reader.names.get(cell.note, cell.note)
        return h(
            "td",
            h("b", _broken(reader.value(cell.face))),
            h("small", by) if by else None,
            known,
            class_=f"open {cell.kind}",
        )
    number = h("span", n, class_="number")
    named = ", ".join(word for word in (name, f"square {n}", mark) if word)
    if not free:
        return h("td", number, known, class_="closed", aria_label=f"{named}, closed")
    label = f"Select {named}"
    return h("td", h("button", number, known, name="value", value=n, aria_label=label), class_="closed free")
