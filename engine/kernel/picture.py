"""Typed pictures: what a table looks like, as plain data that a page draws, a chat paints and 30 columns spell.

A picture shows what everybody may see, or, in `Own.pictures`, what only the viewer may. It carries no layout and no
colours: every surface draws it in its own way. All `Words` are put into a reader's own by `Reader.value`. A cell that
can be chosen says as which value: where a `Question` or `Play` is `of` this picture, its option of that value *is*
this cell.

| game | pictures |
|---|---|
| a board of doors or squares, a tin of biscuits, Tic Tac Dough | `Grid` |
| envelopes, safes, doors of fate | `Grid` of doors, `doors()` |
| dice, bulbs, flaps, a spinner of two lights | `Grid` of dice, `dice()`, or bulbs, `bulbs()` |
| what is hidden between the squares, what a hand is worth | `Grid` in a line, `pool()` |
| a ladder of amounts with havens, a ledge, a board with 24 spaces in a circuit | `Track` |
| cards called higher or lower, hands, decks and what is left of them | `Cards` |
| a speed, a heat, a power on its scale | `Meter` |
| a question with its answers, who chose which, what a lifeline struck out | `Quiz` |
| a sealed bid: who has handed one in, and what they were when all are open | `Slip` |
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from engine.kernel.question import Value
from engine.kernel.text import Words

BOARD = "board"  # what a question is `of` whose whole numbers are squares of its table's board
SHUT = "shut"  # the kind of a cell that is still closed
HAVEN = "haven"  # the kind of a rung that is safe


class Cell(Struct, array_like=True, frozen=True, gc=False):
    """One square, door, card, bulb, rung or answer.

    `face` is what it reads as, `kind` a word for styling (`shut` while it is closed), `note` a small line below it.
    `value` is the option that it is. `mark` is one of "", "here", "chosen", "right", "wrong", "struck" and "next";
    `who` is the seat that opened it, or owns it.
    """

    face: Words
    kind: str = ""
    note: Words = ""
    value: Value | None = None
    mark: str = ""
    who: str = ""


class Token(Struct, array_like=True, frozen=True, gc=False):
    """Where a player, or something else with a name, stands on a track; 0 is before its first space."""

    who: Words
    at: int


class Pile(Struct, array_like=True, frozen=True, gc=False):
    """Cards that belong together: those that lie open, and how many with their backs up. A hand has an owner."""

    name: Words
    cards: list[Cell] = []
    backs: int = 0
    who: str = ""


class Point(Struct, array_like=True, frozen=True, gc=False):
    """A mark on a scale."""

    at: int
    face: Words
    kind: str = ""


class Saying(Struct, array_like=True, frozen=True, gc=False):
    """Somebody's answer or bid, open to all. `mark` is as in cells."""

    who: str
    what: Words | int
    mark: str = ""


class AnyPicture(Struct, frozen=True, kw_only=True, tag=str.lower, gc=False):
    """What all pictures have: a name that questions refer to, a line above, and lines below."""

    id: str = ""
    title: Words = ""
    notes: list[Words] = []


class Grid(AnyPicture, frozen=True, kw_only=True):
    """Cells row by row. `shape` is "squares", "doors", "bulbs", "dice", or "line": a list to be read along."""

    columns: int
    cells: list[Cell]
    shape: str = "squares"
    rows: list[Words] = []  # their names, before them
    heads: list[Words] = []  # the names of the columns, above them


class Track(AnyPicture, frozen=True, kw_only=True):
    """Spaces in their order, and who stands where. `shape` is "row", "upright" (the last is on top) or "ring"."""

    spaces: list[Cell]
    tokens: list[Token] = []
    shape: str = "row"


class Cards(AnyPicture, frozen=True, kw_only=True):
    """Piles, hands and rows of cards."""

    piles: list[Pile]


class Meter(AnyPicture, frozen=True, kw_only=True):
    """A value on a scale; `face` is how it reads. Points between `low` and `high` may be marked."""

    low: int
    high: int
    value: int
    face: Words
    points: list[Point] = []


class Quiz(AnyPicture, frozen=True, kw_only=True):
    """A question and its answers: `chosen`, `right`, `wrong` and `struck` are marks of the answers.

    `said` is who has given which answer, once that is open; `locked` who has given one that is not.
    """

    question: Words
    answers: list[Cell]
    said: list[Saying] = []
    locked: list[str] = []


class Slip(AnyPicture, frozen=True, kw_only=True):
    """Sealed bids: who has handed one in, who has not yet, and once all are open, the bids.

    `low`, `high` and `step` are what may be bid; `own` is the viewer's, in the viewer's own pictures only.
    """

    handed: list[str] = []
    waiting: list[str] = []
    bids: list[Saying] = []
    low: int = 0
    high: int = 0
    step: int = 1
    own: int | None = None


Picture = Grid | Track | Cards | Meter | Quiz | Slip


def doors(name: str, cells: Iterable[Cell], columns: int = 0) -> Grid:
    """Doors, envelopes or safes, in one row unless there are too many."""
    listed = list(cells)
    return Grid(id=name, columns=columns or len(listed), cells=listed, shape="doors")


def bulbs(name: str, cells: Iterable[Cell], columns: int = 0) -> Grid:
    """Lamps, flaps, fuses: their kinds are their colours."""
    listed = list(cells)
    return Grid(id=name, columns=columns or len(listed), cells=listed, shape="bulbs")


def dice(rolled: Iterable[int]) -> Grid:
    """Dice as they fell."""
    cells = [Cell(str(eyes), "die") for eyes in rolled]
    return Grid(columns=len(cells), cells=cells, shape="dice")


def pool(title: Words, cells: Iterable[Cell | Words]) -> Grid:
    """A list to be read along: what is hidden between the squares, what each colour is worth."""
    listed = [cell if isinstance(cell, Cell) else Cell(cell) for cell in cells]
    return Grid(title=title, columns=len(listed), cells=listed, shape="line")


def cells(picture: Picture) -> list[Cell]:
    """All cells of a picture, whatever it is."""
    if isinstance(picture, Grid):
        return picture.cells
    if isinstance(picture, Track):
        return picture.spaces
    if isinstance(picture, Cards):
        return [card for pile in picture.piles for card in pile.cards]
    return picture.answers if isinstance(picture, Quiz) else []
