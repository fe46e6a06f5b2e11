"""Typed pictures: what a table looks like, as plain data that a page draws, a chat paints and 30 columns spell.

A picture shows what everybody may see, or, in `OwnView.pictures`, what only the viewer may. It carries no layout and
no colours: every surface draws it in its own way. All `Words` are formatted for a reader by `Reader.format_value`. A
cell that can be chosen says as which value: where a `Question` or `Play` is `of` this picture, its option of that value
*is* this cell.

| game | pictures |
|---|---|
| a board of doors or squares, a tin of biscuits, Tic Tac Dough | `Grid` |
| envelopes, safes, doors of fate | `Grid` of doors, `build_doors` |
| dice, bulbs, flaps, a spinner of two lights | `Grid` of dice, `build_dice`, or bulbs, `build_bulbs` |
| what is hidden between the squares, what a hand is worth | `Grid` in a line, `build_pool` |
| a ladder of amounts with havens, a ledge, a board with 24 spaces in a circuit | `Track` |
| cards called higher or lower, hands, decks and what is left of them | `Cards` |
| a speed, a heat, a power on its scale | `Meter` |
| a question with its answers, who chose which, what a lifeline struck out | `Quiz` |
| a sealed bid: who has handed one in, and what they were when all are open | `Slip` |
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw, Struct, structs

from engine.kernel.question import Value
from engine.kernel.text import PUBLIC, Words, phrase

if TYPE_CHECKING:
    from engine.kernel.event import Event
    from engine.kernel.text import Told

BOARD = "board"  # what a question is `of` whose whole numbers are squares of its table's board
SHUT_CELL = "shut"  # the kind of a cell that is still closed
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
    """A player's position on a track, or that of something else with a name; 0 is before the first space."""

    who: Words
    at: int


class Pile(Struct, array_like=True, frozen=True, gc=False):
    """Cards that belong together: the open ones, and how many lie face down. A hand has an owner."""

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
    """A player's answer or bid, visible to all. `mark` is as in cells."""

    who: str
    what: Words | int
    mark: str = ""


class Look(Struct, frozen=True, kw_only=True, gc=False):
    """How a table is drawn in the game's own way, filled from its typed pictures: by its template on a page, in the
    colours of its style in chats.

    `name` is that of the look's files in a folder `looks` beside the rules. `pot` is what is at stake now, and `label`
    says of what. `lives` is how often one may still go wrong or go on, `know` prices and odds that the viewer decides
    by, `risk` what a loss leaves. `go` is the button that sends what was tapped, with `#` in its place; `stay` is the
    one that answers a number with the lowest. `feet` and `tails` are what is known of each column and each row of a
    grid.
    """

    name: str
    pot: Words = ""
    label: Words = ""
    lives: Words = ""
    know: list[Words] = []
    risk: Words = ""
    go: Words = ""
    tap: Words = ""  # what the button says until enough was tapped, if that is not plain
    stay: Words = ""
    feet: list[Words] = []
    tails: list[Words] = []
    own: bool = True  # is the pot the player's own, so that it is lost with the game?


class AnyPicture(Struct, frozen=True, kw_only=True, tag=str.lower, gc=False):
    """The fields of all pictures: an id that questions refer to, a title above, and notes below.

    The first picture of a table that has a `look` says how a page draws the whole table.
    """

    id: str = ""
    title: Words = ""
    notes: list[Words] = []
    look: Look | None = None


class Grid(AnyPicture, frozen=True, kw_only=True):
    """Cells row by row. `shape` is "squares", "doors", "bulbs", "dice", or "line" (a list read from left to right)."""

    columns: int
    cells: list[Cell]
    shape: str = "squares"
    rows: list[Words] = []  # their names, before them
    heads: list[Words] = []  # the names of the columns, above them


class Track(AnyPicture, frozen=True, kw_only=True):
    """Spaces in order, and the players' positions. `shape` is "row", "upright" (the last is on top) or "ring"."""

    spaces: list[Cell]
    tokens: list[Token] = []
    shape: str = "row"


class Cards(AnyPicture, frozen=True, kw_only=True):
    """Piles, hands and rows of cards."""

    piles: list[Pile]


class Meter(AnyPicture, frozen=True, kw_only=True):
    """A value on a scale; `face` is its text. Points between `low` and `high` may be marked."""

    low: int
    high: int
    value: int
    face: Words
    points: list[Point] = []


class Quiz(AnyPicture, frozen=True, kw_only=True):
    """A question and its answers: `chosen`, `right`, `wrong` and `struck` are marks of the answers.

    `said` is who gave which answer, once that is public; `locked` is who has answered while it is not.
    """

    question: Words
    answers: list[Cell]
    said: list[Saying] = []
    locked: list[str] = []


class Slip(AnyPicture, frozen=True, kw_only=True):
    """Sealed bids: who has bid, who has not yet, and the bids once they are public.

    `low`, `high` and `step` are what may be bid; `own` is the viewer's bid, in the viewer's own pictures only. `lot` is
    what is for sale, as cells that a look may draw; in words it stands in the title.
    """

    lot: list[Cell] = []
    handed: list[str] = []
    waiting: list[str] = []
    bids: list[Saying] = []
    low: int = 0
    high: int = 0
    step: int = 1
    own: int | None = None


Picture = Grid | Track | Cards | Meter | Quiz | Slip


class EndedTable(Struct, frozen=True, omit_defaults=True, gc=False):
    """What is kept of a table that closed: what draws its last scene, the pot that its player held before the last
    move, and its title.
    """

    pictures: Raw = Raw(b"[]")  # as JSON without defaults, since a log keeps them
    pot: Words = ""
    title: Words = ""

    def read_pictures(self) -> list[Picture]:
        """Return the pictures that the table showed last, decoded from their stored form, in which what helps to answer
        is left out; an empty list if the game gives its pictures no look.
        """
        return _pictures_decoder.decode(self.pictures)


_pictures_decoder = msgspec.json.Decoder(list[Picture])


def build_doors(name: str, cells: Iterable[Cell], columns: int = 0) -> Grid:
    """Build a picture of doors, envelopes or safes side by side, in one row unless `columns` is given."""
    listed = list(cells)
    return Grid(id=name, columns=columns or len(listed), cells=listed, shape="doors")


def build_bulbs(name: str, cells: Iterable[Cell], columns: int = 0) -> Grid:
    """Build a picture of lamps, flaps or fuses side by side, one for each cell, in one row unless `columns` is given;
    the kind of a cell is the colour of its lamp.
    """
    listed = list(cells)
    return Grid(id=name, columns=columns or len(listed), cells=listed, shape="bulbs")


def build_dice(rolled: Iterable[int]) -> Grid:
    """Build a picture of dice in a row that show these numbers."""
    cells = [Cell(str(eyes), "die") for eyes in rolled]
    return Grid(columns=len(cells), cells=cells, shape="dice")


def build_pool(title: Words, cells: Iterable[Cell | Words]) -> Grid:
    """Build a picture that lists cells or words in one line under a title, such as the prizes that are hidden or what
    each colour is worth.
    """
    listed = [cell if isinstance(cell, Cell) else Cell(cell) for cell in cells]
    return Grid(title=title, columns=len(listed), cells=listed, shape="line")


def build_ended_table(before: Sequence[Picture], last: Sequence[Picture], title: Words) -> EndedTable:
    """Build the record of how a table ended, kept after it closes: its title; the pot that the pictures `before` its
    last move showed, if that was the player's own; and, if its game has a look, those of its `last` pictures that have
    an id, as `keep_drawn_fields` strips them.
    """
    look = next((each.look for each in before if each.look), None)
    drawn = [keep_drawn_fields(each) for each in last if each.id] if any(each.look for each in last) else []
    kept = Raw(msgspec.json.encode(drop_default_fields(drawn)))
    return EndedTable(kept, look.pot if look and look.own else "", title)


def keep_drawn_fields(picture: Picture) -> Picture:
    """Return a picture without what helps to answer: its title and notes, all of its look but name, feet and tails and,
    in a grid or track, the seats of its cells and their values as answers.
    """
    look = picture.look and Look(name=picture.look.name, feet=picture.look.feet, tails=picture.look.tails)
    picture = structs.replace(picture, title="", notes=[], look=look)
    if isinstance(picture, Grid):
        return structs.replace(picture, cells=[structs.replace(cell, value=None, who="") for cell in picture.cells])
    if isinstance(picture, Track):
        return structs.replace(picture, spaces=[structs.replace(cell, value=None, who="") for cell in picture.spaces])
    return picture


def drop_default_fields(value: Any) -> Any:
    """Return a value as plain data, each struct in it (also in lists) without the fields that have their defaults, from
    which it can be read again. Of a struct that is stored as a list, only the last fields can be left out. What is no
    struct or list is returned unchanged.
    """
    if isinstance(value, list):
        return [drop_default_fields(each) for each in value]
    if not isinstance(value, Struct):
        return value
    config, defaults = value.__struct_config__, _map_defaults(type(value))
    found = {name: getattr(value, name) for name in value.__struct_fields__}
    if config.array_like:
        while found and (name := [*found][-1]) in defaults and found[name] == defaults[name]:
            del found[name]
        return [drop_default_fields(each) for each in found.values()]
    kept = {
        name: drop_default_fields(found[name]) for name in found if found[name] != defaults.get(name, msgspec.UNSET)
    }
    return {str(config.tag_field): config.tag, **kept} if config.tag else kept


@cache
def _map_defaults(kind: type[Struct]) -> dict[str, Any]:
    """Return, by name, the default value of each field that has one in this class of structs. Cached."""
    fields = {each.name: each for each in structs.fields(kind) if not each.required}
    return {
        name: each.default if each.default_factory is msgspec.NODEFAULT else each.default_factory()
        for name, each in fields.items()
    }


def list_picture_cells(picture: Picture) -> list[Cell]:
    """List all cells of a picture (squares, spaces, cards, answers, or what is for sale); a meter has none."""
    if isinstance(picture, Grid):
        return picture.cells
    if isinstance(picture, Track):
        return picture.spaces
    if isinstance(picture, Cards):
        return [card for pile in picture.piles for card in pile.cards]
    if isinstance(picture, Slip):
        return picture.lot
    return picture.answers if isinstance(picture, Quiz) else []


# Draws an event from its facts and from all that was told with it.
SceneDrawer = Callable[[Mapping[str, Any], "Sequence[Told]"], "Sequence[Picture]"]
Scenes = Mapping["type[Event]", SceneDrawer]


def list_scene_pictures(scenes: Scenes, told: Sequence[Told], step: Sequence[Told]) -> list[Picture]:
    """Return, in their order, the pictures of those announcements in `told` that are public events for which the game
    has a drawer; `step` is everything that was announced with them, of which drawers see the public part.
    """
    public = [each for each in step if each.to == PUBLIC]
    found: list[Picture] = []
    for each in told:
        draw = scenes.get(each.kind) if each.kind and each.to == PUBLIC else None
        found += draw(each.facts, public) if draw else []
    return found


def draw_no_picture(_: Mapping[str, Any], __: Sequence[Told]) -> list[Picture]:
    """Return no picture, for an event that is shown large by its sentence and its sum alone."""
    return []


def build_seats_drawer(name: str) -> SceneDrawer:
    """Return a function that draws an event as a grid, up to three in a row, of the players in its fact `name`, which
    must be a list of seats.
    """

    def draw(facts: Mapping[str, Any], _: Sequence[Told]) -> list[Picture]:
        """Return one grid with a cell for each player in the fact `name`; the other announcements do not count."""
        cells = [Cell(phrase("{who}", who=who), "own") for who in facts[name]]
        return [Grid(columns=min(3, len(cells)), cells=cells)]

    return draw
