"""Typed pictures as markup that reads well by ear; a cell that is an option of the viewer's question is a button."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, count
from typing import Any, NamedTuple

from engine.kernel import Play, Words
from engine.kernel.picture import SHUT_CELL, Cards, Cell, Grid, Meter, Picture, Pile, Quiz, Saying, Slip, Token, Track
from engine.kernel.question import Forecast
from engine.kernel.view import Panel, View
from host.doors.web.files import render_icon
from host.doors.web.markup import players
from host.doors.web.markup.html import Child, Markup, h, join_markup
from host.doors.web.table import question_forms
from host.doors.web.table.page_context import PageContext
from host.said.answers import find_options_place, find_tappable_cells
from host.shown.views import QuestionView

# What a mark says to who cannot see it.
SPOKEN_MARKS = {
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
LONG_QUIZ_QUESTION = 56  # letters of a question beside which its answers take less room
MAX_SIGN_LETTERS = 3  # letters of a card that is read like a sign, and may be large


class DrawingContext(NamedTuple):
    """What a picture is rendered with: the viewer's page, and which cells are buttons."""

    context: PageContext
    does: QuestionView | Play | Forecast | None  # what its cells answer, do, or foretell
    free: set[object]
    labels: dict[object, str]  # of options: what a cell does may be more than it shows
    numbers: Iterator[int]  # by which buttons are known again
    said: object = None  # which of them the viewer has foretold


def render_pictures(context: PageContext, view: View, panel: Panel) -> list[Markup]:
    """Render all pictures that belong to a table of the game (cards, tracks, grids …), except its board."""
    return [render_figure(context, panel, picture) for picture in view.list_pictures(panel)]


def _find_cell_action(context: PageContext, panel: Panel, picture: Picture) -> QuestionView | Play | Forecast | None:
    """Return what the cells of this picture are buttons for, the same for all: a question to the viewer, else a play,
    else a prediction; None if for nothing. Whether a single cell can be chosen is not looked at.
    """
    here = (panel.id, picture.id)
    found: Iterator[QuestionView | Play | Forecast] = chain(
        (each for each in question_forms.list_questions(context) if find_options_place(each) == here),
        (item for item in context.shown.plays if question_forms.is_picture_play(item, panel, picture)),
        (each for each in context.shown.forecasts if each.of == "/".join(here)),
    )
    return next(found, None)


def render_figure(context: PageContext, panel: Panel, picture: Picture) -> Markup:
    """Render one picture that belongs to a table of the game; as a form if a tap on one of its cells answers a question
    or makes a play or a prediction (not if several are chosen together: their form is elsewhere).
    """
    does = _find_cell_action(context, panel, picture)
    free: set[object] = (
        (
            find_tappable_cells(context.shown, does)
            if isinstance(does, QuestionView)
            else {each.value for each in does.options}
        )
        if does
        else set()
    )
    labels: dict[object, str] = {each.value: context.format_words(each.label) for each in does.options} if does else {}
    guess = context.guesses.get(does.key) if isinstance(does, Forecast) else None
    pen = DrawingContext(context, does, free, labels, count(1), guess)
    title = h("figcaption", context.format_words(picture.title)) if picture.title else None
    notes = [] if isinstance(picture, Quiz) else _render_picture_notes(pen, picture)
    shape = type(picture).__name__.lower()
    inner = h("figure", title, PICTURE_RENDERERS[type(picture)](pen, picture), notes, class_=f"drawn {shape}")
    if does is None or not pen.free or _takes_several(does):
        return inner
    if not isinstance(does, QuestionView):
        way = "play" if isinstance(does, Play) else "call"
        return context.render_form(way, h("input", type="hidden", name="key", value=does.key), inner, class_="tap")
    return context.render_form("answer", h("input", type="hidden", name="question", value=does.id), inner, class_="tap")


def _render_picture_notes(pen: DrawingContext, picture: Picture) -> list[Markup]:
    """Render the notes of a picture, such as the stake, as paragraphs."""
    return [h("p", pen.context.format_words(note), class_="hint") for note in picture.notes]


# -- cells


def _list_cell_text(pen: DrawingContext, cell: Cell) -> list[Child]:
    """Return the contents of a picture's cell: face, notes, owner, and its mark for screen readers."""
    by = pen.context.format_words(cell.who) if cell.who else None
    note = pen.context.format_words(cell.note)
    spoken = h("span", " ", pen.context.say(SPOKEN_MARKS[cell.mark]), class_="unseen") if cell.mark else None
    small = [h("small", text) for text in (note, by) if text]
    return [_render_cell_face(pen, cell), small, spoken]


def _render_cell_face(pen: DrawingContext, cell: Cell) -> Child:
    """Render what a picture's cell shows: an icon, a text, or the number by which it is chosen. A symbol that is drawn
    as an icon is also named in words for screen readers.
    """
    face = pen.context.format_words(cell.face)
    if cell.kind and face in TYPED:
        return [render_icon(TYPED[face]), h("span", pen.context.format_words(cell.kind), class_="unseen")]
    if face == "?" and isinstance(cell.value, int):
        return h("b", cell.value)  # by which it is chosen
    return [render_icon(DRAWN_KINDS[cell.kind]) if cell.kind in DRAWN_KINDS else None, h("b", face)]


def _render_cell(pen: DrawingContext, cell: Cell) -> Child:
    """Render a picture's cell, as a button if it can be chosen. Where several cells can be chosen for one answer, the
    page's script collects them.
    """
    words, does = _list_cell_text(pen, cell), pen.does
    if does is None or cell.value is None or cell.value not in pen.free or cell.mark == "struck":
        return words
    label, face = pen.labels.get(cell.value, ""), pen.context.format_words(cell.face)
    words += [h("small", label)] if label not in ("", face, str(cell.value)) else []
    mark = question_forms.format_html_id(does.id if isinstance(does, QuestionView) else does.key)
    name = f"c-{mark}-{next(pen.numbers)}"
    if _takes_several(does):
        into = f"t-{mark}"
        return h("button", words, type="button", data_chip=cell.value, data_into=into, id=name)
    return h("button", words, name="value", value=cell.value, id=name)


def _takes_several(does: QuestionView | Play | Forecast) -> bool:
    """Return whether several cells may be chosen for this question, play or prediction."""
    return not isinstance(does, Forecast) and does.form.kind == "several"


def _format_cell_class(cell: Cell, pen: DrawingContext) -> str:
    """Return the CSS classes of a picture's cell: its kind, its mark (or “chosen” for what the viewer has predicted),
    and whether it is a button.
    """
    free = "free" if cell.value is not None and cell.value in pen.free else ""
    said = "chosen" if pen.said is not None and cell.value == pen.said else ""
    return " ".join(filter(None, (question_forms.format_html_id(cell.kind), cell.mark or said, free)))


def _render_cell_item(pen: DrawingContext, cell: Cell, *more: Child) -> Markup:
    """Render a picture's cell as an item of a list, with `more` behind it."""
    return h("li", _render_cell(pen, cell), more, class_=_format_cell_class(cell, pen) or None)


# -- one function for each kind of picture


def _render_grid(pen: DrawingContext, picture: Grid) -> Markup:
    """Render a grid picture as a table with its row and column names, or without these as a list if its shape is a
    line.
    """
    if picture.shape == "line":
        return h("ul", [_render_cell_item(pen, cell) for cell in picture.cells], class_="pool")
    grid_rows = [picture.cells[at : at + picture.columns] for at in range(0, len(picture.cells), picture.columns)]
    corner = h("td") if picture.rows else None
    heads = [h("th", pen.context.format_words(word), scope="col") for word in picture.heads]
    head = h("thead", h("tr", corner, heads)) if heads else None
    rows = [
        _render_grid_row(pen, picture.rows[n] if n < len(picture.rows) else "", row) for n, row in enumerate(grid_rows)
    ]
    return h(
        "div",
        h("table", head, h("tbody", rows), class_=f"cells {picture.shape} h{min(TALLEST, len(rows))}"),
        class_="scroll",
    )


def _render_grid_row(pen: DrawingContext, name: Words, row: Sequence[Cell]) -> Markup:
    """Render one row of a grid picture as a row of a table, with its name before it if it has one."""
    head = h("th", pen.context.format_words(name), scope="row") if name else None
    return h(
        "tr", head, [h("td", _render_cell(pen, cell), class_=_format_cell_class(cell, pen) or None) for cell in row]
    )


def _render_track(pen: DrawingContext, picture: Track) -> Markup:
    """Render a track picture with players' tokens on it: a ring round a square (if its spaces are a multiple of four,
    else as a list), an upright one with its last space on top, any other as a list. Tokens that are not on a space yet
    (at 0) stand at its start; a ring shows none of these.
    """
    standing: dict[int, list[Token]] = {}
    for token in picture.tokens:
        standing.setdefault(token.at, []).append(token)
    if picture.shape == "ring" and len(picture.spaces) % CORNERS == 0:
        return _render_ring_track(pen, picture, standing)
    items = [
        _render_cell_item(pen, cell, _render_tokens(pen, standing.get(n, [])))
        for n, cell in enumerate(picture.spaces, 1)
    ]
    start = h("p", _render_tokens(pen, standing[0]), class_="start") if standing.get(0) else None
    if picture.shape == "upright":
        return join_markup(h("ol", list(reversed(items)), class_="upright", reversed=True), start)
    return join_markup(start, h("ol", items, class_="lane"))


def _render_ring_track(pen: DrawingContext, picture: Track, standing: Mapping[int, list[Token]]) -> Markup:
    """Render a track that runs round a square, with the tokens `standing` on each space, by its number from 1; a legend
    is in the middle because the spaces are too small for names.
    """
    side = len(picture.spaces) // CORNERS
    items = []
    for n, cell in enumerate(picture.spaces):
        x, y = compute_ring_position(n, side)
        named = h("span", ": ", pen.context.format_words(cell.note), class_="unseen") if cell.note else None
        bare = Cell(cell.face, cell.kind, "", cell.value, cell.mark, cell.who)
        inner = [_render_cell(pen, bare), named, _render_tokens(pen, standing.get(n + 1, []))]
        items.append(h("li", inner, class_=" ".join(filter(None, (_format_cell_class(cell, pen), f"x{x}", f"y{y}")))))
    notes = {
        pen.context.format_words(cell.face): pen.context.format_words(cell.note) for cell in picture.spaces if cell.note
    }
    legend = h("dl", [[h("dt", face), h("dd", note)] for face, note in notes.items()], aria_hidden="true")
    return h("div", h("ol", items, class_="ring"), legend if notes else None, class_="round")


def compute_ring_position(n: int, side: int) -> tuple[int, int]:
    """Return column and row (from 0) of the n-th space (from 0) of a track round a square, clockwise from the top left
    corner; `side` is a quarter of its spaces, and `n` must be less than four times that.
    """
    edge, along = divmod(n, side)
    return ((along, 0), (side, along), (side - along, side), (0, side - along))[edge]


def _render_tokens(pen: DrawingContext, tokens: Sequence[Token]) -> Child:
    """Render the signs of the players who stand on one space, with their names for screen readers."""
    found: list[Child] = []
    for each in tokens:
        sign = players.render_player_token(pen.context, str(each.who))
        name = pen.context.format_words(each.who)
        found.append([sign, h("span", name, class_="unseen")] if sign else h("i", name, class_="token"))
    return found


def _render_cards(pen: DrawingContext, picture: Cards) -> Markup:
    """Render a picture of cards: all its piles, one after the other."""
    return join_markup(*(_render_card_pile(pen, pile) for pile in picture.piles))


def _render_card_pile(pen: DrawingContext, pile: Pile) -> Markup:
    """Render a pile of cards: its name and owner, the open cards, and how many lie face down."""
    names = [pen.context.format_words(word) for word in (pile.who, pile.name) if word]
    small = not pile.cards or any(len(pen.context.format_words(card.face)) > MAX_SIGN_LETTERS for card in pile.cards)
    cards = [_render_cell_item(pen, card) for card in pile.cards]
    backs = h("li", pen.context.say("{n} face down", n=pile.backs), class_=SHUT_CELL) if pile.backs else None
    return h(
        "div", h("b", ": ".join(names)), h("ul", cards, backs, class_="hand small" if small else "hand"), class_="pile"
    )


def _render_meter(pen: DrawingContext, picture: Meter) -> Markup:
    """Render a meter picture: its value in words, a scale, and the points on it as a list."""
    face = pen.context.format_words(picture.face)
    points = [h("li", pen.context.format_words(point.face), class_=point.kind or None) for point in picture.points]
    scale = h("meter", face, min=picture.low, max=picture.high, value=picture.value, aria_label=face)
    return join_markup(h("p", h("b", face)), scale, h("ul", points, class_="pool") if points else None)


def _render_quiz(pen: DrawingContext, picture: Quiz) -> Markup:
    """Render the picture of a quiz question: text, notes, answers, who has locked an answer in, and what each player
    has said.
    """
    answers = (
        h("ul", [_render_cell_item(pen, cell) for cell in picture.answers], class_="answers")
        if picture.answers
        else None
    )
    text = pen.context.say("Locked in: {who}", who=picture.locked) if picture.locked else None
    locked = h("p", text, class_="hint") if text else None
    asked = pen.context.format_words(picture.question) if picture.question else ""
    question = h("p", h("b", asked), class_="long" if len(asked) > LONG_QUIZ_QUESTION else None) if asked else None
    return join_markup(
        question, _render_picture_notes(pen, picture), answers, locked, _render_sayings(pen, picture.said)
    )


def _render_bid_slip(pen: DrawingContext, picture: Slip) -> Markup:
    """Render the picture of secret bids: who has handed one in, who is missing, the viewer's own, and all once they
    are shown.
    """
    sentences: Mapping[str, Sequence[str]] = {
        "Handed in: {who}": picture.handed,
        "Still to bid: {who}": picture.waiting,
    }
    told = [h("p", pen.context.say(text, who=who)) for text, who in sentences.items() if who]
    own = h("p", h("b", pen.context.say("Your bid: {n:n}", n=picture.own))) if picture.own is not None else None
    return join_markup(own, told, _render_sayings(pen, picture.bids))


def _render_sayings(pen: DrawingContext, said: Sequence[Saying]) -> Child:
    """Render what each player has said or bid, as part of a picture; None if nobody has."""
    items = [
        h(
            "li",
            h("b", pen.context.format_words(each.who)),
            " ",
            pen.context.reader.format_value(each.what, "n"),
            class_=each.mark or None,
        )
        for each in said
    ]
    return h("ul", items, class_="said") if items else None


PICTURE_RENDERERS: dict[type[Any], Callable[[DrawingContext, Any], Markup]] = {
    Grid: _render_grid,
    Track: _render_track,
    Cards: _render_cards,
    Meter: _render_meter,
    Quiz: _render_quiz,
    Slip: _render_bid_slip,
}

# Slips of paper that fall, by colour: where they begin.
CONFETTI = {
    "cf1": ((20, 30), (96, 8), (142, 52), (236, 10), (330, 66), (40, 96)),
    "cf2": ((58, 54), (120, 20), (262, 44), (300, 12), (350, 28), (12, 74)),
    "cf3": ((82, 40), (160, 8), (222, 62), (280, 84), (318, 38), (4, 12)),
    "cf4": ((34, 8), (104, 84), (206, 26), (248, 78), (342, 100), (70, 76)),
}


def render_confetti(spread: int = 1) -> list[Markup]:
    """Render confetti in the air as SVG: slips of paper at fixed places, one path for each colour. The heights of these
    places are multiplied by `spread`.
    """
    return [
        h(
            "path",
            d="".join(
                f"M{x} {y * spread}l{8 - n % 3} {n % 4 + 3}l-3 5l-{8 - n % 3}-{n % 4 + 3}z"
                for n, (x, y) in enumerate(at)
            ),
            class_=kind,
        )
        for kind, at in CONFETTI.items()
    ]


def render_confetti_rain() -> Markup:
    """Render confetti as SVG that fills the top of a picture."""
    return h("svg", render_confetti(), class_="conf9", viewBox="0 0 360 110", preserveAspectRatio="none")


def render_confetti_storm() -> Markup:
    """Render confetti as SVG that fills a whole picture, above all its top."""
    drawn = [*render_confetti(), *render_confetti(4)]
    return h("svg", drawn, class_="conf9", viewBox="0 0 360 420", preserveAspectRatio="xMidYMid slice")
