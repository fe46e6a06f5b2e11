"""Reads a sheet that somebody brings: words or a file become rows of cells. Nothing in it is run, opened or fetched.

Words may be parted by tabs, bars, semicolons or commas; a file may be .csv, .tsv, .xlsx, or Open Trivia DB's answer.
"""

from __future__ import annotations

import csv
import html
import io
import re
import zipfile
from collections.abc import Iterator
from xml.etree import ElementTree as ET

import msgspec

from engine.kernel import Illegal

BIGGEST = 200_000  # bytes of what somebody brings
UNPACKED = 4_000_000  # bytes of what lies in it
MOST_ROWS, MOST_CELLS = 2000, 40
ZIPPED = b"PK\x03\x04"
PARTED = "\t|;,"
SPACE = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
STRINGS, SHEET = "xl/sharedStrings.xml", "xl/worksheets/sheet1.xml"
COLUMN = re.compile(r"([A-Z]{1,3})[0-9]+")
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


class Trivias(msgspec.Struct):
    """What Open Trivia DB answers."""

    results: list[Trivia]


def rows(data: bytes) -> list[Row]:
    """The rows, each with where it stands; raises Illegal where that is no sheet, or too large a one."""
    if len(data) > BIGGEST:
        raise Illegal(TOO_BIG, most=BIGGEST, rows=MOST_ROWS)
    try:
        found = list(_sheet(data) if data.startswith(ZIPPED) else _words(data))
    except (ValueError, KeyError, csv.Error, zipfile.BadZipFile, ET.ParseError, NotImplementedError):
        raise Illegal(UNREADABLE) from None
    if len(found) > MOST_ROWS:
        raise Illegal(TOO_BIG, most=BIGGEST, rows=MOST_ROWS)
    return found


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
    part = max(PARTED, key=first.count)
    read = csv.reader(io.StringIO(text), delimiter=part, skipinitialspace=True)
    for cells in read:
        yield f"line {read.line_num}", cells[:MOST_CELLS]


def _trivias(text: str) -> Iterator[Row]:
    """Its texts hold HTML entities; what is right or wrong has two options, and is refused as such."""
    yield "line 1", HEAD
    for n, each in enumerate(msgspec.json.decode(text, type=Trivias).results, 1):
        answers = [each.correct_answer, *each.incorrect_answers][:4]
        category = each.category.rpartition(": ")[2]
        cells = [each.question, *answers, *[""] * (4 - len(answers)), each.difficulty, category]
        yield f"question {n}", [*map(html.unescape, cells), TRIVIA_DB, SHARE_ALIKE]


# -- spreadsheets


def _sheet(data: bytes) -> Iterator[Row]:
    """The first sheet of a workbook: two files of XML, of which nothing is unpacked that would be too large."""
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        strings = [_text(each) for each in _xml(book, STRINGS)] if STRINGS in book.namelist() else []
        for n, row in enumerate(_xml(book, SHEET).iter(f"{SPACE}row"), 1):
            yield f"line {int(row.get('r', n))}", _cells(row, strings)


def _xml(book: zipfile.ZipFile, name: str) -> ET.Element:
    """A file of it; one that defines words of its own could grow without end, and is no sheet."""
    if book.getinfo(name).file_size > UNPACKED:
        raise ValueError(name)
    with book.open(name) as file:
        text = file.read(UNPACKED + 1)
    if len(text) > UNPACKED or b"<!DOCTYPE" in text or b"<!ENTITY" in text:
        raise ValueError(name)
    return ET.fromstring(text)  # noqa: S314 # what makes XML dangerous has just been refused


def _cells(row: ET.Element, strings: list[str]) -> list[str]:
    """The cells of a row where they stand: those that are empty are left out of the file."""
    found: list[str] = []
    for n, cell in enumerate(row.iter(f"{SPACE}c")):
        at = COLUMN.fullmatch(cell.get("r", ""))
        place = _number(at[1]) if at else n
        if place >= MOST_CELLS:
            break
        found += [""] * (place - len(found))
        value = cell.findtext(f"{SPACE}v", "")
        found.append(strings[int(value)] if cell.get("t") == "s" else value or _text(cell))
    return found


def _number(letters: str) -> int:
    """A is the first column, 0."""
    place = 0
    for letter in letters:
        place = place * 26 + ord(letter) - ord("A") + 1
    return place - 1


def _text(element: ET.Element) -> str:
    """All the words within it."""
    return "".join(each.text or "" for each in element.iter(f"{SPACE}t"))
