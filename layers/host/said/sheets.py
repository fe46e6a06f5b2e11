"""Reads a sheet that somebody brings: words or a file become rows of cells. Nothing in it is run, opened or fetched.

Words may be parted by tabs, bars, semicolons or commas; a file may be .csv, .tsv, .xlsx, or Open Trivia DB's answer.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

import msgspec

from engine.kernel import Illegal
from engine.kernel.ready import ready

BIGGEST = 200_000  # bytes of what somebody brings
MOST_ROWS, MOST_CELLS = 2000, 40
ZIPPED = b"PK\x03\x04"
PARTED, FEWEST = "\t|;,", 4  # what parts cells, and how many of it a line of five has
TOO_BIG = "That is too much at once: {most:n} bytes and {rows:n} lines fit."
UNREADABLE = "I cannot read that. Send a .csv, a .tsv, an .xlsx, or Open Trivia DB's answer."
HEAD = ["question", "a", "b", "c", "d", "level", "category", "source", "licence"]
TRIVIA_DB, SHARE_ALIKE = "Open Trivia DB", "CC-BY-SA-4.0"
Row = tuple[str, list[str]]  # where it stands, and its cells


class Trivia(msgspec.Struct):
    """One question of Open Trivia DB."""

    question: str
    correct_answer: str
    incorrect_answers: list[str]
    difficulty: str = ""
    category: str = ""


@ready
class Trivias(msgspec.Struct):
    """What Open Trivia DB answers."""

    results: list[Trivia]


def rows(data: bytes) -> list[Row]:
    """The rows, each with where it stands; raises Illegal where that is no sheet, or too large a one."""
    if len(data) > BIGGEST:
        raise Illegal(TOO_BIG, most=BIGGEST, rows=MOST_ROWS)
    try:
        found = list(_workbook(data) if data.startswith(ZIPPED) else _words(data))
    except (ValueError, csv.Error):
        raise Illegal(UNREADABLE) from None
    if len(found) > MOST_ROWS:
        raise Illegal(TOO_BIG, most=BIGGEST, rows=MOST_ROWS)
    return found


def _workbook(data: bytes) -> list[Row]:
    from host.said import workbooks  # noqa: PLC0415 - what opens one takes long to load, and hardly anybody sends one

    return workbooks.first_sheet(data)


def _words(data: bytes) -> Iterator[Row]:
    """UTF-8 with or without a mark in front, else Latin-1."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    if text.lstrip().startswith("{"):
        yield from _trivias(text)
        return
    first = text.lstrip().partition("\n")[0]
    part = next((mark for mark in PARTED if first.count(mark) >= FEWEST), max(PARTED, key=first.count))
    read = csv.reader(io.StringIO(text), delimiter=part, skipinitialspace=True)
    for cells in read:
        yield f"line {read.line_num}", cells[:MOST_CELLS]


def _trivias(text: str) -> Iterator[Row]:
    """Its texts hold HTML entities; what is right or wrong has two options, and is refused as such."""
    from html import unescape  # noqa: PLC0415 - a table of all entities, for a file that few bring

    yield "line 1", HEAD
    for n, each in enumerate(msgspec.json.decode(text, type=Trivias).results, 1):
        answers = [each.correct_answer, *each.incorrect_answers][:4]
        category = each.category.rpartition(": ")[2]
        cells = [each.question, *answers, *[""] * (4 - len(answers)), each.difficulty, category]
        yield f"question {n}", [*map(unescape, cells), TRIVIA_DB, SHARE_ALIKE]
