"""A board as a real grid of doors. A first tap only chooses a square; what can be done with it stands in the dock."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from engine.kernel.picture import Cell
from engine.kernel.view import Board, Panel, SquareNote
from host.doors.web.files import render_icon
from host.doors.web.markup import players
from host.doors.web.markup.html import Child, Markup, h, join_markup
from host.doors.web.table.page_context import PageContext

LONG, SOFT_HYPHEN = re.compile(r"[A-Za-z]{12,}"), "\u00ad"
DIGIT = re.compile(r"\d")
SEVEN, WIDE_AMOUNT, WIDE = 7, 10, 5  # digits of large cash, letters of an amount, columns
ICONS = {"loss", "cash", "big", "booster", "minigame", "event", "changer", "vintage", "bomb"}


SquareNotes = Mapping[int, SquareNote]


class SquareLook(NamedTuple):
    """All that one square of a board shows to the viewer; equal ones are rendered once."""

    n: int
    name: str  # B4, say
    cell: Cell | None  # what lies there, once it is open
    note: SquareNote | None  # what the viewer alone knows of it
    locked: str  # who has locked it in
    nth: int  # its place on the viewer's list
    free: bool  # can the viewer choose it?
    state: str | None


def render_board(context: PageContext, panel: Panel, board: Board, free: set[object]) -> Markup:
    """Render the board of one table; the squares in `free` are buttons. Rows without anything private to the viewer are
    cached for all viewers.
    """
    view = context.shown.view
    notes = view.own.notes.get(panel.id, {}) if view and view.own else {}
    wishes = view.own.wishes.get(panel.id, []) if view and view.own else []
    mine = {*notes, *wishes, *context.query.named, context.query.chosen}
    rows = []
    for row in range(board.rows):
        squares = range(row * board.columns + 1, (row + 1) * board.columns + 1)
        can = tuple([n for n in squares if n in free])
        if mine.isdisjoint(squares):
            draw = partial(_render_board_row, board=board, row=row, can=can, notes={}, wishes=[])
            lies = (board.columns, *map(board.cells.get, squares), *map(board.locked.get, squares))
            rows.append(context.render_for_all(("row", panel.id, row, can), draw, of=lies))
        else:
            rows.append(_render_board_row(context, board, row, can, notes, wishes))
    caption = h("caption", context.say("The board of {title}", title=panel.title))
    table = h("table", caption, _render_column_heads(board.columns), h("tbody", rows), class_="board")
    if not free:
        return table
    kept = {"table": context.query.table, "named": ",".join(map(str, context.query.named))}
    shown = [h("input", type="hidden", name=name, value=value) for name, value in kept.items() if value]
    return h("form", shown, table, method="get", action=f"/g/{context.shown.id}#dock", class_="doors-form")


def format_size_class(board: Board) -> str:
    """Return a CSS class for boards that are lower or wider than usual."""
    if board.columns > WIDE or board.rows > WIDE:
        return " wide"
    return " r4" if board.rows < WIDE else ""


def find_square_kind(cell: Cell) -> str:
    """Return the kind of an open square, by which it is styled: that of what lies there, or `big` for cash of seven
    digits.
    """
    return "big" if cell.kind == "cash" and len(DIGIT.findall(str(cell.face))) >= SEVEN else cell.kind


@lru_cache(maxsize=1024)
def _format_square_name(columns: int, n: int) -> str:
    return f"{format_row_name((n - 1) // columns)}{(n - 1) % columns + 1}"


@lru_cache(maxsize=64)
def _render_column_heads(columns: int) -> Markup:
    numbers = [h("th", h("span", n, class_="unseen"), scope="col") for n in range(1, columns + 1)]
    return h("thead", h("tr", h("td", class_="corner"), numbers))


def _build_square_look(
    context: PageContext, board: Board, n: int, free: Container[int], notes: SquareNotes, wishes: list[int]
) -> SquareLook:
    """Collect everything that one square shows to the viewer."""
    can = n in free
    state = None if not can else "ajar" if context.query.chosen == n else "named" if n in context.query.named else None
    nth = wishes.index(n) + 1 if n in wishes else 0
    name = _format_square_name(board.columns, n)
    return SquareLook(n, name, board.cells.get(n), notes.get(n), board.locked.get(n, ""), nth, can, state)


def _render_board_row(
    context: PageContext,
    board: Board,
    row: int,
    can: Container[int],
    notes: Mapping[int, SquareNote],
    wishes: list[int],
) -> Markup:
    """Render one row, from the cache if its squares have not changed."""
    squares = range(row * board.columns + 1, (row + 1) * board.columns + 1)
    looks = [_build_square_look(context, board, n, can, notes, wishes) for n in squares]
    own = any(_shows_own(look, context.shown.you) for look in looks)
    draw = partial(_render_row_squares, context, row, looks)
    return context.render_cached(("row", row, *looks), draw, own=own)


def _shows_own(look: SquareLook, you: str) -> bool:
    """Return whether this viewer sees the square otherwise than other people do (their own note, lock or find), so that
    it cannot be cached for all.
    """
    return bool(look.note or look.nth) or you in (look.locked, look.cell.who if look.cell else None)


def _render_row_squares(context: PageContext, row: int, looks: Sequence[SquareLook]) -> Markup:
    squares = [_render_board_square(context, look) for look in looks]
    return h("tr", h("th", h("span", format_row_name(row), class_="unseen"), scope="row"), squares)


def _render_board_square(context: PageContext, look: SquareLook) -> Markup:
    own = _shows_own(look, context.shown.you)
    return context.render_cached(("square", look), partial(_render_uncached_square, context, look), own=own)


def _render_uncached_square(context: PageContext, look: SquareLook) -> Markup:
    """Render one square of the board: what lies there, or a closed door."""
    cell = look.cell
    drawn = (
        _render_open_square(context, cell, look.n, look.note, free=look.free) if cell else _render_door(context, look)
    )
    return h("td", drawn, class_=look.state, data_n=look.n)


def format_row_name(row: int) -> str:
    """Return the name of a row: A to Z, then AA, AB and so on."""
    return (format_row_name(row // 26 - 1) if row >= 26 else "") + chr(ord("A") + row % 26)


def _render_open_square(context: PageContext, cell: Cell, n: int, note: SquareNote | None, *, free: bool) -> Markup:
    """Render an open square of the board, with a link to its rule unless it can be chosen."""
    kind, face, by = (
        find_square_kind(cell),
        context.format_words(cell.face),
        context.format_words(cell.who) if cell.who else "",
    )
    told = [context.format_words(cell.note) if cell.note else "", context.say("opened by {who}", who=by) if by else ""]
    words = ", ".join(filter(None, [*told, context.format_words(note.words) if note else ""]))
    sign = players.render_player_token(context, cell.who, "s") if cell.who else None
    rule = None if free or context.find_rule(cell.face) is None else context.format_rule_url(cell.face)
    return _render_open_face(n, kind, face, sign, words, rule, free=free)


# Squares look alike to nearly everybody: each is drawn once.
@lru_cache(maxsize=8192)
def _render_open_face(
    n: int, kind: str, face: str, sign: Markup | None, words: str, rule: str | None, *, free: bool
) -> Markup:
    amount = (face[-1:].isdigit() or face[-1:] == "%") and " " not in face
    inner = [
        h("span", f"{n}: ", class_="unseen"),
        render_icon(kind) if kind in ICONS else None,
        sign,
        h(
            "span",
            face if amount else _hyphenate_long_words(face),
            class_=_format_amount_class(face) if amount else None,
        ),
        h("span", f", {words}", class_="unseen") if words else None,
    ]
    if free:
        return h("button", inner, name="square", value=n, id=f"s{n}", class_=f"sq {kind}")
    if rule is None:
        return h("span", inner, class_=f"sq {kind}")
    return h("a", inner, href=rule, class_=f"sq {kind}")


def _format_amount_class(face: str) -> str:
    return "n long" if len(face) >= WIDE_AMOUNT else "n"


def _hyphenate_long_words(face: str) -> str:
    """Insert soft hyphens into long words, so that they fit a phone's small squares; amounts are never broken."""
    return LONG.sub(lambda word: _split_with_soft_hyphen(word[0]), face)


def _split_with_soft_hyphen(word: str) -> str:
    half = (len(word) + 1) // 2
    return f"{word[:half]}{SOFT_HYPHEN}{word[half:]}"


class SquareClaim(NamedTuple):
    """A lock or a list number on a closed square: its sign, and words for screen readers."""

    sign: Child
    words: str


def _list_square_claims(context: PageContext, look: SquareLook) -> list[SquareClaim]:
    found = []
    if who := look.locked:
        sign = h(
            "i", render_icon("lock"), players.render_player_token(context, who, "s"), class_="claim", aria_hidden="true"
        )
        found.append(SquareClaim(sign, context.say("locked by {who}", who=who)))
    if at := look.nth:
        found.append(
            SquareClaim(h("i", at, class_="nth", aria_hidden="true"), context.say("number {n} on your list", n=at))
        )
    return found


def _render_door(context: PageContext, look: SquareLook) -> Markup:
    n, known, claims = look.n, look.note, _list_square_claims(context, look)
    told = ", ".join([*([context.format_words(known.words)] if known else []), *(claim.words for claim in claims)])
    beside = join_markup(_render_own_note(context, known) if known else None, [claim.sign for claim in claims])
    state = "door mk" if known else "door"
    if not look.free:
        return _render_closed_door(n, beside, ", ".join(filter(None, [told, context.say("closed")])), state)
    named = ", ".join(
        word for word in (look.name, context.say("{place} {n}", place=context.shown.place, n=n), told) if word
    )
    return _render_door_button(n, beside, named, state, told)


@lru_cache(maxsize=2048)
def _render_closed_door(n: int, beside: Markup, spoken: str, state: str) -> Markup:
    return h("span", h("span", n), beside, h("i", " ", spoken, class_="unseen"), class_=state)


@lru_cache(maxsize=2048)
def _render_door_button(n: int, beside: Markup, named: str, state: str, told: str) -> Markup:
    inner = [h("span", n), beside]
    return h(
        "button", inner, name="square", value=n, aria_label=named, id=f"s{n}", class_=state, data_known=told or None
    )


def _render_own_note(context: PageContext, note: SquareNote) -> Markup:
    """Render what the viewer alone knows of a closed square, with an eye if it was seen."""
    kind = note.kind if note.kind in ICONS else ""
    if kind and not note.seen:
        return h("em", render_icon(kind), class_=f"own {kind}", aria_hidden="true")
    words = note.seen or note.words
    return h("em", render_icon("eye"), context.format_words(words), class_=kind or None, aria_hidden="true")
