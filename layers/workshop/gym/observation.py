"""What a seat knows, as tables of whole numbers: made of its own view, its menu and what it was told, and nothing else.

Each table has named columns. Words are numbers of the game's vocabulary; seats count from the observer: 1 is its own
seat, 2 the next one, 0 none. Columns that end in `.word`, `.name`, `.number` and `.seat` are one text of the game: its
template or name, and the first name, number and seat in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from engine.kernel import Legal, Phrase, Told, Words
from engine.kernel.picture import Cards, Cell, Grid, Meter, Picture, Quiz, Slip, Track, list_picture_cells
from engine.kernel.view import Panel, View
from workshop.gym.menu import ACTIONS, Draft, Menu
from workshop.gym.vocabulary import Vocabulary

Observation = dict[str, Any]
Row = Sequence[int]
LARGEST = 2**53  # larger numbers are cut off
PANELS, SQUARES, CELLS, FACTS, EVENTS = 4, 80, 200, 160, 120  # how much an observation has room for
MARKS = 3  # of a seat at a table
AMOUNT = re.compile(r"(-?)[£$]?(\d{1,16}|\d{1,3}(?:,\d{3}){1,4})", re.ASCII)
MAX_TOLD = 24  # announcements that are remembered
TEXT = ("word", "name", "number", "seat")
PICTURES: Sequence[type[Picture]] = (Grid, Track, Cards, Meter, Quiz, Slip)
PARTS_OF_PICTURES = ("cell", "token", "point", "saying", "value", "bounds", "backs")


def name_text_columns(*names: str) -> list[str]:
    """Name the columns of texts."""
    return [f"{name}.{part}" for name in names for part in TEXT]


# fmt: off
COLUMNS: Mapping[str, Sequence[str]] = {
    "game": ["target", "over", "panels", *name_text_columns("stage"), "cut"],
    "turn": ["up", "form", "low", "high", "step", "chosen", "typed", "types", *name_text_columns("key"), "panel",
             "questions", "plays"],
    "menu": ["what", *name_text_columns("key", "value", "label"), "chosen before", "low", "high"],
    "seats": ["place", "total", "winner", *name_text_columns("mark 1", "mark 2")],
    "lines": ["present", "status", "to move", *name_text_columns(*(f"mark {n + 1}" for n in range(MARKS)))],
    "panels": ["present", "rows", "columns", *name_text_columns("title", "stage")],
    "squares": ["present", "open", "kind", "mark", "who", "locked by", *name_text_columns("face", "note"),
                "own kind", *name_text_columns("own", "seen"), "wish"],
    "cells": ["panel", "picture", "type", "part", "at", "kind", "mark", "who",
              *name_text_columns("id", "face", "note", "value")],
    "facts": ["where", "panel", "word", "fact", "name", "number", "seat"],
    "events": ["age", "panel", "event", "fact", "name", "number", "seat"],
}
# fmt: on
WHERE = ("", "game", "panel", "secret", "question", "picture")  # where a text stands whose facts are listed


class SpelledText(NamedTuple):
    """A text of the game in four numbers."""

    word: int = 0
    name: int = 0
    number: int = 0
    seat: int = 0


NO_TEXT = SpelledText()


class Speller:
    """Turns words and values of a game into numbers, as one seat sees them."""

    def __init__(self, vocabulary: Vocabulary, seats: Sequence[str], observer: str) -> None:
        self.vocabulary = vocabulary
        first = seats.index(observer)
        self.order = [*seats[first:], *seats[:first]]
        self.seats = {seat: n for n, seat in enumerate(self.order, 1)}

    def spell(self, words: Any) -> SpelledText:
        """Spell a text: its template or name, and the first name, number and seat in it."""
        if isinstance(words, Phrase):
            parts = [spelled for _, spelled in self.iter_facts(words.facts)]
            first = [next((part[n] for part in parts if part[n]), 0) for n in range(1, 4)]
            return SpelledText(self.vocabulary.find_number(words.text), *first)
        if isinstance(words, str):
            if words in self.seats:
                return SpelledText(seat=self.seats[words])
            number = parse_number(words)
            return SpelledText(number=number) if number else SpelledText(self.vocabulary.find_number(words))
        return SpelledText(number=cut_number(words))

    def spell_key(self, key: str) -> SpelledText:
        """Spell the key of a question or play, which may end in a seat or a number."""
        head, _, tail = key.rpartition(".")
        if head and (tail in self.seats or tail.isdecimal()):
            return self.spell(tail)._replace(word=self.vocabulary.find_number(head))
        return SpelledText(self.vocabulary.find_number(key))

    def iter_facts(self, facts: Mapping[str, Any]) -> Iterator[tuple[str, SpelledText]]:
        """Iterate over facts and the items of lists in them, each with its name."""
        for name, value in facts.items():
            items = (
                value
                if isinstance(value, list | tuple)
                else [*value, *value.values()]
                if isinstance(value, dict)
                else [value]
            )
            for item in items:
                found = self.spell(item)
                yield name, found if isinstance(item, int) or not found.word else found._replace(name=found.word)

    def list_facts(self, lead: Row, words: Words) -> list[Row]:
        """List the rows of the facts in a text; a text without facts has one row."""
        text, facts = (words.text, words.facts) if isinstance(words, Phrase) else (words, {})
        return self.list_fact_rows([*lead, self.spell(words).word], facts) if text else []

    def list_fact_rows(self, lead: Row, facts: Mapping[str, Any]) -> list[Row]:
        """List a row for each of these facts, or one row if there are none."""
        rows: list[Row] = [
            [*lead, self.vocabulary.find_number(name), spelled.name, spelled.number, spelled.seat]
            for name, spelled in self.iter_facts(facts)
        ]
        return rows or [[*lead, 0, 0, 0, 0]]


def parse_number(text: str) -> int:
    """Return the whole number or sum of money that a text is, or 0."""
    found = AMOUNT.fullmatch(text)
    return cut_number(int(found[1] + found[2].replace(",", ""))) if found else 0


def cut_number(value: Any) -> int:
    """Return a value as a whole number within the bounds of an observation; 0 for what is no number."""
    return max(-LARGEST, min(LARGEST, round(value))) if isinstance(value, int | float) else 0


# -- the space


def list_table_shapes(seats: int) -> dict[str, tuple[int, ...]]:
    """List the shapes of all tables of an observation, by name, for this many seats."""
    rows: dict[str, tuple[int, ...]] = {
        "menu": (ACTIONS,), "seats": (seats,), "lines": (PANELS, seats), "panels": (PANELS,),
        "squares": (PANELS, SQUARES), "cells": (CELLS,), "facts": (FACTS,), "events": (EVENTS,),
    }  # fmt: skip
    return {name: (*rows.get(name, ()), len(columns)) for name, columns in COLUMNS.items()}


def build_observation_space(seats: int) -> spaces.Dict:
    """Build the space of what a seat at a table of this many seats observes."""
    shapes = list_table_shapes(seats)
    tables: dict[str, spaces.Space[Any]] = {
        name: spaces.Box(-LARGEST, LARGEST, shape, np.int64) for name, shape in shapes.items()
    }
    mask = spaces.Box(0, 1, (ACTIONS,), np.int8)
    return spaces.Dict({"observation": spaces.Dict(tables), "action_mask": mask})


# -- an observation


class SeatKnowledge(NamedTuple):
    """All that one seat may know at one moment."""

    view: View
    legal: Legal
    menu: Menu  # empty unless the seat is up
    draft: Draft | None
    told: Sequence[Told]  # the newest last


def build_observation(known: SeatKnowledge, speller: Speller) -> Observation:
    """Build what a seat observes from what it may know."""
    shapes = list_table_shapes(len(speller.order))
    panels = _list_panels(known.view, speller)
    at = {panel.id: n for n, panel in enumerate(panels)}
    tables: dict[str, NDArray[np.int64]] = {name: np.zeros(shape, np.int64) for name, shape in shapes.items()}
    cut = max(0, len(known.view.panels) - PANELS)
    cut += _fill_rows(tables["cells"], _iter_cells(known.view, panels, speller))
    cut += _fill_rows(tables["facts"], _iter_facts(known, panels, at, speller))
    _fill_rows(tables["events"], _iter_events(known.told, at, speller))
    for n, panel in enumerate(panels):
        _fill_rows(tables["lines"][n], _iter_lines(panel, speller))
        cut += _fill_rows(tables["squares"][n], _iter_squares(known.view, panel, speller))
    _fill_rows(tables["panels"], (_build_panel_row(panel, speller) for panel in panels))
    _fill_rows(tables["seats"], _iter_seats(known.view, speller))
    for action, row in _iter_menu(known, speller):
        tables["menu"][action] = row
    tables["turn"][:] = _build_turn(known, at, speller)
    view = known.view
    tables["game"][:] = [cut_number(view.target), view.over, len(view.panels), *speller.spell(view.stage), cut]
    mask = np.zeros(ACTIONS, np.int8)
    mask[list(known.menu)] = 1
    return {"observation": tables, "action_mask": mask}


def _list_panels(view: View, speller: Speller) -> list[Panel]:
    """List as many panels as there is room for, those first at which the observer sits."""
    me = speller.order[0]
    seated = [panel for panel in view.panels if any(line.who == me for line in panel.seats)]
    return [*seated, *(panel for panel in view.panels if panel not in seated)][:PANELS]


def _fill_rows(table: NDArray[np.int64], rows: Iterable[Row]) -> int:
    """Fill a table from its top, and return how many rows found no room."""
    n = -1
    for n, row in enumerate(rows):
        if n < len(table):
            table[n] = row
    return max(0, n + 1 - len(table))


def _iter_seats(view: View, speller: Speller) -> Iterator[Row]:
    lines = {line.who: line for line in view.standings}
    for who in speller.order:
        line = lines.get(who)
        marks = [speller.spell(mark) for mark in line.marks[:2]] if line else []
        marks += [NO_TEXT] * (2 - len(marks))
        place, total = (line.place, cut_number(line.total)) if line else (0, 0)
        yield [place, total, who in view.winners, *marks[0], *marks[1]]


def _iter_lines(panel: Panel, speller: Speller) -> Iterator[Row]:
    lines = {line.who: line for line in panel.seats}
    for who in speller.order:
        line = lines.get(who)
        marks = [speller.spell(mark) for mark in line.marks[:MARKS]] if line else []
        marks += [NO_TEXT] * (MARKS - len(marks))
        status = speller.vocabulary.find_number(line.status) if line else 0
        yield [line is not None, status, who in panel.to_move, *(number for mark in marks for number in mark)]


def _build_panel_row(panel: Panel, speller: Speller) -> Row:
    rows, columns = (panel.board.rows, panel.board.columns) if panel.board else (0, 0)
    return [1, rows, columns, *speller.spell(panel.title), *speller.spell(panel.stage)]


def _iter_squares(view: View, panel: Panel, speller: Speller) -> Iterator[Row]:
    board, find = panel.board, speller.vocabulary.find_number
    if board is None:
        return
    own = view.own
    notes = own.notes.get(panel.id, {}) if own else {}
    wishes = own.wishes.get(panel.id, []) if own else []
    for n in range(1, board.rows * board.columns + 1):
        cell, note = board.cells.get(n), notes.get(n)
        shown = cell or Cell("")
        yield [
            1, cell is not None, find(shown.kind), find(shown.mark), speller.seats.get(shown.who, 0),
            speller.seats.get(board.locked.get(n, ""), 0), *speller.spell(shown.face), *speller.spell(shown.note),
            find(note.kind) if note else 0, *(speller.spell(note.words) if note else NO_TEXT),
            *(speller.spell(note.seen) if note else NO_TEXT), wishes.index(n) + 1 if n in wishes else 0,
        ]  # fmt: skip


def _iter_cells(view: View, panels: Sequence[Panel], speller: Speller) -> Iterator[Row]:
    for at, panel in enumerate(panels, 1):
        for n, picture in enumerate(view.list_pictures(panel), 1):
            kind = next(number for number, kind in enumerate(PICTURES, 1) if isinstance(picture, kind))
            name = speller.spell_key(picture.id)
            for part, place, cell in _iter_parts_of_picture(picture):
                face = (
                    cell.face if not isinstance(picture, Quiz) or part != "cell" else ""
                )  # a quiz's words are no names
                value = speller.spell(cell.value) if cell.value is not None else NO_TEXT
                yield [
                    at, n, kind, PARTS_OF_PICTURES.index(part) + 1, place, speller.vocabulary.find_number(cell.kind),
                    speller.vocabulary.find_number(cell.mark), speller.seats.get(cell.who, 0), *name,
                    *speller.spell(face), *speller.spell(cell.note), *value,
                ]  # fmt: skip


def _iter_parts_of_picture(picture: Picture) -> Iterator[tuple[str, int, Cell]]:
    """Iterate over all that a picture shows: what part it is, its place or amount, and as what cell it reads."""
    if isinstance(picture, Cards):
        for pile in picture.piles:
            yield "backs", pile.backs, Cell(pile.name, who=pile.who)
            yield from (("cell", n, card) for n, card in enumerate(pile.cards, 1))
        return
    yield from (("cell", n, cell) for n, cell in enumerate(list_picture_cells(picture), 1))
    if isinstance(picture, Track):
        yield from (("token", token.at, Cell(token.who)) for token in picture.tokens)
    elif isinstance(picture, Meter):
        yield "value", cut_number(picture.value), Cell(picture.face)
        yield "bounds", cut_number(picture.low), Cell("", value=picture.high)
        yield from (("point", cut_number(point.at), Cell(point.face, point.kind)) for point in picture.points)
    elif isinstance(picture, Quiz):
        yield from (("saying", 0, Cell(_name_words(said.what), mark=said.mark, who=said.who)) for said in picture.said)
    elif isinstance(picture, Slip):
        yield "bounds", picture.low, Cell("", value=picture.high)
        yield from (("saying", 0, Cell(_name_words(bid.what), mark=bid.mark, who=bid.who)) for bid in picture.bids)
        if picture.own is not None:
            yield "value", picture.own, Cell("")


def _name_words(what: Words | int) -> Words:
    return str(what) if isinstance(what, int) else what


def _iter_facts(
    known: SeatKnowledge, panels: Sequence[Panel], at: Mapping[str, int], speller: Speller
) -> Iterator[Row]:
    for question in known.legal.questions:
        lead = [WHERE.index("question"), at.get(question.table, -1) + 1, speller.spell_key(question.key).word]
        yield from speller.list_fact_rows(lead, question.facts)
    for secret in known.view.own.secrets if known.view.own else []:
        yield from speller.list_facts([WHERE.index("secret"), 0], secret)
    for note in known.view.notes:
        yield from speller.list_facts([WHERE.index("game"), 0], note)
    for n, panel in enumerate(panels, 1):
        for note in panel.notes:
            yield from speller.list_facts([WHERE.index("panel"), n], note)
        for picture in known.view.list_pictures(panel):
            for note in (picture.title, *picture.notes):
                yield from speller.list_facts([WHERE.index("picture"), n], note)


def _iter_events(told: Sequence[Told], at: Mapping[str, int], speller: Speller) -> Iterator[Row]:
    for age, line in enumerate(reversed(told), 1):
        lead = [age, at.get(line.table, -1) + 1, speller.vocabulary.find_number(line.what)]
        yield from speller.list_fact_rows(lead, line.facts)


def _iter_menu(known: SeatKnowledge, speller: Speller) -> Iterator[tuple[int, Row]]:
    chosen = known.draft.chosen if known.draft else []
    for action, item in known.menu.items():
        key = speller.spell_key(item.asked.key) if item.asked else NO_TEXT
        value = speller.spell(item.value) if item.value is not None else NO_TEXT
        row = [
            item.what,
            *key,
            *value,
            *speller.spell(item.label),
            len(chosen),
            cut_number(item.low),
            cut_number(item.high),
        ]
        yield action, row


def _build_turn(known: SeatKnowledge, at: Mapping[str, int], speller: Speller) -> Row:
    draft, questions = known.draft, known.legal.questions
    asked = draft.asked if draft else questions[0] if questions else None
    counts = [len(questions), len(known.legal.plays)]
    if asked is None:
        return [bool(known.menu), *([0] * 12), *counts]
    form = asked.form
    kind = ("choice", "several", "number", "text").index(form.kind) + 1
    done = [len(draft.chosen), len(draft.text), draft.types] if draft else [0, 0, 0]
    panel = at.get(getattr(asked, "table", ""), -1) + 1
    limits = [cut_number(form.low), cut_number(form.high), cut_number(form.step)]
    return [bool(known.menu), kind, *limits, *done, *speller.spell_key(asked.key), panel, *counts]
