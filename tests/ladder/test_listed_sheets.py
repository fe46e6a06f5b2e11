"""How a row of a group's own question sheet is read when one of its cells is empty, missing, or oddly written."""

import msgspec

from engine.ladder.packs import DEFAULT_COLUMNS, parse_pack_sheet
from tests import listings

HEAD = ("question", "a", "b", "c", "d", "correct", "level", "category", "why", "source", "licence")
ROW = ("Why?", "one", "two", "three", "four", "C", "7", "plain", "So it is.", "Ann", "CC0-1.0")
ODD = ("", " ", "a", "D", "E", "1", "15", "16", "easy", "HARD", "one", "x" * 1000)


def tell_read(rows):
    entries, faults = parse_pack_sheet([(f"row {n}", row) for n, row in enumerate(rows, 1)], "Pub", "2026")
    for each in [*map(msgspec.structs.astuple, entries), *faults]:
        yield "  " + "; ".join(str(part) if len(str(part)) < 100 else f"{len(str(part))} characters" for part in each)
    if not entries and not faults:
        yield "  nothing"


def tell():
    for at, column in enumerate(HEAD):
        for cell in ODD:
            yield f"{column} is {cell[:20]!r}"
            yield from tell_read([HEAD, (*ROW[:at], cell, *ROW[at + 1 :])])
        yield f"no {column}"
        yield from tell_read([(*row[:at], *row[at + 1 :]) for row in (HEAD, ROW)])
    yield "a short row, an empty one, a longer one"
    yield from tell_read([HEAD, ROW[:6], ("", " "), (*ROW, "more")])
    for count in range(len(DEFAULT_COLUMNS) + 1):
        yield f"no names of columns, {count} cells"
        yield from tell_read([(*ROW[:5], *ROW[6:9])[:count]])
    yield "columns in another order, with capitals"
    yield from tell_read([[name.upper() for name in reversed(HEAD)], ROW[::-1]])


def test_a_row_of_a_sheet_is_read_as_listed():
    listings.compare("sheets", tell())
