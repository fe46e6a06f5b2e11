"""Pictures spelled in 30 columns, good to hear as well as to see: for chats, threads, terminals and screen readers.

What is closed stands in brackets where something lies open beside it; what is out of the game is a stroke.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from typing import Any

from engine.kernel import Reader, Words
from engine.kernel.picture import SHUT_CELL, Cards, Cell, Grid, Meter, Picture, Pile, Quiz, Saying, Slip, Track
from engine.kernel.view import Board, Panel

WIDTH, ENDLESS = 30, 10_000
BAR = 20  # of a scale
AHEAD = 3  # spaces that are named before the first player on a track
HARD = "\u00a0"  # a space at which no line ends
HERE, OUT = "▶", "-"
MARKS = {"right": "✓", "wrong": "✗", "chosen": "*", "here": "*"}
PROSE = (Quiz,)  # what is better read than looked at: sentences, whose lines may be longer


def format_picture_text(picture: Picture, reader: Reader, width: int = WIDTH) -> list[str]:
    """Return a picture (grid, track, cards …) as lines of text of at most `width` letters where they can be wrapped:
    title, content and notes.
    """
    title, notes = _format_wrapped([picture.title], reader, width), _format_wrapped(picture.notes, reader, width)
    return [*title, *SPELLERS[type(picture)](picture, reader, width), *notes]


def format_picture_texts(pictures: Iterable[Picture], reader: Reader) -> list[str]:
    """Return several pictures as lines of at most thirty letters where they can be wrapped, one picture below the
    other.
    """
    return [line for picture in pictures for line in format_picture_text(picture, reader)]


def _format_wrapped(words: Iterable[Words], reader: Reader, width: int) -> list[str]:
    """Return several texts wrapped to this width, as lines."""
    return [line for each in words for line in _wrap_line(reader.format_value(each), width)]


def _wrap_line(text: str, width: int, hang: str = "") -> list[str]:
    """Return a text as lines wrapped at this width, all but the first indented with `hang`, none for an empty text;
    spaces that separate columns stay.
    """
    if len(text) <= width:
        return [text] if text else []
    return textwrap.wrap(text, width, subsequent_indent=hang, break_on_hyphens=False)


def _format_flow(items: Iterable[str], width: int, lead: str = "") -> list[str]:
    """Return items joined by commas, after the text `lead`, as lines wrapped at this width without a break inside an
    item.
    """
    text = ", ".join(_protect_spaces(item, width) for item in items)
    return [line.replace(HARD, " ") for line in _wrap_line(f"{lead}{text}", width)] if text else []


def _protect_spaces(item: str, width: int) -> str:
    """Return an item with hard spaces, so that it is not broken, if it fits a line."""
    return item.replace(" ", HARD) if len(item) < width - 2 else item


# -- cells in rows


def _format_grid(picture: Grid, reader: Reader, width: int) -> list[str]:
    """Return a grid as lines of text in columns; if it is too wide, each row as a text of its own, wrapped, without the
    column names. In the shape `line` the cells are joined by commas, without those that are struck out.
    """
    if picture.shape == "line":
        return _format_flow(
            (_format_marked_cell(cell, reader) for cell in picture.cells if cell.mark != "struck"), width
        )
    bare = all(cell.kind == SHUT_CELL for cell in picture.cells)
    texts = [_format_cell(cell, reader, bare=bare) for cell in picture.cells]
    heads, rows = [[reader.format_value(word) for word in words] for words in (picture.heads, picture.rows)]
    cells = [texts[at : at + picture.columns] for at in range(0, len(texts), picture.columns)]
    lead = max(map(len, rows), default=-1) + 1
    broad = [max(map(len, column)) for column in zip_longest(*cells, heads, fillvalue="")]
    if lead + sum(broad) + len(broad) - 1 > width:  # it cannot stand as it is
        return [
            line for n, row in enumerate(cells) for line in _format_flow(row, width, _format_row_start(rows, n, lead))
        ]
    gap = "  " if lead + sum(broad) + 2 * len(broad) - 2 <= width else " "
    lines = [
        *([("", heads)] if heads else []),
        *((_format_row_start(rows, n, lead), row) for n, row in enumerate(cells)),
    ]
    return [f"{start:<{lead}}{gap.join(map(str.rjust, row, broad))}".rstrip() for start, row in lines]


def _format_row_start(rows: Sequence[str], n: int, lead: int) -> str:
    """Return the name of row `n`, filled up to the width `lead`; empty if the rows have no names."""
    return f"{rows[n]:<{lead}}" if n < len(rows) else ""


def _format_cell(cell: Cell, reader: Reader, *, bare: bool) -> str:
    """Return a cell of a grid as text, its note after a colon: a closed one in brackets and without the note (no
    brackets if `bare`, or if it only shows `?`), a struck-out one as a stroke.
    """
    face, note = reader.format_value(cell.face), reader.format_value(cell.note)
    if cell.mark == "struck":
        return OUT
    if cell.kind == SHUT_CELL:
        return face if bare or face == "?" else f"({face})"
    return f"{face}:{note}" if note else face


def _format_marked_cell(cell: Cell, reader: Reader) -> str:
    """Return a cell as text: its face, a sign for its mark if it has one, and its note in brackets."""
    face, note = reader.format_value(cell.face), reader.format_value(cell.note)
    marked = face + MARKS.get(cell.mark, "")
    return f"{marked} ({note})" if note else marked


# -- tracks


def _format_track(picture: Track, reader: Reader, width: int) -> list[str]:
    """Return a track as lines of text: for a straight one a bar with the players on it, where each stands if there are
    several, and the names of the next three spaces ahead of the foremost; an upright or ring-shaped one has a form of
    its own.
    """
    if picture.shape == "upright":
        return _format_ladder(picture, reader, width)
    if picture.shape == "ring":
        return _format_ring(picture, reader, width)
    stands = {token.at for token in picture.tokens} or {0}
    at, last = max(stands), len(picture.spaces)
    bar = "".join("@" if n in stands else "=" if n < at else OUT for n in range(min(*stands, 1), last + 1))
    who = (
        [f"{reader.format_value(token.who)}: {token.at}" for token in picture.tokens] if len(picture.tokens) > 1 else []
    )
    named = [line for text in who for line in _wrap_line(text, width, "  ")]
    faces = [face for cell in picture.spaces[at : at + AHEAD] if (face := reader.format_value(cell.face))]
    return [bar, *named, *_format_flow(faces, width, reader.format_sentence("Next: "))]


def _format_ladder(picture: Track, reader: Reader, width: int) -> list[str]:
    """Return a ladder-shaped track as lines from the top down, each with the players on that rung, who stand in lines
    below if they do not fit beside it; a rung marked `next` or `here` gets a sign. Players who are on no rung yet are
    left out.
    """
    faces = [reader.format_value(cell.face) for cell in picture.spaces]
    broad = max(map(len, faces), default=0)
    found: list[str] = []
    for n, cell in reversed(list(enumerate(picture.spaces, 1))):
        who = [reader.format_value(token.who) for token in picture.tokens if token.at == n]
        sign = HERE if cell.mark in ("next", "here") else " "
        line = f"{sign}{n:>2}  {faces[n - 1]:>{broad}} {reader.format_value(cell.note)}".rstrip()
        named = f"{line} {', '.join(who)}"
        found += [named] if who and len(named) <= width else [line, *_format_flow(who, width, "    ")]
    return found


def _format_ring(picture: Track, reader: Reader, width: int) -> list[str]:
    """Return a ring-shaped track as lines: who stands where (without players who are not on it yet), who owns which
    space, and all spaces in order.
    """
    faces = [reader.format_value(cell.face) for cell in picture.spaces]
    stand = [
        reader.format_sentence("{who}: {n}, {face}", who=token.who, n=token.at, face=faces[token.at - 1])
        for token in picture.tokens
        if token.at
    ]
    own = [
        reader.format_sentence("{face} (space {n}) is {who}’s", face=faces[n - 1], n=n, who=cell.who)
        for n, cell in enumerate(picture.spaces, 1)
        if cell.who
    ]
    found = [line for text in [*stand, *own] for line in _wrap_line(text, width, "  ")]
    return [*found, *_format_flow((f"{n} {face}" for n, face in enumerate(faces, 1)), width)]


# -- cards and scales


def _format_cards(picture: Cards, reader: Reader, width: int) -> list[str]:
    """Return all piles of cards as lines of text."""
    return [line for pile in picture.piles for line in _format_pile(pile, reader, width)]


def _format_pile(pile: Pile, reader: Reader, width: int) -> list[str]:
    """Return a pile of cards as lines: owner, name, its open cards and the number of those face down, or a stroke if it
    is empty. Single-word cards are separated by spaces, longer names by commas.
    """
    faces = [_format_marked_cell(card, reader) for card in pile.cards]
    gap = ", " if any(" " in face for face in faces) else " "
    cards = gap.join(_protect_spaces(face, width) for face in faces)
    backs = reader.format_sentence("{n} face down", n=pile.backs) if pile.backs else ""
    who = [reader.format_value(pile.who)] if pile.who else []
    held = ", ".join(filter(None, (cards, backs))) or OUT
    text = ": ".join([*who, *filter(None, [reader.format_value(pile.name)]), held])
    return [line.replace(HARD, " ") for line in _wrap_line(text, width, "  ")]


def _format_meter(picture: Meter, reader: Reader, width: int) -> list[str]:
    """Return a scale as lines of text: its face, a bar filled up to its value, and the names of its points."""
    share = (picture.value - picture.low) * BAR // max(1, picture.high - picture.low)
    points = _format_wrapped((point.face for point in picture.points), reader, width)
    return [*_format_wrapped([picture.face], reader, width), f"[{'#' * share:-<{BAR}}]", *points]


# -- questions and bids


def _format_quiz(picture: Quiz, reader: Reader, width: int) -> list[str]:
    """Return a quiz question as lines of text: the question, its answers with their marks (a struck-out one as a
    stroke), who has locked in an answer, and what was said.
    """
    answers = [OUT if cell.mark == "struck" else _format_marked_cell(cell, reader) for cell in picture.answers]
    found = [line for text in answers for line in _wrap_line(text, width, "   ")]
    locked = reader.format_sentence("Locked in: {who}", who=picture.locked) if picture.locked else ""
    said = _format_sayings(picture.said, reader, width)
    return [*_format_wrapped([picture.question], reader, width), *found, *_wrap_line(locked, width, "  "), *said]


def _format_bid_slip(picture: Slip, reader: Reader, width: int) -> list[str]:
    """Return a round of sealed bids as lines of text: the viewer's own bid, who has handed in, who has not, and the
    open bids.
    """
    handed = reader.format_sentence("Handed in: {who}", who=picture.handed) if picture.handed else ""
    waiting = reader.format_sentence("Still to bid: {who}", who=picture.waiting) if picture.waiting else ""
    own = reader.format_sentence("Your bid: {n:n}", n=picture.own) if picture.own is not None else ""
    told = [line for text in (own, handed, waiting) for line in _wrap_line(text, width, "  ")]
    return [*told, *_format_sayings(picture.bids, reader, width)]


def _format_sayings(said: Iterable[Saying], reader: Reader, width: int) -> list[str]:
    """Return, for each person, what they said or bid and a sign for its mark as a line of text, wrapped if it is too
    long.
    """
    lines = (
        f"{reader.format_value(each.who)}: {reader.format_value(each.what, 'n')}{MARKS.get(each.mark, '')}"
        for each in said
    )
    return [line for text in lines for line in _wrap_line(text, width, "  ")]


SPELLERS: dict[type[Any], Callable[[Any, Reader, int], list[str]]] = {
    Grid: _format_grid,
    Track: _format_track,
    Cards: _format_cards,
    Meter: _format_meter,
    Quiz: _format_quiz,
    Slip: _format_bid_slip,
}


CELL_WIDTH = 5  # of a square in a grid for a phone
AMOUNT = re.compile(r"([-−]?)([^\d\s-]?)(\d[\d,. ]*)")
STEPS = ((1_000_000_000, "B"), (1_000_000, "M"), (1_000, "k"))


def format_panel_grid(panel: Panel, reader: Reader) -> list[str]:
    """Return a table, without its title and players, as lines of monospaced letters that fit a phone: the board's rows,
    each after its letter, then its pictures.
    """
    board = panel.board or Board(0, 0)
    squares = [_format_narrow_cell(board.cells.get(n), n, reader) for n in range(1, board.rows * board.columns + 1)]
    rows = [squares[at : at + board.columns] for at in range(0, len(squares), board.columns or 1)]
    lines = [f"{chr(ord('A') + n)} {' '.join(each.rjust(CELL_WIDTH) for each in row)}" for n, row in enumerate(rows)]
    return [*lines, *format_picture_texts(panel.pictures, reader)]


def _format_narrow_cell(cell: Cell | None, n: int, reader: Reader) -> str:
    """Return square number `n` of a board in at most five letters, to fit a phone: its number in brackets while it is
    closed, sums from a thousand up in thousands, millions or billions, other texts cut.
    """
    if cell is None:
        return f"({n})"
    face = reader.format_value(cell.face)
    amount = AMOUNT.fullmatch(face)
    digits = "".join(filter(str.isdigit, amount[3])) if amount else ""
    for step, sign in STEPS:
        if digits and int(digits) >= step:
            return f"{amount[1] if amount else ''}{int(digits) / step:.3g}{sign}"[:CELL_WIDTH]
    return face[:CELL_WIDTH]


def format_alt_text(panel: Panel, reader: Reader) -> str:
    """Return a table's title, its board row by row, and its pictures as one text, for people who cannot see the picture
    of it.
    """
    board = panel.board or Board(0, 0)
    rows = []
    for row in range(board.rows):
        first = row * board.columns + 1
        faces = [_format_alt_cell(board.cells.get(n), n, reader) for n in range(first, first + board.columns)]
        rows.append(f"{reader.format_sentence('Row {letter}', letter=chr(ord('A') + row))}: {', '.join(faces)}.")
    drawn = "; ".join(line for picture in panel.pictures for line in format_picture_text(picture, reader, ENDLESS))
    return f"{reader.format_value(panel.title)}. " + " ".join([*rows, *([f"{drawn}."] if drawn else [])])


def _format_alt_cell(cell: Cell | None, n: int, reader: Reader) -> str:
    """Return a square in words: what lies there and who opened it, or its number and that it is closed."""
    if cell is None:
        return reader.format_sentence("{n} closed", n=n)
    by = reader.names.get(cell.who, cell.who)
    face = reader.format_value(cell.face)
    return f"{face} ({by})" if by else face
