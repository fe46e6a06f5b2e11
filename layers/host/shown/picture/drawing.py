"""Typed pictures as images: one function for each kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from engine.kernel import Reader
from engine.kernel.picture import SHUT_CELL, Cards, Cell, Grid, Meter, Picture, Pile, Quiz, Saying, Slip, Token, Track
from host.shown.picture.painting import (
    CLOSED,
    FILL,
    INK,
    LINE,
    NOW,
    PAPER,
    Box,
    cut_name_to_width,
    measure_text,
    paint_name,
    paint_text,
    paint_words,
    pick_ink,
    wrap_text,
)

PICTURE_WIDTH = 640  # of all of them, so that they stand together
EDGE, GAP, TEXT, ROW, SMALL = 34, 6, 20, 30, 17
TALL = {"squares": 70, "doors": 92, "bulbs": 70, "dice": 80, "line": 40}
CARD = (94, 80)
ABREAST, COLUMN, LEAF, NOTED = 3, 180, 26, 48  # columns, how broad they should be, how tall a card is there, its note
NARROW = (Cards, Grid, Slip)  # what can be drawn in any width
TOKEN_NAME_WIDTH = 96  # how broad a name is beside a track
SPACE, STRIP = 76, 24  # how tall a space of a ring is, and what a player who stands there takes of it
RIM = {"right": "#15803d", "wrong": "#b91c1c", "chosen": NOW, "here": NOW, "next": NOW}  # of what is marked


class Canvas(NamedTuple):
    """An image to paint on, the reader for its texts, and its width."""

    draw: ImageDraw.ImageDraw
    reader: Reader
    wide: int = PICTURE_WIDTH


Painter = Callable[[Canvas, Any, float], float]


def render_picture_image(picture: Picture, reader: Reader, wide: int = PICTURE_WIDTH) -> Image.Image:
    """Render a picture with title and notes as an image; it is painted twice, the first time only to measure the
    height.
    """
    height = int(_paint_picture(Canvas(ImageDraw.Draw(Image.new("RGB", (1, 1))), reader, wide), picture)) + GAP
    image = Image.new("RGB", (wide, height), PAPER)
    _paint_picture(Canvas(ImageDraw.Draw(image), reader, wide), picture)
    return image


def _paint_picture(sheet: Canvas, picture: Picture) -> float:
    """Paint a picture's title, content and notes; return the y where they end."""
    top = _paint_lines(sheet, [sheet.reader.format_value(picture.title)], 0.0)
    top = PAINTERS[type(picture)](sheet, picture, top)
    return _paint_lines(sheet, [sheet.reader.format_value(note) for note in picture.notes], top, SMALL)


def _paint_lines(sheet: Canvas, texts: Sequence[str], top: float, size: int = TEXT) -> float:
    """Paint sentences from `top` down; return the y where they end."""
    row = size * ROW / TEXT
    for text in texts:
        for line in wrap_text(text, size, sheet.wide - 2 * EDGE) if text else []:
            paint_text(sheet.draw, (EDGE, top + row / 2), line, INK, size, "lm")
            top += row
    return top


def _paint_cell(sheet: Canvas, cell: Cell, box: Box, shape: str = "squares", head: int = 0) -> None:
    """Paint one cell: colour, face, note or owner, and mark; `head` pixels at the top stay free."""
    left, top, right, bottom = box
    fill, line, width = FILL.get(cell.kind, PAPER), RIM.get(cell.mark, LINE), 5 if cell.mark in RIM else 2
    if shape == "bulbs":
        sheet.draw.ellipse(box, fill, line, width)
    else:
        sheet.draw.rounded_rectangle(box, 10, fill, line, width)
    if shape == "doors" and cell.kind == SHUT_CELL:
        sheet.draw.ellipse((right - 16, bottom - 30, right - 8, bottom - 22), LINE)
    small, below = sheet.reader.format_value(cell.note), (left + 4, bottom - 22, right - 4, bottom - 3)
    space = (left + 6, top + 4 + head, right - 6, bottom - (22 if small or cell.who else 4))
    paint_words(sheet.draw, space, sheet.reader.format_value(cell.face), pick_ink(cell.kind))
    if small:
        paint_words(sheet.draw, below, small, pick_ink(cell.kind))
    elif cell.who:
        paint_name(sheet.draw, below, cell.who, sheet.reader, pick_ink(cell.kind))
    if cell.mark in ("struck", "wrong"):
        sheet.draw.line((left, bottom, right, top), line, 4)
    elif cell.mark == "right":
        sheet.draw.line(((left + 8, bottom - 16), (left + 16, bottom - 8), (left + 32, bottom - 26)), line, 5)


# -- cells in rows


def _paint_grid(sheet: Canvas, picture: Grid, top: float) -> float:
    if picture.shape == "line":
        return _paint_flowing(sheet, picture.cells, top)
    columns, tall = max(1, picture.columns), TALL[picture.shape]
    names = [sheet.reader.format_value(word) for word in picture.rows]
    left = EDGE + max((measure_text(row, TEXT) + 10 for row in names), default=0)
    wide = min(sheet.wide - EDGE - left, columns * 150) / columns
    for column, word in enumerate(picture.heads):
        place = (left + (column + 0.5) * wide, top + ROW / 2)
        paint_text(sheet.draw, place, sheet.reader.format_value(word), INK, TEXT, "mm")
    top += ROW if picture.heads else 0
    if picture.shape in ("bulbs", "dice"):
        wide = tall = int(min(tall, wide))
    for n, cell in enumerate(picture.cells):
        row, column = divmod(n, columns)
        x, y = left + column * wide, top + row * tall
        _paint_cell(sheet, cell, (x + 2, y + 2, x + wide - 3, y + tall - 3), picture.shape)
        if not column and row < len(names):
            paint_text(sheet.draw, (EDGE, y + tall / 2), names[row], INK, TEXT, "lm")
    return top + -(-len(picture.cells) // columns) * tall + GAP


def _paint_flowing(sheet: Canvas, cells: Sequence[Cell], top: float) -> float:
    """Paint cells in rows, as many in each as there is room for; return the y where they end."""
    x = float(EDGE)
    for cell in cells:
        note = sheet.reader.format_value(cell.note)
        text = f"{sheet.reader.format_value(cell.face)} ({note})" if note else sheet.reader.format_value(cell.face)
        wide = min(measure_text(text, 17) + 24, sheet.wide - 2 * EDGE)
        if x + wide > sheet.wide - EDGE and x > EDGE:
            x, top = float(EDGE), top + TALL["line"]
        _paint_cell(sheet, Cell(text, cell.kind, mark=cell.mark), (x, top + 2, x + wide - 4, top + TALL["line"] - 3))
        x += wide
    return top + (TALL["line"] + GAP if cells else 0)


# -- tracks


def _paint_track(sheet: Canvas, picture: Track, top: float) -> float:
    if picture.shape == "upright":
        return _paint_ladder(sheet, picture, top)
    if picture.shape == "ring":
        return _paint_ring(sheet, picture, top)
    wide = (PICTURE_WIDTH - 2 * EDGE) / (len(picture.spaces) + 1)
    for n, cell in enumerate((Cell(""), *picture.spaces)):
        box = (EDGE + n * wide, top + ROW, EDGE + (n + 1) * wide - 3, top + ROW + 40)
        _paint_cell(sheet, cell, box)
        _paint_tokens(sheet, picture.tokens, n, (box[0], top))
    return top + ROW + 40 + GAP


def _paint_ladder(sheet: Canvas, picture: Track, top: float) -> float:
    for n, cell in reversed(list(enumerate(picture.spaces, 1))):
        paint_text(sheet.draw, (EDGE + 30, top + ROW / 2), str(n), INK, TEXT, "rm")
        note = sheet.reader.format_value(cell.note)
        text = f"{sheet.reader.format_value(cell.face)}  {note}" if note else cell.face
        _paint_cell(sheet, Cell(text, cell.kind, mark=cell.mark), (EDGE + 40, top, EDGE + 320, top + ROW - 2))
        _paint_tokens(sheet, picture.tokens, n, (EDGE + 330, top))
        top += ROW
    _paint_tokens(sheet, picture.tokens, 0, (EDGE + 330, top))
    return top + (ROW if any(not token.at for token in picture.tokens) else 0) + GAP


def _paint_ring(sheet: Canvas, picture: Track, top: float) -> float:
    """Paint a ring-shaped track clockwise from the top left; its players have the colour of their spaces. Return the y
    where it ends.
    """
    side = -(-len(picture.spaces) // 4)
    size = (PICTURE_WIDTH - 2 * EDGE) / (side + 1)
    worn = {sheet.reader.format_value(it.who): FILL[it.kind] for it in picture.spaces if it.who and it.kind in FILL}
    for n, (cell, (column, row)) in enumerate(zip(picture.spaces, _iter_ring_positions(side), strict=False), 1):
        x, y = EDGE + column * size, top + row * SPACE
        here = [token for token in picture.tokens if token.at == n]
        named = Cell(cell.face, cell.kind, mark=cell.mark, who=cell.who)  # the rest has no room
        _paint_cell(sheet, named, (x + 1, y + 1, x + size - 2, y + SPACE - 2), head=STRIP if here else 0)
        for at, token in enumerate(here):
            room = (size - 8) / len(here)
            fill = worn.get(sheet.reader.format_value(token.who), NOW)
            _paint_ring_token(sheet, token, (x + 5 + at * room, y + 5, x + 3 + (at + 1) * room, y + STRIP), fill)
    return top + (side + 1) * SPACE + GAP


def compute_ring_room(picture: Picture) -> Box | None:
    """Return the free box in the middle of a ring without a title, or None for other pictures."""
    if not isinstance(picture, Track) or picture.shape != "ring" or picture.title:
        return None
    side = -(-len(picture.spaces) // 4)
    size = (PICTURE_WIDTH - 2 * EDGE) / (side + 1)
    return (EDGE + size, SPACE, EDGE + side * size, side * SPACE)


def _paint_ring_token(sheet: Canvas, token: Token, box: Box, fill: str) -> None:
    """Paint a player's name on a space of a ring-shaped track; players on the same space share its width."""
    left, top, right, bottom = box
    sheet.draw.rounded_rectangle(box, 10, fill, INK, 2)
    paint_name(sheet.draw, (left + 3, top, right - 3, bottom), token.who, sheet.reader, PAPER if fill == NOW else INK)


def _iter_ring_positions(side: int) -> Iterator[tuple[int, int]]:
    yield from ((n, 0) for n in range(side))
    yield from ((side, n) for n in range(side))
    yield from ((side - n, side) for n in range(side))
    yield from ((0, side - n) for n in range(side))


def _paint_tokens(sheet: Canvas, tokens: Sequence[Token], at: int, place: tuple[float, float]) -> None:
    """Paint the names, cut short, of the players who stand on space number `at` of a track, from the point `place` to
    the right.
    """
    x, y = place
    for token in tokens:
        if token.at == at:
            shown = cut_name_to_width(sheet.reader, token.who, TOKEN_NAME_WIDTH, 15)
            wide = measure_text(shown, 15) + 12
            sheet.draw.rounded_rectangle((x, y + 3, x + wide, y + 25), 10, NOW)
            paint_text(sheet.draw, (x + wide / 2, y + 14), shown, PAPER, 15, "mm")
            x += wide + 3


# -- cards and scales


def _paint_cards(sheet: Canvas, picture: Cards, top: float) -> float:
    """Paint open piles as rows of cards, and the number of face-down cards in a line; return the y where they end.
    Hands of several owners share rows; piles without owners whose cards all have notes stand beside each other.
    """
    open_ = [pile for pile in picture.piles if pile.cards]
    if len({pile.who for pile in picture.piles} - {""}) > 1:
        return _paint_hands(sheet, picture.piles, top)
    if len(open_) > 1 and all(cell.note for pile in open_ for cell in pile.cards):
        top = _paint_columns(sheet, open_, top)
        return _paint_lines(sheet, [_format_back_counts(sheet, picture.piles)], top, SMALL)
    for who, run in groupby(picture.piles, lambda pile: pile.who):
        piles, owner = list(run), f"{sheet.reader.format_value(who)}: " if who else ""
        shown, backs = [pile for pile in piles if pile.cards], _format_back_counts(sheet, piles)
        if who and shown and backs:
            owner, backs = f"{owner}{backs}. ", ""
        for pile in shown:
            top = _paint_lines(sheet, [f"{owner}{sheet.reader.format_value(pile.name)}"], top, SMALL)
            top = _paint_card_row(sheet, pile, top)
        top = _paint_lines(sheet, [f"{owner}{backs}"] if backs else [], top, SMALL)
    return top


def _format_back_counts(sheet: Canvas, piles: Sequence[Pile]) -> str:
    """Return a text with the number of cards in each pile that has no open card."""
    return ", ".join(f"{sheet.reader.format_value(pile.name)} × {pile.backs}" for pile in piles if not pile.cards)


def _paint_hands(sheet: Canvas, piles: Sequence[Pile], top: float) -> float:
    """Paint the open cards that each player holds, after the player's name, which is as wide as two cards; return the y
    where they end.
    """
    wide, tall = CARD
    in_a_row, at = int(sheet.wide - 2 * EDGE) // wide, 0
    for who, run in groupby(piles, lambda pile: pile.who):
        own = list(run)
        at += at % in_a_row == in_a_row - 1  # where there is room for one card only an owner has none
        named = Cell(sheet.reader.format_value(who), "shut", _format_back_counts(sheet, own))
        for cell, room in [(named, 2), *((cell, 1) for pile in own for cell in _list_card_faces(pile))]:
            row, column = divmod(at, in_a_row)
            x, y = EDGE + column * wide, top + row * tall
            _paint_cell(sheet, cell, (x, y, x + room * wide - 5, y + tall - 5))
            at += room
    return top + -(-at // in_a_row) * tall + GAP


def _paint_columns(sheet: Canvas, piles: Sequence[Pile], top: float) -> float:
    """Paint up to three piles beside each other, with a line for each card, or two lines where it is narrow; return the
    y where they end.
    """
    wide, lowest = (sheet.wide - 2 * EDGE) / min(ABREAST, len(piles)), top
    tall = LEAF if wide >= COLUMN else 3 * LEAF // 2
    for n, pile in enumerate(piles):
        top = y = top if n % ABREAST else lowest
        x = EDGE + n % ABREAST * wide
        paint_words(sheet.draw, (x, y, x + wide - 5, y + LEAF), sheet.reader.format_value(pile.name), INK)
        y += LEAF
        for cell in pile.cards:
            _paint_card_line(sheet, cell, (x, y, x + wide - 5, y + tall - 2))
            y += tall
        lowest = max(lowest, y)
    return lowest + GAP


def _paint_card_line(sheet: Canvas, cell: Cell, box: Box) -> None:
    """Paint a card as one line with its note on the right, or face and note as one text if the box is tall enough for
    two lines.
    """
    left, top, right, bottom = box
    face, note = sheet.reader.format_value(cell.face), sheet.reader.format_value(cell.note)
    sheet.draw.rounded_rectangle(box, 6, FILL.get(cell.kind, PAPER), LINE, 1)
    if bottom - top > LEAF:
        paint_words(sheet.draw, (left + 3, top + 1, right - 3, bottom - 1), f"{face} {note}", INK)
        return
    paint_words(sheet.draw, (left + 3, top + 3, right - NOTED, bottom - 3), face, INK)
    paint_words(sheet.draw, (right - NOTED, top + 3, right - 3, bottom - 3), note, INK)


def _list_card_faces(pile: Pile) -> list[Cell]:
    """Return the open cards of a pile, and one card back with the number of face-down cards."""
    return [*pile.cards, *([Cell(f"× {pile.backs}", SHUT_CELL)] if pile.backs and pile.cards else [])]


def _paint_card_row(sheet: Canvas, pile: Pile, top: float) -> float:
    """Paint the cards of a pile in rows; return the y where they end."""
    each = _list_card_faces(pile)
    wide, tall = CARD
    in_a_row = (sheet.wide - 2 * EDGE) // wide
    for n, cell in enumerate(each):
        row, column = divmod(n, in_a_row)
        x, y = EDGE + column * wide, top + row * tall
        _paint_cell(sheet, cell, (x, y, x + wide - 5, y + tall - 5))
    return top + -(-len(each) // in_a_row) * tall + GAP


def _paint_meter(sheet: Canvas, picture: Meter, top: float) -> float:
    top = _paint_lines(sheet, [sheet.reader.format_value(picture.face)], top)
    span, wide = max(1, picture.high - picture.low), PICTURE_WIDTH - 2 * EDGE
    sheet.draw.rectangle((EDGE, top, EDGE + wide, top + 26), CLOSED, LINE, 2)
    filled = wide * min(1.0, max(0.0, (picture.value - picture.low) / span))
    sheet.draw.rectangle((EDGE, top, EDGE + filled, top + 26), NOW)
    for point in picture.points:
        x = EDGE + wide * (point.at - picture.low) / span
        sheet.draw.line((x, top - 5, x, top + 31), INK, 3)
    return _paint_lines(sheet, [sheet.reader.format_value(point.face) for point in picture.points], top + 26 + GAP)


# -- questions and bids


def _paint_quiz(sheet: Canvas, picture: Quiz, top: float) -> float:
    top = _paint_lines(sheet, [sheet.reader.format_value(picture.question)], top)
    for cell in picture.answers:
        _paint_cell(sheet, cell, (EDGE, top, PICTURE_WIDTH - EDGE, top + 46))
        top += 50
    locked = sheet.reader.format_sentence("Locked in: {who}", who=picture.locked) if picture.locked else ""
    return _paint_sayings(sheet, picture.said, _paint_lines(sheet, [locked], top))


def _paint_bid_slip(sheet: Canvas, picture: Slip, top: float) -> float:
    told = [
        *([sheet.reader.format_sentence("Handed in: {who}", who=picture.handed)] if picture.handed else []),
        *([sheet.reader.format_sentence("Still to come: {who}", who=picture.waiting)] if picture.waiting else []),
    ]
    return _paint_sayings(sheet, picture.bids, _paint_lines(sheet, told, top))


def _paint_sayings(sheet: Canvas, said: Sequence[Saying], top: float) -> float:
    return _paint_lines(
        sheet, [f"{sheet.reader.format_value(it.who)}: {sheet.reader.format_value(it.what, 'n')}" for it in said], top
    )


PAINTERS: dict[type[Any], Painter] = {
    Grid: _paint_grid,
    Track: _paint_track,
    Cards: _paint_cards,
    Meter: _paint_meter,
    Quiz: _paint_quiz,
    Slip: _paint_bid_slip,
}
