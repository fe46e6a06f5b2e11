"""Typed pictures and boards as images: one function for each kind."""

from __future__ import annotations

import io
import logging
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from engine.kernel import Reader, Words
from engine.kernel.picture import SHUT_CELL, Cards, Cell, Grid, Meter, Picture, Pile, Quiz, Saying, Slip, Token, Track
from host.core.error_lines import format_error_location
from host.core.store.items import Overloaded
from host.shown import views
from host.shown.picture.fonts import MAIN, find_font, list_font_letters, read_font

log = logging.getLogger(__name__)
SPARSE = 4  # what is to be told apart by its colour is wider than so many dots


Point = tuple[float, float]


def draw_if_possible(draw: Callable[[], bytes], otherwise: bytes = b"") -> bytes:
    """Return what the function `draw` returns; if it fails, log the error and return `otherwise`, because words that
    are to be said must not be lost with their picture. Raise Overloaded if the store is: all can be said later.
    """
    try:
        return draw()
    except Overloaded:
        raise
    except Exception as error:  # noqa: BLE001 # whatever is wrong with a picture, the words can be said
        log.error("picture not drawn error=%s", format_error_location(error))  # noqa: TRY400 - values could hold secrets
        return otherwise


def reduce_colours(whole: Image.Image) -> Image.Image:
    """Return a copy of an image with at most 64 colours (a palette), which makes its file a third of the size; to save
    time, the colours are chosen from a sample of its pixels.
    """
    some = whole.resize((whole.width // SPARSE, whole.height // SPARSE), Image.Resampling.NEAREST)
    return whole.quantize(palette=some.quantize(64, Image.Quantize.FASTOCTREE), dither=Image.Dither.NONE)


def paint_bomb(draw: ImageDraw.ImageDraw, x: float, y: float) -> None:
    """Paint a bomb, the middle of which is at this point."""
    draw.line((x + 10, y - 12, x + 22, y - 24), BOMB, 6)
    draw.ellipse((x + 18, y - 29, x + 27, y - 20), SPARK)
    draw.ellipse((x - 18, y - 16, x + 18, y + 20), BOMB)


@lru_cache(maxsize=64)
def load_font(size: int, name: str = MAIN) -> ImageFont.FreeTypeFont:
    """Return a font in this size, cached; raise OSError if its package is not installed."""
    return ImageFont.truetype(io.BytesIO(read_font(name)), size)


@lru_cache(maxsize=4096)
def measure_text(text: str, size: int) -> float:
    """Return the width of a text in pixels; cached, as boards repeat the same words."""
    return sum(load_font(size, name).getlength(piece) for name, piece in split_into_font_runs(text))


def paint_text(draw: ImageDraw.ImageDraw, at: Point, text: str, ink: str, size: int, anchor: str) -> None:
    """Write a text on one line of an image, in as many fonts as it needs; `anchor` is one of Pillow's (l, m or r, then
    a, m or s), measured by the main font.
    """
    pieces = split_into_font_runs(text)
    if len(pieces) == 1 and pieces[0][0] == MAIN:
        draw.text(at, pieces[0][1], ink, load_font(size), anchor)
        return
    up, down = load_font(size).getmetrics()
    x = at[0] - measure_text(text, size) * {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]]
    line = at[1] + {"a": float(up), "m": (up - down) / 2, "s": 0.0}[anchor[1]]
    for name, piece in pieces:
        draw.text((x, line), piece, ink, load_font(size, name), "ls")
        x += load_font(size, name).getlength(piece)


@lru_cache(maxsize=1024)
def split_into_font_runs(text: str) -> Sequence[tuple[str, str]]:
    """Split a text into parts that one font can write, each as (font name, part); letters that no font has go to the
    main font. Accents stay with their letter, and signs between two letters of one font stay with these, so that
    right-to-left text keeps its order.
    """
    text = text.replace("\u2212", "-")  # the main font has no minus of its own
    if text.isascii():
        return [(MAIN, text)]
    found: list[str] = []
    for n, c in enumerate(text):
        kind, before = unicodedata.category(c)[0], found[-1] if found else MAIN
        between = kind not in "LNM" and ord(c) in list_font_letters(before) and before == _find_next_font(text[n:])
        found.append(before if kind == "M" or between else find_font(c) or MAIN)
    whole = groupby(zip(found, text, strict=True), lambda pair: pair[0])
    return [(name, "".join(c for _, c in pairs)) for name, pairs in whole]


def _find_next_font(text: str) -> str:
    """Return the name of the font that the first letter or digit in a text needs; empty if there is none."""
    return next((find_font(c) for c in text if c.isalnum()), "")


BOMB, SPARK = "#ff4b6b", "#ffd426"
INK, PAPER, LINE, CLOSED, NOW = "#1b1b1f", "#fbfaf7", "#8d877a", "#e3dfd3", "#c2410c"


FILL = {
    "cash": "#cdebcf",
    "safe": "#cdebcf",
    "loss": "#f6cdc6",
    "bomb": "#3a1111",
    "booster": "#ffe9a8",
    "minigame": "#d8d0f7",
    "event": "#c9e1f8",
    "changer": "#ffd3b0",
    "vintage": "#ded7ca",
    "haven": "#ffe9a8",
    "shut": CLOSED,
    "own": "#fff3c4",
    "white": "#ffffff",
    "red": "#f1958a",
    "orange": "#fac17a",
    "yellow": "#f7ea8c",
    "green": "#a6dcaa",
    "blue": "#a9cdf2",
    "indigo": "#b3b3ec",
    "violet": "#dcb8ee",
    "black": "#3a3a3f",
    "eurasia": "#e4dcf6",
    "afro-europa": "#fbe2cb",
    "americas": "#d5ecd8",
}


DARK = {"bomb", "black"}


BOMB_FACES, SAFE_FACES = {"*", "X"}, {".", "o"}  # what chats type, and pictures draw


TEXT_SIZES = (26, 22, 19, 17, 15, 13, 11)


MAX_TEXT_LINES = 4


RECEIPT_LETTERS = 30  # letters


HARD = "\u00a0"  # a space at which no line ends


Box = tuple[float, float, float, float]  # left, top, right, bottom


def pick_ink(kind: str) -> str:
    """Return the text colour that can be read on a cell of this kind."""
    return "#ffffff" if kind in DARK else INK


def paint_words(draw: ImageDraw.ImageDraw, box: Box, text: str, ink: str) -> None:
    """Paint a text in the middle of a box, in the largest size whose lines fit its width and height. If it fits in
    none, the smallest is used, and lines may stand out of the box; only the first four are painted.
    """
    left, top, right, bottom = box
    for size in TEXT_SIZES:
        lines = wrap_text(text, size, right - left)
        fits = all(measure_text(line, size) <= right - left for line in lines)
        if fits and len(lines) * size * 1.16 <= bottom - top:
            break
    first = (top + bottom) / 2 - (len(lines) - 1) * size * 0.58
    for i, line in enumerate(lines[:MAX_TEXT_LINES]):
        paint_text(draw, ((left + right) / 2, first + i * size * 1.16), line, ink, size, "mm")


def paint_name(draw: ImageDraw.ImageDraw, box: Box, who: Words, reader: Reader, ink: str) -> None:
    """Paint a player's name on one line in the middle of a box, as large as it fits; cut a name that is too long."""
    paint_words(draw, box, cut_name_to_width(reader, who, box[2] - box[0], TEXT_SIZES[-1]).replace(" ", HARD), ink)


def cut_name_to_width(reader: Reader, who: Words, wide: float, size: int) -> str:
    """Return as much of a player's name (`who`, a seat or other words) as fits this width in pixels; if another name
    begins like the cut one, return the player's seat sign (dot and number) instead.
    """
    seat = who if isinstance(who, str) and who in reader.names else reader.format_value(who)
    return views.cut_name(reader.names, seat, lambda it: measure_text(it, size) <= wide)


def wrap_text(text: str, size: int, wide: float) -> list[str]:
    """Split a text into lines of at most this width in pixels. A word that is wider gets a line of its own, too wide,
    unless it has thirty letters or more: then it is broken.
    """
    lines: list[str] = []
    for word in (piece for whole in text.split(" ") for piece in _split_long_word(whole, size, wide)):
        if lines and measure_text(f"{lines[-1]} {word}", size) <= wide:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _split_long_word(word: str, size: int, wide: float) -> list[str]:
    """Split a word of thirty letters or more (such as a receipt) that is wider than `wide` pixels into pieces;
    return any other word whole, for the caller to try in a smaller size.
    """
    most = int(wide // (size * 0.75))
    if len(word) < RECEIPT_LETTERS or measure_text(word, size) <= wide:
        return [word]
    return [word[at : at + most] for at in range(0, len(word), most)]


PICTURE_WIDTH = 640  # of all of them, so that they stand together


EDGE, GAP, TEXT, ROW, SMALL = 34, 6, 20, 30, 17


TALL = {"squares": 70, "doors": 92, "bulbs": 70, "dice": 80, "line": 40}


CARD = (94, 80)


ABREAST, COLUMN, LEAF, NOTED = 3, 180, 26, 48  # columns, how broad they should be, how tall a card is there, its note


NARROW = (Cards, Grid, Slip)  # what can be drawn in any width


TOKEN_NAME_WIDTH = 96  # how broad a name is beside a track


SPACE, STRIP = 76, 24  # how tall a space of a ring is, and what a player who stands there takes of it


RIM = {"right": "#15803d", "wrong": "#b91c1c", "chosen": NOW, "here": NOW, "next": NOW}  # of what is marked


class Theme(NamedTuple):
    """The colours of pictures: ground and letters, cells of each kind and of no other, and which have white letters."""

    paper: str = PAPER
    ink: str = INK
    cell: str = PAPER
    fills: Mapping[str, str] = FILL
    dark: Collection[str] = DARK  # kinds
    rest_dark: bool = False  # and all kinds without a colour of their own
    rims: Mapping[str, str] = RIM
    signs: bool = False  # are what chats type for bombs and for what is safe drawn as signs?


DAY = Theme()


class Canvas(NamedTuple):
    """An image to paint on, the reader for its texts, its width and its colours."""

    draw: ImageDraw.ImageDraw
    reader: Reader
    wide: int = PICTURE_WIDTH
    theme: Theme = DAY

    def pick_fill(self, kind: str) -> str:
        """Return the ground colour of a cell of this kind in the canvas's theme; kinds without a colour of their own
        share one.
        """
        return self.theme.fills.get(kind, self.theme.cell)

    def pick_ink(self, kind: str) -> str:
        """Return the colour of letters that can be read on a cell of this kind."""
        dark = kind in self.theme.dark or (self.theme.rest_dark and kind not in self.theme.fills)
        return "#ffffff" if dark else INK


Painter = Callable[[Canvas, Any, float], float]


def render_picture_image(
    picture: Picture, reader: Reader, wide: int = PICTURE_WIDTH, theme: Theme = DAY
) -> Image.Image:
    """Render a picture with title and notes as an image; it is painted twice, the first time only to measure the
    height.
    """
    height = int(_paint_picture(Canvas(ImageDraw.Draw(Image.new("RGB", (1, 1))), reader, wide, theme), picture)) + GAP
    image = Image.new("RGB", (wide, height), theme.paper)
    _paint_picture(Canvas(ImageDraw.Draw(image), reader, wide, theme), picture)
    return image


def _paint_picture(sheet: Canvas, picture: Picture) -> float:
    """Paint a picture's title, content and notes; return the y where they end."""
    top = _paint_lines(sheet, [sheet.reader.format_value(picture.title)], 0.0)
    top = PAINTERS[type(picture)](sheet, picture, top)
    return _paint_lines(sheet, [sheet.reader.format_value(note) for note in picture.notes], top, SMALL)


def _paint_lines(sheet: Canvas, texts: Sequence[str], top: float, size: int = TEXT) -> float:
    """Paint these texts from `top` down, each wrapped to the sheet's width, empty ones left out; return the y where
    they end.
    """
    row = size * ROW / TEXT
    for text in texts:
        for line in wrap_text(text, size, sheet.wide - 2 * EDGE) if text else []:
            paint_text(sheet.draw, (EDGE, top + row / 2), line, sheet.theme.ink, size, "lm")
            top += row
    return top


def _paint_cell(sheet: Canvas, cell: Cell, box: Box, shape: str = "squares", head: int = 0) -> None:
    """Paint one cell: colour, face, note or (without a note) owner, and mark; `head` pixels at the top stay free. Where
    the theme has signs, a bomb is drawn, with its face small in the corner, and faces that are only what chats type for
    a bomb or for safe (`*`, `X`, `.`, `o`) are left out, with their marks.
    """
    left, top, right, bottom = box
    fill, ink, rims = sheet.pick_fill(cell.kind), sheet.pick_ink(cell.kind), sheet.theme.rims
    line, width = rims.get(cell.mark, LINE), 5 if cell.mark in rims else 2
    if shape == "bulbs":
        sheet.draw.ellipse(box, fill, line, width)
    else:
        sheet.draw.rounded_rectangle(box, 10, fill, line, width)
    if shape == "doors" and cell.kind == SHUT_CELL:
        sheet.draw.ellipse((right - 16, bottom - 30, right - 8, bottom - 22), LINE)
    small, below = sheet.reader.format_value(cell.note), (left + 4, bottom - 22, right - 4, bottom - 3)
    space = (left + 6, top + 4 + head, right - 6, bottom - (22 if small or cell.who else 4))
    face, middle = sheet.reader.format_value(cell.face), ((left + right) / 2, (top + bottom) / 2)
    if sheet.theme.signs and (face in BOMB_FACES or cell.kind == "bomb"):
        paint_bomb(sheet.draw, *middle)
        name = "" if face in BOMB_FACES else face
        paint_text(sheet.draw, (left + 8, top + 6), name, ink, SMALL, "la")
    elif not (sheet.theme.signs and face in SAFE_FACES):
        paint_words(sheet.draw, space, face, ink)
    if small:
        paint_words(sheet.draw, below, small, ink)
    elif cell.who:
        paint_name(sheet.draw, below, cell.who, sheet.reader, ink)
    if sheet.theme.signs and face in (BOMB_FACES | SAFE_FACES):
        return
    if cell.mark in ("struck", "wrong"):
        sheet.draw.line((left, bottom, right, top), line, 4)
    elif cell.mark == "right":
        sheet.draw.line(((left + 8, bottom - 16), (left + 16, bottom - 8), (left + 32, bottom - 26)), line, 5)


# -- cells in rows


def _paint_grid(sheet: Canvas, picture: Grid, top: float) -> float:
    """Paint a grid with its row and column names, from `top` down; return the y where it ends."""
    if picture.shape == "line":
        return _paint_flowing(sheet, picture.cells, top)
    columns, tall = max(1, picture.columns), TALL[picture.shape]
    names = [sheet.reader.format_value(word) for word in picture.rows]
    left = EDGE + max((measure_text(row, TEXT) + 10 for row in names), default=0)
    wide = min(sheet.wide - EDGE - left, columns * 150) / columns
    for column, word in enumerate(picture.heads):
        place = (left + (column + 0.5) * wide, top + ROW / 2)
        paint_text(sheet.draw, place, sheet.reader.format_value(word), sheet.theme.ink, TEXT, "mm")
    top += ROW if picture.heads else 0
    if picture.shape in ("bulbs", "dice"):
        wide = tall = int(min(tall, wide))
    for n, cell in enumerate(picture.cells):
        row, column = divmod(n, columns)
        x, y = left + column * wide, top + row * tall
        _paint_cell(sheet, cell, (x + 2, y + 2, x + wide - 3, y + tall - 3), picture.shape)
        if not column and row < len(names):
            paint_text(sheet.draw, (EDGE, y + tall / 2), names[row], sheet.theme.ink, TEXT, "lm")
    return top + -(-len(picture.cells) // columns) * tall + GAP


def _paint_flowing(sheet: Canvas, cells: Sequence[Cell], top: float) -> float:
    """Paint cells, each with face and note as one text, in rows, as many in each as there is room for; return the y
    where they end.
    """
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
    """Paint a track with the players on it, from `top` down; a straight one has a space for those who have not set out
    before its first. Return the y where it ends.
    """
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
    """Paint an upright track with its lowest space at the bottom, and below it the players who are on none yet, from
    `top` down; return the y where it ends.
    """
    for n, cell in reversed(list(enumerate(picture.spaces, 1))):
        paint_text(sheet.draw, (EDGE + 30, top + ROW / 2), str(n), sheet.theme.ink, TEXT, "rm")
        note = sheet.reader.format_value(cell.note)
        text = f"{sheet.reader.format_value(cell.face)}  {note}" if note else cell.face
        _paint_cell(sheet, Cell(text, cell.kind, mark=cell.mark), (EDGE + 40, top, EDGE + 320, top + ROW - 2))
        _paint_tokens(sheet, picture.tokens, n, (EDGE + 330, top))
        top += ROW
    _paint_tokens(sheet, picture.tokens, 0, (EDGE + 330, top))
    return top + (ROW if any(not token.at for token in picture.tokens) else 0) + GAP


def _paint_ring(sheet: Canvas, picture: Track, top: float) -> float:
    """Paint a ring-shaped track clockwise from the top left, without the cells' notes; a player's token has the colour
    of the spaces that the player owns. Return the y where it ends.
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
    """Return the free box in the middle of a ring-shaped track without a title, where other pictures can stand, in
    pixels from the picture's left top corner; None for any other picture.
    """
    if not isinstance(picture, Track) or picture.shape != "ring" or picture.title:
        return None
    side = -(-len(picture.spaces) // 4)
    size = (PICTURE_WIDTH - 2 * EDGE) / (side + 1)
    return (EDGE + size, SPACE, EDGE + side * size, side * SPACE)


def _paint_ring_token(sheet: Canvas, token: Token, box: Box, fill: str) -> None:
    """Paint a player's name as a filled box on a ring-shaped track; `box` is this player's share of the space's
    width.
    """
    left, top, right, bottom = box
    sheet.draw.rounded_rectangle(box, 10, fill, INK, 2)
    paint_name(sheet.draw, (left + 3, top, right - 3, bottom), token.who, sheet.reader, PAPER if fill == NOW else INK)


def _iter_ring_positions(side: int) -> Iterator[tuple[int, int]]:
    """Yield (column, row) of each space of a square ring, clockwise from the top left corner; it has `side` spaces from
    corner to corner.
    """
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
    Hands of several owners share rows; several piles of at most one owner, whose cards all have notes, stand beside
    each other, without the owner's name.
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
    """Return a text with name and number of cards of each pile that has only face-down cards; piles with open cards
    are left out.
    """
    return ", ".join(f"{sheet.reader.format_value(pile.name)} × {pile.backs}" for pile in piles if not pile.cards)


def _paint_hands(sheet: Canvas, piles: Sequence[Pile], top: float) -> float:
    """Paint the open cards that each player holds, after the player's name and number of face-down cards, which are as
    wide as two cards; return the y where they end.
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
    """Paint open piles as columns, three beside each other and further ones below, with a line for each card, or two
    lines where a column is narrow; return the y where they end.
    """
    wide, lowest = (sheet.wide - 2 * EDGE) / min(ABREAST, len(piles)), top
    tall = LEAF if wide >= COLUMN else 3 * LEAF // 2
    for n, pile in enumerate(piles):
        top = y = top if n % ABREAST else lowest
        x = EDGE + n % ABREAST * wide
        name = sheet.reader.format_value(pile.name)
        paint_words(sheet.draw, (x, y, x + wide - 5, y + LEAF), name, sheet.theme.ink)
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
    sheet.draw.rounded_rectangle(box, 6, sheet.pick_fill(cell.kind), LINE, 1)
    ink = sheet.pick_ink(cell.kind)
    if bottom - top > LEAF:
        paint_words(sheet.draw, (left + 3, top + 1, right - 3, bottom - 1), f"{face} {note}", ink)
        return
    paint_words(sheet.draw, (left + 3, top + 3, right - NOTED, bottom - 3), face, ink)
    paint_words(sheet.draw, (right - NOTED, top + 3, right - 3, bottom - 3), note, ink)


def _list_card_faces(pile: Pile) -> list[Cell]:
    """Return the open cards of a pile and, behind them, one card back with the number of face-down cards, if it has
    both; empty for a pile of face-down cards only.
    """
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
    """Paint a meter's text and a bar that is filled up to its value, with a stroke at each of its points and their
    names below; return the y where it ends.
    """
    top = _paint_lines(sheet, [sheet.reader.format_value(picture.face)], top)
    span, wide = max(1, picture.high - picture.low), PICTURE_WIDTH - 2 * EDGE
    sheet.draw.rectangle((EDGE, top, EDGE + wide, top + 26), CLOSED, LINE, 2)
    filled = wide * min(1.0, max(0.0, (picture.value - picture.low) / span))
    sheet.draw.rectangle((EDGE, top, EDGE + filled, top + 26), NOW)
    for point in picture.points:
        x = EDGE + wide * (point.at - picture.low) / span
        sheet.draw.line((x, top - 5, x, top + 31), sheet.theme.ink, 3)
    return _paint_lines(sheet, [sheet.reader.format_value(point.face) for point in picture.points], top + 26 + GAP)


# -- questions and bids


def _paint_quiz(sheet: Canvas, picture: Quiz, top: float) -> float:
    """Paint a quiz question with its answers, who has locked in an answer, and what was said; return the y where it
    ends.
    """
    top = _paint_lines(sheet, [sheet.reader.format_value(picture.question)], top)
    for cell in picture.answers:
        _paint_cell(sheet, cell, (EDGE, top, PICTURE_WIDTH - EDGE, top + 46))
        top += 50
    locked = sheet.reader.format_sentence("Locked in: {who}", who=picture.locked) if picture.locked else ""
    return _paint_sayings(sheet, picture.said, _paint_lines(sheet, [locked], top))


def _paint_bid_slip(sheet: Canvas, picture: Slip, top: float) -> float:
    """Paint who has handed in a sealed bid, who has not, and the bids once they are open; return the y where it ends.
    The viewer's own sealed bid is not painted.
    """
    told = [
        *([sheet.reader.format_sentence("Handed in: {who}", who=picture.handed)] if picture.handed else []),
        *([sheet.reader.format_sentence("Still to bid: {who}", who=picture.waiting)] if picture.waiting else []),
    ]
    return _paint_sayings(sheet, picture.bids, _paint_lines(sheet, told, top))


def _paint_sayings(sheet: Canvas, said: Sequence[Saying], top: float) -> float:
    """Paint a line for each person with what they said or bid; return the y where they end."""
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
