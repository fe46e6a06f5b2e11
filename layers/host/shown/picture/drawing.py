"""Typed pictures as images: one function for each kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from engine.kernel import Reader
from engine.kernel.picture import SHUT, Cards, Cell, Grid, Meter, Picture, Pile, Quiz, Saying, Slip, Token, Track
from host.shown.picture.ink import CLOSED, FILL, INK, LINE, NOW, PAPER, Box, ink_on, name, name_within, words, wrapped
from host.shown.picture.writing import width, write

WIDTH = 640  # of all of them, so that they stand together
EDGE, GAP, TEXT, ROW, SMALL = 34, 6, 20, 30, 17
TALL = {"squares": 70, "doors": 92, "bulbs": 70, "dice": 80, "line": 40}
CARD = (94, 80)
ABREAST, COLUMN, LEAF, NOTED = 3, 180, 26, 48  # columns, how broad they should be, how tall a card is there, its note
NARROW = (Cards, Grid, Slip)  # what can be drawn in any width
SHORT = 96  # how broad a name is beside a track
SPACE, STRIP = 76, 24  # how tall a space of a ring is, and what whoever stands there takes of it
RIM = {"right": "#15803d", "wrong": "#b91c1c", "chosen": NOW, "here": NOW, "next": NOW}  # of what is marked


class Canvas(NamedTuple):
    """Something to draw on, and how it is read."""

    draw: ImageDraw.ImageDraw
    reader: Reader
    wide: int = WIDTH


Painter = Callable[[Canvas, Any, float], float]


def drawn(picture: Picture, reader: Reader, wide: int = WIDTH) -> Image.Image:
    """Title, picture and notes, one below the other. It is drawn twice: the first time shows how tall it is."""
    height = int(_whole(Canvas(ImageDraw.Draw(Image.new("RGB", (1, 1))), reader, wide), picture)) + GAP
    image = Image.new("RGB", (wide, height), PAPER)
    _whole(Canvas(ImageDraw.Draw(image), reader, wide), picture)
    return image


def _whole(sheet: Canvas, picture: Picture) -> float:
    top = _lines(sheet, [sheet.reader.value(picture.title)], 0.0)
    top = PAINTERS[type(picture)](sheet, picture, top)
    return _lines(sheet, [sheet.reader.value(note) for note in picture.notes], top, SMALL)


def _lines(sheet: Canvas, texts: Sequence[str], top: float, size: int = TEXT) -> float:
    """Sentences from here on down; gives where they end."""
    row = size * ROW / TEXT
    for text in texts:
        for line in wrapped(text, size, sheet.wide - 2 * EDGE) if text else []:
            write(sheet.draw, (EDGE, top + row / 2), line, INK, size, "lm")
            top += row
    return top


def _cell(sheet: Canvas, cell: Cell, box: Box, shape: str = "squares", head: int = 0) -> None:
    """One cell: its colour, what it reads as below a head that is left free, who owns it, and what is marked."""
    left, top, right, bottom = box
    fill, line, width = FILL.get(cell.kind, PAPER), RIM.get(cell.mark, LINE), 5 if cell.mark in RIM else 2
    if shape == "bulbs":
        sheet.draw.ellipse(box, fill, line, width)
    else:
        sheet.draw.rounded_rectangle(box, 10, fill, line, width)
    if shape == "doors" and cell.kind == SHUT:
        sheet.draw.ellipse((right - 16, bottom - 30, right - 8, bottom - 22), LINE)
    small, below = sheet.reader.value(cell.note), (left + 4, bottom - 22, right - 4, bottom - 3)
    space = (left + 6, top + 4 + head, right - 6, bottom - (22 if small or cell.who else 4))
    words(sheet.draw, space, sheet.reader.value(cell.face), ink_on(cell.kind))
    if small:
        words(sheet.draw, below, small, ink_on(cell.kind))
    elif cell.who:
        name(sheet.draw, below, cell.who, sheet.reader, ink_on(cell.kind))
    if cell.mark in ("struck", "wrong"):
        sheet.draw.line((left, bottom, right, top), line, 4)
    elif cell.mark == "right":
        sheet.draw.line(((left + 8, bottom - 16), (left + 16, bottom - 8), (left + 32, bottom - 26)), line, 5)


# -- cells in rows


def _grid(sheet: Canvas, picture: Grid, top: float) -> float:
    if picture.shape == "line":
        return _flowing(sheet, picture.cells, top)
    columns, tall = max(1, picture.columns), TALL[picture.shape]
    names = [sheet.reader.value(word) for word in picture.rows]
    left = EDGE + max((width(row, TEXT) + 10 for row in names), default=0)
    wide = min(sheet.wide - EDGE - left, columns * 150) / columns
    for column, word in enumerate(picture.heads):
        place = (left + (column + 0.5) * wide, top + ROW / 2)
        write(sheet.draw, place, sheet.reader.value(word), INK, TEXT, "mm")
    top += ROW if picture.heads else 0
    if picture.shape in ("bulbs", "dice"):
        wide = tall = int(min(tall, wide))
    for n, cell in enumerate(picture.cells):
        row, column = divmod(n, columns)
        x, y = left + column * wide, top + row * tall
        _cell(sheet, cell, (x + 2, y + 2, x + wide - 3, y + tall - 3), picture.shape)
        if not column and row < len(names):
            write(sheet.draw, (EDGE, y + tall / 2), names[row], INK, TEXT, "lm")
    return top + -(-len(picture.cells) // columns) * tall + GAP


def _flowing(sheet: Canvas, cells: Sequence[Cell], top: float) -> float:
    """A list, as many of it in a row as there is room."""
    x = float(EDGE)
    for cell in cells:
        note = sheet.reader.value(cell.note)
        text = f"{sheet.reader.value(cell.face)} ({note})" if note else sheet.reader.value(cell.face)
        wide = min(width(text, 17) + 24, sheet.wide - 2 * EDGE)
        if x + wide > sheet.wide - EDGE and x > EDGE:
            x, top = float(EDGE), top + TALL["line"]
        _cell(sheet, Cell(text, cell.kind, mark=cell.mark), (x, top + 2, x + wide - 4, top + TALL["line"] - 3))
        x += wide
    return top + (TALL["line"] + GAP if cells else 0)


# -- tracks


def _track(sheet: Canvas, picture: Track, top: float) -> float:
    if picture.shape == "upright":
        return _ladder(sheet, picture, top)
    if picture.shape == "ring":
        return _ring(sheet, picture, top)
    wide = (WIDTH - 2 * EDGE) / (len(picture.spaces) + 1)
    for n, cell in enumerate((Cell(""), *picture.spaces)):
        box = (EDGE + n * wide, top + ROW, EDGE + (n + 1) * wide - 3, top + ROW + 40)
        _cell(sheet, cell, box)
        _tokens(sheet, picture.tokens, n, (box[0], top))
    return top + ROW + 40 + GAP


def _ladder(sheet: Canvas, picture: Track, top: float) -> float:
    for n, cell in reversed(list(enumerate(picture.spaces, 1))):
        write(sheet.draw, (EDGE + 30, top + ROW / 2), str(n), INK, TEXT, "rm")
        note = sheet.reader.value(cell.note)
        text = f"{sheet.reader.value(cell.face)}  {note}" if note else cell.face
        _cell(sheet, Cell(text, cell.kind, mark=cell.mark), (EDGE + 40, top, EDGE + 320, top + ROW - 2))
        _tokens(sheet, picture.tokens, n, (EDGE + 330, top))
        top += ROW
    _tokens(sheet, picture.tokens, 0, (EDGE + 330, top))
    return top + (ROW if any(not token.at for token in picture.tokens) else 0) + GAP


def _ring(sheet: Canvas, picture: Track, top: float) -> float:
    """Clockwise from the top left corner, round a square of spaces. Who owns one of them wears its colour."""
    side = -(-len(picture.spaces) // 4)
    size = (WIDTH - 2 * EDGE) / (side + 1)
    worn = {sheet.reader.value(it.who): FILL[it.kind] for it in picture.spaces if it.who and it.kind in FILL}
    for n, (cell, (column, row)) in enumerate(zip(picture.spaces, _around(side), strict=False), 1):
        x, y = EDGE + column * size, top + row * SPACE
        here = [token for token in picture.tokens if token.at == n]
        named = Cell(cell.face, cell.kind, mark=cell.mark, who=cell.who)  # the rest has no room
        _cell(sheet, named, (x + 1, y + 1, x + size - 2, y + SPACE - 2), head=STRIP if here else 0)
        for at, token in enumerate(here):
            room = (size - 8) / len(here)
            fill = worn.get(sheet.reader.value(token.who), NOW)
            _named(sheet, token, (x + 5 + at * room, y + 5, x + 3 + (at + 1) * room, y + STRIP), fill)
    return top + (side + 1) * SPACE + GAP


def hollow(picture: Picture) -> Box | None:
    """The room that the spaces of a ring leave in their middle, below its title."""
    if not isinstance(picture, Track) or picture.shape != "ring" or picture.title:
        return None
    side = -(-len(picture.spaces) // 4)
    size = (WIDTH - 2 * EDGE) / (side + 1)
    return (EDGE + size, SPACE, EDGE + side * size, side * SPACE)


def _named(sheet: Canvas, token: Token, box: Box, fill: str) -> None:
    """Whoever stands on a space with others has as much of its width as they."""
    left, top, right, bottom = box
    sheet.draw.rounded_rectangle(box, 10, fill, INK, 2)
    name(sheet.draw, (left + 3, top, right - 3, bottom), token.who, sheet.reader, PAPER if fill == NOW else INK)


def _around(side: int) -> Iterator[tuple[int, int]]:
    yield from ((n, 0) for n in range(side))
    yield from ((side, n) for n in range(side))
    yield from ((side - n, side) for n in range(side))
    yield from ((0, side - n) for n in range(side))


def _tokens(sheet: Canvas, tokens: Sequence[Token], at: int, place: tuple[float, float]) -> None:
    """Whoever stands here, by the beginning of their name."""
    x, y = place
    for token in tokens:
        if token.at == at:
            shown = name_within(sheet.reader, token.who, SHORT, 15)
            wide = width(shown, 15) + 12
            sheet.draw.rounded_rectangle((x, y + 3, x + wide, y + 25), 10, NOW)
            write(sheet.draw, (x + wide / 2, y + 14), shown, PAPER, 15, "mm")
            x += wide + 3


# -- cards and scales


def _cards(sheet: Canvas, picture: Cards, top: float) -> float:
    """Piles that lie open as rows of cards; of the others one line counts the backs. Hands of several owners fill the
    rows together, and piles of nobody's stand beside each other where all of their cards have something noted.
    """
    open_ = [pile for pile in picture.piles if pile.cards]
    if len({pile.who for pile in picture.piles} - {""}) > 1:
        return _hands(sheet, picture.piles, top)
    if len(open_) > 1 and all(cell.note for pile in open_ for cell in pile.cards):
        top = _columns(sheet, open_, top)
        return _lines(sheet, [_backs(sheet, picture.piles)], top, SMALL)
    for who, run in groupby(picture.piles, lambda pile: pile.who):
        piles, owner = list(run), f"{sheet.reader.value(who)}: " if who else ""
        shown, backs = [pile for pile in piles if pile.cards], _backs(sheet, piles)
        if who and shown and backs:
            owner, backs = f"{owner}{backs}. ", ""
        for pile in shown:
            top = _lines(sheet, [f"{owner}{sheet.reader.value(pile.name)}"], top, SMALL)
            top = _row(sheet, pile, top)
        top = _lines(sheet, [f"{owner}{backs}"] if backs else [], top, SMALL)
    return top


def _backs(sheet: Canvas, piles: Sequence[Pile]) -> str:
    """How many cards there are in each pile of which nothing lies open."""
    return ", ".join(f"{sheet.reader.value(pile.name)} × {pile.backs}" for pile in piles if not pile.cards)


def _hands(sheet: Canvas, piles: Sequence[Pile], top: float) -> float:
    """Each owner, as broad as two cards, with what lies face down; and behind, what lies open before them."""
    wide, tall = CARD
    in_a_row, at = int(sheet.wide - 2 * EDGE) // wide, 0
    for who, run in groupby(piles, lambda pile: pile.who):
        own = list(run)
        at += at % in_a_row == in_a_row - 1  # where there is room for one card only an owner has none
        named = Cell(sheet.reader.value(who), "shut", _backs(sheet, own))
        for cell, room in [(named, 2), *((cell, 1) for pile in own for cell in _faces(pile))]:
            row, column = divmod(at, in_a_row)
            x, y = EDGE + column * wide, top + row * tall
            _cell(sheet, cell, (x, y, x + room * wide - 5, y + tall - 5))
            at += room
    return top + -(-at // in_a_row) * tall + GAP


def _columns(sheet: Canvas, piles: Sequence[Pile], top: float) -> float:
    """Up to three piles beside each other, with a line for each card; where that is too narrow, with more."""
    wide, lowest = (sheet.wide - 2 * EDGE) / min(ABREAST, len(piles)), top
    tall = LEAF if wide >= COLUMN else 3 * LEAF // 2
    for n, pile in enumerate(piles):
        top = y = top if n % ABREAST else lowest
        x = EDGE + n % ABREAST * wide
        words(sheet.draw, (x, y, x + wide - 5, y + LEAF), sheet.reader.value(pile.name), INK)
        y += LEAF
        for cell in pile.cards:
            _leaf(sheet, cell, (x, y, x + wide - 5, y + tall - 2))
            y += tall
        lowest = max(lowest, y)
    return lowest + GAP


def _leaf(sheet: Canvas, cell: Cell, box: Box) -> None:
    """A card as a line: what it is, and what is noted of it behind; or both as one text."""
    left, top, right, bottom = box
    face, note = sheet.reader.value(cell.face), sheet.reader.value(cell.note)
    sheet.draw.rounded_rectangle(box, 6, FILL.get(cell.kind, PAPER), LINE, 1)
    if bottom - top > LEAF:
        words(sheet.draw, (left + 3, top + 1, right - 3, bottom - 1), f"{face} {note}", INK)
        return
    words(sheet.draw, (left + 3, top + 3, right - NOTED, bottom - 3), face, INK)
    words(sheet.draw, (right - NOTED, top + 3, right - 3, bottom - 3), note, INK)


def _faces(pile: Pile) -> list[Cell]:
    """What lies open of a pile, and, if anything does, one back with the number of those that are face down."""
    return [*pile.cards, *([Cell(f"× {pile.backs}", SHUT)] if pile.backs and pile.cards else [])]


def _row(sheet: Canvas, pile: Pile, top: float) -> float:
    """A row of cards."""
    each = _faces(pile)
    wide, tall = CARD
    in_a_row = (sheet.wide - 2 * EDGE) // wide
    for n, cell in enumerate(each):
        row, column = divmod(n, in_a_row)
        x, y = EDGE + column * wide, top + row * tall
        _cell(sheet, cell, (x, y, x + wide - 5, y + tall - 5))
    return top + -(-len(each) // in_a_row) * tall + GAP


def _meter(sheet: Canvas, picture: Meter, top: float) -> float:
    top = _lines(sheet, [sheet.reader.value(picture.face)], top)
    span, wide = max(1, picture.high - picture.low), WIDTH - 2 * EDGE
    sheet.draw.rectangle((EDGE, top, EDGE + wide, top + 26), CLOSED, LINE, 2)
    filled = wide * min(1.0, max(0.0, (picture.value - picture.low) / span))
    sheet.draw.rectangle((EDGE, top, EDGE + filled, top + 26), NOW)
    for point in picture.points:
        x = EDGE + wide * (point.at - picture.low) / span
        sheet.draw.line((x, top - 5, x, top + 31), INK, 3)
    return _lines(sheet, [sheet.reader.value(point.face) for point in picture.points], top + 26 + GAP)


# -- questions and bids


def _quiz(sheet: Canvas, picture: Quiz, top: float) -> float:
    top = _lines(sheet, [sheet.reader.value(picture.question)], top)
    for cell in picture.answers:
        _cell(sheet, cell, (EDGE, top, WIDTH - EDGE, top + 46))
        top += 50
    locked = sheet.reader.say("Locked in: {who}", who=picture.locked) if picture.locked else ""
    return _said(sheet, picture.said, _lines(sheet, [locked], top))


def _slip(sheet: Canvas, picture: Slip, top: float) -> float:
    told = [
        *([sheet.reader.say("Handed in: {who}", who=picture.handed)] if picture.handed else []),
        *([sheet.reader.say("Still to come: {who}", who=picture.waiting)] if picture.waiting else []),
    ]
    return _said(sheet, picture.bids, _lines(sheet, told, top))


def _said(sheet: Canvas, said: Sequence[Saying], top: float) -> float:
    return _lines(sheet, [f"{sheet.reader.value(it.who)}: {sheet.reader.value(it.what, 'n')}" for it in said], top)


PAINTERS: dict[type[Any], Painter] = {
    Grid: _grid,
    Track: _track,
    Cards: _cards,
    Meter: _meter,
    Quiz: _quiz,
    Slip: _slip,
}
