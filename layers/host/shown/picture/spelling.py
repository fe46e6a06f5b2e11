"""Pictures spelled in 30 columns, good to hear as well as to see: for chats, threads, terminals and screen readers.

What is closed stands in brackets where something lies open beside it; what is out of the game is a stroke.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from typing import Any

from engine.kernel import Reader, Words
from engine.kernel.picture import SHUT, Cards, Cell, Grid, Meter, Picture, Pile, Quiz, Saying, Slip, Track

WIDTH, ENDLESS = 30, 10_000
BAR = 20  # of a scale
AHEAD = 3  # spaces that are named before whoever is first on a track
HARD = "\u00a0"  # a space at which no line ends
HERE, OUT = "▶", "-"
MARKS = {"right": "✓", "wrong": "✗", "chosen": "*", "here": "*"}
PROSE = (Quiz,)  # what is better read than looked at: sentences, whose lines may be longer


def spelled(picture: Picture, reader: Reader, width: int = WIDTH) -> list[str]:
    """A picture in lines: its title, itself, and its notes."""
    title, notes = _lines([picture.title], reader, width), _lines(picture.notes, reader, width)
    return [*title, *SPELLERS[type(picture)](picture, reader, width), *notes]


def all_spelled(pictures: Iterable[Picture], reader: Reader) -> list[str]:
    """Several pictures, one below the other."""
    return [line for picture in pictures for line in spelled(picture, reader)]


def _lines(words: Iterable[Words], reader: Reader, width: int) -> list[str]:
    return [line for each in words for line in _wrapped(reader.value(each), width)]


def _wrapped(text: str, width: int, hang: str = "") -> list[str]:
    """Spaces that part columns stay where they are."""
    if len(text) <= width:
        return [text] if text else []
    return textwrap.wrap(text, width, subsequent_indent=hang, break_on_hyphens=False)


def _flow(items: Iterable[str], width: int, lead: str = "") -> list[str]:
    """Items with commas between them; none is broken."""
    text = ", ".join(_whole(item, width) for item in items)
    return [line.replace(HARD, " ") for line in _wrapped(f"{lead}{text}", width)] if text else []


def _whole(item: str, width: int) -> str:
    """A name that no line shall break, if a line has room for it."""
    return item.replace(" ", HARD) if len(item) < width - 2 else item


# -- cells in rows


def _grid(picture: Grid, reader: Reader, width: int) -> list[str]:
    if picture.shape == "line":
        return _flow((_named(cell, reader) for cell in picture.cells if cell.mark != "struck"), width)
    bare = all(cell.kind == SHUT for cell in picture.cells)
    texts = [_square(cell, reader, bare=bare) for cell in picture.cells]
    heads, rows = [[reader.value(word) for word in words] for words in (picture.heads, picture.rows)]
    parted = [texts[at : at + picture.columns] for at in range(0, len(texts), picture.columns)]
    lead = max(map(len, rows), default=-1) + 1
    broad = [max(map(len, column)) for column in zip_longest(*parted, heads, fillvalue="")]
    if lead + sum(broad) + len(broad) - 1 > width:  # it cannot stand as it is
        return [line for n, row in enumerate(parted) for line in _flow(row, width, _start(rows, n, lead))]
    gap = "  " if lead + sum(broad) + 2 * len(broad) - 2 <= width else " "
    lines = [*([("", heads)] if heads else []), *((_start(rows, n, lead), row) for n, row in enumerate(parted))]
    return [f"{start:<{lead}}{gap.join(map(str.rjust, row, broad))}".rstrip() for start, row in lines]


def _start(rows: Sequence[str], n: int, lead: int) -> str:
    return f"{rows[n]:<{lead}}" if n < len(rows) else ""


def _square(cell: Cell, reader: Reader, *, bare: bool) -> str:
    face, note = reader.value(cell.face), reader.value(cell.note)
    if cell.mark == "struck":
        return OUT
    if cell.kind == SHUT:
        return face if bare or face == "?" else f"({face})"
    return f"{face}:{note}" if note else face


def _named(cell: Cell, reader: Reader) -> str:
    face, note = reader.value(cell.face), reader.value(cell.note)
    marked = face + MARKS.get(cell.mark, "")
    return f"{marked} ({note})" if note else marked


# -- tracks


def _track(picture: Track, reader: Reader, width: int) -> list[str]:
    if picture.shape == "upright":
        return _ladder(picture, reader, width)
    if picture.shape == "ring":
        return _ring(picture, reader, width)
    stands = {token.at for token in picture.tokens} or {0}
    at, last = max(stands), len(picture.spaces)
    bar = "".join("@" if n in stands else "=" if n < at else OUT for n in range(min(*stands, 1), last + 1))
    who = [f"{reader.value(token.who)}: {token.at}" for token in picture.tokens] if len(picture.tokens) > 1 else []
    named = [line for text in who for line in _wrapped(text, width, "  ")]
    faces = [face for cell in picture.spaces[at : at + AHEAD] if (face := reader.value(cell.face))]
    return [bar, *named, *_flow(faces, width, reader.say("Next: "))]


def _ladder(picture: Track, reader: Reader, width: int) -> list[str]:
    """From the top down; where several stand on one rung their names go on below it."""
    faces = [reader.value(cell.face) for cell in picture.spaces]
    broad = max(map(len, faces), default=0)
    found: list[str] = []
    for n, cell in reversed(list(enumerate(picture.spaces, 1))):
        who = [reader.value(token.who) for token in picture.tokens if token.at == n]
        sign = HERE if cell.mark in ("next", "here") else " "
        line = f"{sign}{n:>2}  {faces[n - 1]:>{broad}} {reader.value(cell.note)}".rstrip()
        named = f"{line} {', '.join(who)}"
        found += [named] if who and len(named) <= width else [line, *_flow(who, width, "    ")]
    return found


def _ring(picture: Track, reader: Reader, width: int) -> list[str]:
    """Who stands where, what belongs to whom, and all spaces in their order."""
    faces = [reader.value(cell.face) for cell in picture.spaces]
    stand = [
        reader.say("{who}: {n}, {face}", who=token.who, n=token.at, face=faces[token.at - 1])
        for token in picture.tokens
        if token.at
    ]
    own = [
        reader.say("{face} ({n}) is {who}’s", face=faces[n - 1], n=n, who=cell.who)
        for n, cell in enumerate(picture.spaces, 1)
        if cell.who
    ]
    found = [line for text in [*stand, *own] for line in _wrapped(text, width, "  ")]
    return [*found, *_flow((f"{n} {face}" for n, face in enumerate(faces, 1)), width)]


# -- cards and scales


def _cards(picture: Cards, reader: Reader, width: int) -> list[str]:
    return [line for pile in picture.piles for line in _pile(pile, reader, width)]


def _pile(pile: Pile, reader: Reader, width: int) -> list[str]:
    """Cards of one word stand side by side; those with longer names have commas between them."""
    faces = [_named(card, reader) for card in pile.cards]
    gap = ", " if any(" " in face for face in faces) else " "
    cards = gap.join(_whole(face, width) for face in faces)
    backs = reader.say("{n} face down", n=pile.backs) if pile.backs else ""
    who = [reader.value(pile.who)] if pile.who else []
    held = ", ".join(filter(None, (cards, backs))) or OUT
    text = ": ".join([*who, *filter(None, [reader.value(pile.name)]), held])
    return [line.replace(HARD, " ") for line in _wrapped(text, width, "  ")]


def _meter(picture: Meter, reader: Reader, width: int) -> list[str]:
    share = (picture.value - picture.low) * BAR // max(1, picture.high - picture.low)
    points = _lines((point.face for point in picture.points), reader, width)
    return [*_lines([picture.face], reader, width), f"[{'#' * share:-<{BAR}}]", *points]


# -- questions and bids


def _quiz(picture: Quiz, reader: Reader, width: int) -> list[str]:
    answers = [OUT if cell.mark == "struck" else _named(cell, reader) for cell in picture.answers]
    found = [line for text in answers for line in _wrapped(text, width, "   ")]
    locked = reader.say("Locked in: {who}", who=picture.locked) if picture.locked else ""
    said = _said(picture.said, reader, width)
    return [*_lines([picture.question], reader, width), *found, *_wrapped(locked, width, "  "), *said]


def _slip(picture: Slip, reader: Reader, width: int) -> list[str]:
    handed = reader.say("Handed in: {who}", who=picture.handed) if picture.handed else ""
    waiting = reader.say("Still to come: {who}", who=picture.waiting) if picture.waiting else ""
    own = reader.say("Your bid: {n:n}", n=picture.own) if picture.own is not None else ""
    told = [line for text in (own, handed, waiting) for line in _wrapped(text, width, "  ")]
    return [*told, *_said(picture.bids, reader, width)]


def _said(said: Iterable[Saying], reader: Reader, width: int) -> list[str]:
    lines = (f"{reader.value(each.who)}: {reader.value(each.what, 'n')}{MARKS.get(each.mark, '')}" for each in said)
    return [line for text in lines for line in _wrapped(text, width, "  ")]


SPELLERS: dict[type[Any], Callable[[Any, Reader, int], list[str]]] = {
    Grid: _grid,
    Track: _track,
    Cards: _cards,
    Meter: _meter,
    Quiz: _quiz,
    Slip: _slip,
}
