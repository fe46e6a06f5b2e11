"""Typed pictures as markup that reads well by ear; a cell that is an option of the viewer's question is a button."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, count
from typing import Any, NamedTuple

from engine.kernel import Play, Words
from engine.kernel.forecast import Forecast
from engine.kernel.picture import SHUT, Cards, Cell, Grid, Meter, Picture, Pile, Quiz, Saying, Slip, Token, Track
from engine.kernel.view import Panel, View
from host.doors.web.files import icon
from host.doors.web.markup import players
from host.doors.web.markup.html import Child, Markup, h, join
from host.doors.web.table import asking
from host.doors.web.table.page_context import PageContext
from host.said.answers import cells_of, place_of
from host.shown.views import QuestionView

# What a mark says to who cannot see it.
SPOKEN = {
    "here": "here",
    "chosen": "chosen",
    "right": "right",
    "wrong": "wrong",
    "struck": "out",
    "next": "next",
}

# What chats type for a cell that has a kind, the page draws.
TYPED = {"*": "bomb", "X": "bomb", ".": "check", "o": "check", "x": "x"}
DRAWN_KINDS = {"bomb": "bomb"}  # have their sign above whatever they are called
TALLEST, CORNERS = 8, 4  # rows that have a height of their own; of a ring
LONG = 56  # letters of a question beside which its answers take less room
SIGN = 3  # letters of a card that is read like a sign, and may be large


class DrawingContext(NamedTuple):
    """What a picture is drawn with: whose eyes, and which of its cells do something."""

    context: PageContext
    does: QuestionView | Play | Forecast | None  # what its cells answer, do, or foretell
    free: set[object]
    labels: dict[object, str]  # of options: what a cell does may be more than it shows
    numbers: Iterator[int]  # by which buttons are known again
    said: object = None  # which of them the viewer has foretold


def drawn(context: PageContext, view: View, panel: Panel) -> list[Markup]:
    """All that lies on a table beside its board."""
    return [_figure(context, panel, picture) for picture in view.pictures(panel)]


def _does(context: PageContext, panel: Panel, picture: Picture) -> QuestionView | Play | Forecast | None:
    """What a tap on its cells answers, does, or foretells."""
    here = (panel.id, picture.id)
    found: Iterator[QuestionView | Play | Forecast] = chain(
        (each for each in asking.questions(context) if place_of(each) == here),
        (item for item in context.shown.plays if asking.about(item, panel, picture)),
        (each for each in context.shown.forecasts if each.of == "/".join(here)),
    )
    return next(found, None)


def _figure(context: PageContext, panel: Panel, picture: Picture) -> Markup:
    does = _does(context, panel, picture)
    free: set[object] = (
        (cells_of(context.shown, does) if isinstance(does, QuestionView) else {each.value for each in does.options})
        if does
        else set()
    )
    labels: dict[object, str] = {each.value: context.name(each.label) for each in does.options} if does else {}
    slip = context.slip.open.get(does.key) if context.slip and isinstance(does, Forecast) else None
    pen = DrawingContext(context, does, free, labels, count(1), slip.value if slip else None)
    title = h("figcaption", context.name(picture.title)) if picture.title else None
    notes = [] if isinstance(picture, Quiz) else _notes(pen, picture)
    shape = type(picture).__name__.lower()
    inner = h("figure", title, DRAWN[type(picture)](pen, picture), notes, class_=f"drawn {shape}")
    if does is None or not pen.free or _several(does):
        return inner
    if not isinstance(does, QuestionView):
        way = "play" if isinstance(does, Play) else "call"
        return context.form(way, h("input", type="hidden", name="key", value=does.key), inner, class_="tap")
    return context.form("answer", h("input", type="hidden", name="question", value=does.id), inner, class_="tap")


def _notes(pen: DrawingContext, picture: Picture) -> list[Markup]:
    """What is said of it: of a question before its answers, what is at stake."""
    return [h("p", pen.context.name(note), class_="hint") for note in picture.notes]


# -- cells


def _words(pen: DrawingContext, cell: Cell) -> list[Child]:
    by = players.called(pen.context, cell.who) if cell.who else None
    note = pen.context.name(cell.note)
    spoken = h("span", " ", pen.context.say(SPOKEN[cell.mark]), class_="unseen") if cell.mark else None
    small = [h("small", text) for text in (note, by) if text]
    return [_face(pen, cell), small, spoken]


def _face(pen: DrawingContext, cell: Cell) -> Child:
    """What a cell reads as; where that is typed for want of a picture, its sign, and its kind for who cannot see it."""
    face = pen.context.name(cell.face)
    if cell.kind and face in TYPED:
        return [icon(TYPED[face]), h("span", pen.context.name(cell.kind), class_="unseen")]
    if face == "?" and isinstance(cell.value, int):
        return h("b", cell.value)  # by which it is chosen
    return [icon(DRAWN_KINDS[cell.kind]) if cell.kind in DRAWN_KINDS else None, h("b", face)]


def _inside(pen: DrawingContext, cell: Cell) -> Child:
    """The cell as a button, if it is an option; where several are wanted it writes itself into the field."""
    words, does = _words(pen, cell), pen.does
    if does is None or cell.value is None or cell.value not in pen.free or cell.mark == "struck":
        return words
    label, face = pen.labels.get(cell.value, ""), pen.context.name(cell.face)
    words += [h("small", label)] if label not in ("", face, str(cell.value)) else []
    mark = asking.slug(does.id if isinstance(does, QuestionView) else does.key)
    name = f"c-{mark}-{next(pen.numbers)}"
    if _several(does):
        into = f"t-{mark}"
        return h("button", words, type="button", data_chip=cell.value, data_into=into, id=name)
    return h("button", words, name="value", value=cell.value, id=name)


def _several(does: QuestionView | Play | Forecast) -> bool:
    return not isinstance(does, Forecast) and does.form.kind == "several"


def _class(cell: Cell, pen: DrawingContext) -> str:
    free = "free" if cell.value is not None and cell.value in pen.free else ""
    said = "chosen" if pen.said is not None and cell.value == pen.said else ""
    return " ".join(filter(None, (asking.slug(cell.kind), cell.mark or said, free)))


def _item(pen: DrawingContext, cell: Cell, *more: Child) -> Markup:
    return h("li", _inside(pen, cell), more, class_=_class(cell, pen) or None)


# -- one function for each kind of picture


def _grid(pen: DrawingContext, picture: Grid) -> Markup:
    if picture.shape == "line":
        return h("ul", [_item(pen, cell) for cell in picture.cells], class_="pool")
    parted = [picture.cells[at : at + picture.columns] for at in range(0, len(picture.cells), picture.columns)]
    corner = h("td") if picture.rows else None
    heads = [h("th", pen.context.name(word), scope="col") for word in picture.heads]
    head = h("thead", h("tr", corner, heads)) if heads else None
    rows = [_row(pen, picture.rows[n] if n < len(picture.rows) else "", row) for n, row in enumerate(parted)]
    return h(
        "div",
        h("table", head, h("tbody", rows), class_=f"cells {picture.shape} h{min(TALLEST, len(rows))}"),
        class_="scroll",
    )


def _row(pen: DrawingContext, name: Words, row: Sequence[Cell]) -> Markup:
    head = h("th", pen.context.name(name), scope="row") if name else None
    return h("tr", head, [h("td", _inside(pen, cell), class_=_class(cell, pen) or None) for cell in row])


def _track(pen: DrawingContext, picture: Track) -> Markup:
    """A ladder's top is written first, as it stands on top."""
    standing: dict[int, list[Token]] = {}
    for token in picture.tokens:
        standing.setdefault(token.at, []).append(token)
    if picture.shape == "ring" and len(picture.spaces) % CORNERS == 0:
        return _ring(pen, picture, standing)
    items = [_item(pen, cell, _tokens(pen, standing.get(n, []))) for n, cell in enumerate(picture.spaces, 1)]
    start = h("p", _tokens(pen, standing[0]), class_="start") if standing.get(0) else None
    if picture.shape == "upright":
        return join(h("ol", list(reversed(items)), class_="upright", reversed=True), start)
    return join(start, h("ol", items, class_="lane"))


def _ring(pen: DrawingContext, picture: Track, standing: Mapping[int, list[Token]]) -> Markup:
    """A square way around, with what its spaces are called in its middle: they are small."""
    side = len(picture.spaces) // CORNERS
    items = []
    for n, cell in enumerate(picture.spaces):
        x, y = around(n, side)
        named = h("span", ": ", pen.context.name(cell.note), class_="unseen") if cell.note else None
        bare = Cell(cell.face, cell.kind, "", cell.value, cell.mark, cell.who)
        inner = [_inside(pen, bare), named, _tokens(pen, standing.get(n + 1, []))]
        items.append(h("li", inner, class_=" ".join(filter(None, (_class(cell, pen), f"x{x}", f"y{y}")))))
    notes = {pen.context.name(cell.face): pen.context.name(cell.note) for cell in picture.spaces if cell.note}
    legend = h("dl", [[h("dt", face), h("dd", note)] for face, note in notes.items()], aria_hidden="true")
    return h("div", h("ol", items, class_="ring"), legend if notes else None, class_="round")


def around(n: int, side: int) -> tuple[int, int]:
    """Column and row of the n-th space of a way around a square, clockwise from the corner at the top."""
    edge, along = divmod(n, side)
    return ((along, 0), (side, along), (side - along, side), (0, side - along))[edge]


def _tokens(pen: DrawingContext, tokens: Sequence[Token]) -> Child:
    found: list[Child] = []
    for each in tokens:
        sign = players.token(pen.context, str(each.who))
        name = pen.context.name(each.who)
        found.append([sign, h("span", name, class_="unseen")] if sign else h("i", name, class_="token"))
    return found


def _cards(pen: DrawingContext, picture: Cards) -> Markup:
    return join(*(_pile(pen, pile) for pile in picture.piles))


def _pile(pen: DrawingContext, pile: Pile) -> Markup:
    names = [pen.context.name(word) for word in (pile.who, pile.name) if word]
    small = not pile.cards or any(len(pen.context.name(card.face)) > SIGN for card in pile.cards)
    cards = [_item(pen, card) for card in pile.cards]
    backs = h("li", pen.context.say("{n} face down", n=pile.backs), class_=SHUT) if pile.backs else None
    return h(
        "div", h("b", ": ".join(names)), h("ul", cards, backs, class_="hand small" if small else "hand"), class_="pile"
    )


def _meter(pen: DrawingContext, picture: Meter) -> Markup:
    face = pen.context.name(picture.face)
    points = [h("li", pen.context.name(point.face), class_=point.kind or None) for point in picture.points]
    scale = h("meter", face, min=picture.low, max=picture.high, value=picture.value, aria_label=face)
    return join(h("p", h("b", face)), scale, h("ul", points, class_="pool") if points else None)


def _quiz(pen: DrawingContext, picture: Quiz) -> Markup:
    answers = h("ul", [_item(pen, cell) for cell in picture.answers], class_="answers") if picture.answers else None
    text = pen.context.say("Locked in: {who}", who=picture.locked) if picture.locked else None
    locked = h("p", text, class_="hint") if text else None
    asked = pen.context.name(picture.question) if picture.question else ""
    question = h("p", h("b", asked), class_="long" if len(asked) > LONG else None) if asked else None
    return join(question, _notes(pen, picture), answers, locked, _said(pen, picture.said))


def _slip(pen: DrawingContext, picture: Slip) -> Markup:
    sentences: Mapping[str, Sequence[str]] = {
        "Handed in: {who}": picture.handed,
        "Still to come: {who}": picture.waiting,
    }
    told = [h("p", pen.context.say(text, who=who)) for text, who in sentences.items() if who]
    own = h("p", h("b", pen.context.say("Your bid: {n:n}", n=picture.own))) if picture.own is not None else None
    return join(own, told, _said(pen, picture.bids))


def _said(pen: DrawingContext, said: Sequence[Saying]) -> Child:
    items = [
        h(
            "li",
            h("b", pen.context.name(each.who)),
            " ",
            pen.context.reader.value(each.what, "n"),
            class_=each.mark or None,
        )
        for each in said
    ]
    return h("ul", items, class_="said") if items else None


DRAWN: dict[type[Any], Callable[[DrawingContext, Any], Markup]] = {
    Grid: _grid,
    Track: _track,
    Cards: _cards,
    Meter: _meter,
    Quiz: _quiz,
    Slip: _slip,
}
