"""A board as a real grid: rows and columns have names, squares that a tap can do something with are buttons.

What a tap does (answer the question, lock in, peek) is chosen above the board, so that the board stands there once.
"""

from __future__ import annotations

import re

from engine.kernel import Play
from engine.kernel.picture import Cell
from engine.kernel.view import Board, Panel
from host.doors.web import asking
from host.doors.web.html import Child, Markup, h
from host.doors.web.page_context import PageContext
from host.said.answers import squares_of
from host.shown.views import Asked

LONG, SOFT_HYPHEN = re.compile(r"[A-Za-z]{8,}"), "\u00ad"
QUESTION, PLAY = "question:", "play:"  # what a tap may do, by the id or key after it
BY_TYPING = {"name": "by", "value": "typed"}


def grid(context: PageContext, panel: Panel, board: Board, *, own: bool) -> Markup:
    """The board of one table; the viewer's own can be tapped."""
    asked = _asked(context, panel)
    plays = [item for item in context.shown.plays if asking.on_board(item, panel)] if own else []
    free = squares_of(context.shown, asked) if asked else set()
    free |= {option.value for item in plays for option in item.options}
    view = context.shown.view
    known = view.own.marks.get(panel.id, {}) if view and view.own else {}
    marks = {n: context.name(mark) for n, mark in known.items()}
    rows = [_row(context, board, row, free, marks) for row in range(board.rows)]
    widths = h("colgroup", h("col", class_="rows"), h("col", span=board.columns))
    caption = h("caption", context.say("The board of {title}", title=panel.title))
    size = "board wide-board" if board.columns > 6 else "board"
    table = h("table", caption, widths, _head(board), h("tbody", rows), class_=size)
    if not free:
        return h("div", table, class_="wide")
    # Enter in the typed field presses the form's first button, which must not be square 1.
    enter = h("button", context.say("Do it"), **BY_TYPING, class_="unseen", tabindex="-1", aria_hidden="true")
    inner = [enter, _taps(context, panel, asked, plays), h("div", table, class_="wide"), _typed(context, panel)]
    return context.form("square", inner, class_="tap", id=f"tap-{asking.slug(panel.id)}")


def _asked(context: PageContext, panel: Panel) -> Asked | None:
    here = [asked for asked in asking.questions(context) if asked.id.partition("#")[0] == panel.id]
    return next((asked for asked in here if squares_of(context.shown, asked)), None)


def _taps(context: PageContext, panel: Panel, asked: Asked | None, plays: list[Play]) -> Markup:
    """What a tap on a square does. Nothing, at first, if nothing is asked: a slip must not cost a peek."""
    if asked is not None and not plays:
        return h("input", type="hidden", name="do", value=QUESTION + asked.id)
    first = h("option", _answering(context, asked), value=QUESTION + asked.id if asked else "")
    others = [h("option", context.say("does this: {what}", what=item.label), value=PLAY + item.key) for item in plays]
    name = f"do-{asking.slug(panel.id)}"
    label = h("label", context.say("A tap on a square"), for_=name)
    return h("p", label, h("select", first, others, name="do", id=name), class_="taps")


def _answering(context: PageContext, asked: Asked | None) -> str:
    return context.say("answers your question") if asked else context.say("does nothing")


def _typed(context: PageContext, panel: Panel) -> Markup:
    name = f"n-{asking.slug(panel.id)}"
    words = {"maxlength": 8, "autocomplete": "off", "placeholder": context.say("17 or B2")}
    label = h("label", context.say("or type it"), for_=name)
    go = h("button", context.say("Do it"), **BY_TYPING, id=f"{name}-do")
    return h("p", label, h("input", id=name, name="typed", **words), go, class_="typed small")


def _head(board: Board) -> Markup:
    columns = [h("th", column, scope="col") for column in range(1, board.columns + 1)]
    return h("thead", h("tr", h("td"), columns))


def _row(context: PageContext, board: Board, row: int, free: set[object], marks: dict[int, str]) -> Markup:
    first, letter = row * board.columns + 1, row_name(row)
    squares: list[Child] = []
    for n in range(first, first + board.columns):
        cell, name, mark = board.cells.get(n), f"{letter}{n - first + 1}", marks.get(n, "")
        free_here = n in free
        squares.append(
            _open(context, cell, n, mark, free=free_here) if cell else _closed(context, n, name, mark, free=free_here)
        )
    return h("tr", h("th", letter, scope="row"), squares)


def row_name(row: int) -> str:
    """A to Z, then AA, AB and so on."""
    return (row_name(row // 26 - 1) if row >= 26 else "") + chr(ord("A") + row % 26)


def _open(context: PageContext, cell: Cell, n: int, mark: str, *, free: bool) -> Markup:
    """What lies there leads to its rule, unless the square itself is an answer."""
    by, face = context.name(cell.who), _broken(context.name(cell.face))
    small = [h("small", by, class_="by") if by else None, h("small", mark, class_="mark") if mark else None]
    if free:
        button = h("button", h("b", face), small, name="value", value=n, id=f"s{n}")
        return h("td", button, class_=f"open {cell.kind} free")
    return h("td", h("b", context.taught(cell.face, face)), small, class_=f"open {cell.kind}")


def _broken(face: str) -> Child:
    """Amounts may be broken after their commas, and long words in their middle, so that they fit a phone's squares."""
    words = " ".join(LONG.sub(lambda word: _halved(word[0]), word) for word in face.split(" "))
    first, *rest = words.split(",")
    return [first, [[",", h("wbr"), piece] for piece in rest]]


def _halved(word: str) -> str:
    half = (len(word) + 1) // 2
    return f"{word[:half]}{SOFT_HYPHEN}{word[half:]}"


def _closed(context: PageContext, n: int, name: str, mark: str, *, free: bool) -> Markup:
    known = h("small", mark, class_="mark") if mark else None
    words = [h("span", n, class_="number"), known]
    named = ", ".join(word for word in (name, context.say("square {n}", n=n), mark) if word)
    state = "closed marked" if mark else "closed"
    if not free:
        return h("td", words, h("span", " ", context.say("closed"), class_="unseen"), class_=state)
    return h("td", h("button", words, name="value", value=n, aria_label=named, id=f"s{n}"), class_=f"{state} free")
