"""Reads pasted words or an uploaded file into rows of cells. Nothing in it is run, opened or fetched.

Cells are separated by tabs, bars, semicolons or commas; a file is .csv, .tsv, or Open Trivia DB's answer. Every format
here yields at most as much text as was sent: no packed or linked format is read, because a few bytes of it can become
gigabytes.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from html import unescape
from itertools import islice

import msgspec

from engine.kernel import Illegal
from engine.kernel.json_types import prepare_json_type

BIGGEST = 200_000  # bytes of what somebody brings
MOST_ROWS, MOST_CELLS = 600, 40  # a pack holds 500 questions
LONGEST_CELL = 1000  # characters
MOST_LINE_ENDS = 4 * MOST_ROWS  # some files end lines with two characters, or have a blank line after each
SEPARATORS, FEWEST = "\t|;,", 4  # and how many of one a line of five cells has
TOO_BIG = "That is too much at once. I can take {most:n} bytes and {rows:n} lines."
SHEET_UNREADABLE = "I cannot read this file. Send a .csv file, a .tsv file or an answer of Open Trivia DB."
CELL_TOO_LONG = "A cell in {where} has more than {most:n} characters."
SHEET_HEADER = ["question", "a", "b", "c", "d", "level", "category", "source", "licence"]
TRIVIA_DB, SHARE_ALIKE = "Open Trivia DB", "CC-BY-SA-4.0"
QuestionSheetRow = tuple[str, list[str]]  # where it stands, and its cells


class TriviaQuestion(msgspec.Struct):
    """One question of Open Trivia DB."""

    question: str
    correct_answer: str
    incorrect_answers: list[str]
    difficulty: str = ""
    category: str = ""


@prepare_json_type
class TriviaResponse(msgspec.Struct):
    """A response of Open Trivia DB."""

    results: list[TriviaQuestion]


def parse_question_sheet(data: bytes) -> list[QuestionSheetRow]:
    """Parse a sheet of quiz questions (pasted text or a file) into non-empty rows with their positions; raise Illegal
    if it is unreadable or too large.
    """
    if len(data) > BIGGEST:
        raise Illegal(TOO_BIG, code="sheet_too_big", most=BIGGEST, rows=MOST_ROWS)
    try:
        found = list(islice(filter(_has_words, map(_check_cells, _iter_sheet_rows(data))), MOST_ROWS + 1))
    except (ValueError, csv.Error, RecursionError):  # RecursionError: JSON nested thousands deep
        raise Illegal(SHEET_UNREADABLE, code="sheet_unreadable") from None
    if len(found) > MOST_ROWS:
        raise Illegal(TOO_BIG, code="sheet_too_big", most=BIGGEST, rows=MOST_ROWS)
    return found


def _check_cells(row: QuestionSheetRow) -> QuestionSheetRow:
    """Return a row without cells beyond the last column; raise Illegal for a cell that is too long."""
    where, cells = row[0], row[1][:MOST_CELLS]
    if any(len(cell) > LONGEST_CELL for cell in cells):
        raise Illegal(CELL_TOO_LONG, code="cell_too_long", where=where, most=LONGEST_CELL)
    return where, cells


def _has_words(row: QuestionSheetRow) -> bool:
    return any(cell.strip() for cell in row[1])


def _iter_sheet_rows(data: bytes) -> Iterator[QuestionSheetRow]:
    """Yield the rows of a question sheet in UTF-8 (with or without a byte order mark) or Latin-1."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    if text.lstrip().startswith("{"):
        yield from _iter_trivia_rows(text)
        return
    if text.count("\n") + text.count("\r") > MOST_LINE_ENDS:
        raise Illegal(TOO_BIG, code="sheet_too_big", most=BIGGEST, rows=MOST_ROWS)
    first = text.lstrip().partition("\n")[0]
    part = next((mark for mark in SEPARATORS if first.count(mark) >= FEWEST), max(SEPARATORS, key=first.count))
    read = csv.reader(io.StringIO(text), delimiter=part, skipinitialspace=True)
    for cells in read:
        yield f"line {read.line_num}", cells


def _iter_trivia_rows(text: str) -> Iterator[QuestionSheetRow]:
    """Yield the rows of Open Trivia DB's JSON, with HTML entities decoded; a true-or-false question gives two
    options.
    """
    yield "line 1", SHEET_HEADER
    for n, each in enumerate(msgspec.json.decode(text, type=TriviaResponse).results, 1):
        answers = [each.correct_answer, *each.incorrect_answers][:4]
        category = each.category.rpartition(": ")[2]
        cells = [each.question, *answers, *[""] * (4 - len(answers)), each.difficulty, category]
        yield f"question {n}", [*map(unescape, cells), TRIVIA_DB, SHARE_ALIKE]
