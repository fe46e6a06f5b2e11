"""`rtab bank import`: other people's questions, as a pack of one JSON line each on standard output.

What was accepted and what was not, and why, is said on standard error. Packs keep their own licence and stay files of
their own: name them in RTAB_PACKS to play with them.

    opentdb       Open Trivia DB's JSON answer; CC BY-SA 4.0. Easy, medium and hard become levels 1-5, 6-10, 11-15
    csv           question,a,b,c,d,correct,level,category,source,licence with a header line; , or ; between fields
    opentriviaqa  OpenTriviaQA's text blocks; CC BY-SA 4.0; nobody has rated them, so their level is drawn
"""

from __future__ import annotations

import argparse
import csv
import html
import io
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec

from engine.kernel.ready import ready
from engine.ladder.box import Entry, check
from engine.ladder.packs import LETTERS, TIERS, Bad, drawn
from engine.ladder.packs import entry_of as dated
from engine.ladder.state import LEVELS

SHARE_ALIKE = "CC-BY-SA-4.0"
COLUMNS = ("question", "a", "b", "c", "d", "correct", "level", "category", "source", "licence")
REFUSALS = {
    1: "it has not so many questions of that kind; ask for fewer",
    2: "it did not understand what it was asked for",
    3: "it does not know the token",
    4: "all of its questions have been sent for that token; ask for a new one",
    5: "it was asked twice within five seconds; wait, and ask again",
}
LEVEL = re.compile(r"[0-9]{1,2}")
BLOCK = re.compile(r"^#Q\s", re.MULTILINE)


class Found(NamedTuple):
    """One thing found in a file: where, and the question, or why it is none."""

    where: str
    entry: Entry | Bad


def run(argv: list[str]) -> int:
    """Print the pack, and say what became of every question."""
    asked = parser().parse_args(argv)
    try:
        found = list(FORMATS[asked.format](text_of(asked.file.read_bytes())))
    except (OSError, msgspec.DecodeError, csv.Error, Bad) as error:
        print(f"{asked.file} cannot be read as {asked.format}: {error}", file=sys.stderr)
        return 1
    faults = [f"{where}: {entry}" for where, entry in found if isinstance(entry, Bad)]
    lines = [(where, msgspec.json.encode(entry)) for where, entry in found if isinstance(entry, Entry)]
    good, wrong = check(lines)
    for entry in good:
        print(msgspec.json.encode(entry).decode())
    for fault in [*faults, *map(str, wrong)]:
        print(f"rejected  {fault}", file=sys.stderr)
    print(f"{len(good)} accepted, {len(found) - len(good)} rejected", file=sys.stderr)
    return 0 if good else 1


def parser() -> argparse.ArgumentParser:
    """What may stand on the line."""
    words = argparse.ArgumentParser(
        "rtab bank import", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    words.add_argument("--format", required=True, choices=sorted(FORMATS), help="what the file holds")
    words.add_argument("file", type=Path, metavar="FILE")
    return words


def text_of(data: bytes) -> str:
    """The words of a file: UTF-8 with or without a mark in front, else Latin-1."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def entry_of(kind: str, level: int, category: str, question: str, answers: list[str], **about: str) -> Entry:
    """A question of today."""
    return dated(kind, level, category, question, answers, date=datetime.now(UTC).date().isoformat(), **about)


def tried(where: str, make: Callable[[], Entry]) -> Found:
    """A question, or why it is none."""
    try:
        return Found(where, make())
    except Bad as bad:
        return Found(where, bad)


# -- Open Trivia DB


@ready
class Trivia(msgspec.Struct):
    """One question of Open Trivia DB."""

    type: str
    difficulty: str
    category: str
    question: str
    correct_answer: str
    incorrect_answers: list[str]


@ready
class Trivias(msgspec.Struct):
    """What Open Trivia DB answers."""

    results: list[msgspec.Raw]
    response_code: int = 0


def opentdb(text: str) -> Iterator[Found]:
    """Open Trivia DB's questions; its text holds HTML entities."""
    sent = msgspec.json.decode(text, type=Trivias)
    if sent.response_code:
        raise Bad(
            f"there are no questions in it: {REFUSALS.get(sent.response_code, f'its code is {sent.response_code}')}"
        )
    for number, item in enumerate(sent.results, 1):
        yield tried(f"question {number}", partial(trivia, item))


def trivia(raw: msgspec.Raw) -> Entry:
    """One question, its level drawn within its difficulty."""
    try:
        item = msgspec.json.decode(raw, type=Trivia)
    except msgspec.DecodeError as error:
        raise Bad(f"it is no question: {error}") from None
    if item.type != "multiple":
        raise Bad("it has only two answers")
    low, high = TIERS.get(item.difficulty, (1, LEVELS))
    question = html.unescape(item.question)
    level = drawn(question, low, high)
    answers = [html.unescape(answer) for answer in (item.correct_answer, *item.incorrect_answers)]
    category = html.unescape(item.category).rpartition(": ")[2]
    return entry_of("otdb", level, category, question, answers, source="Open Trivia DB", licence=SHARE_ALIKE)


# -- CSV


def comma_separated(text: str) -> Iterator[Found]:
    """Rows with a header line."""
    first = text.partition("\n")[0]
    rows = csv.DictReader(io.StringIO(text), delimiter=";" if first.count(";") > first.count(",") else ",")
    missing = [name for name in COLUMNS if name not in (rows.fieldnames or ())]
    if missing:
        raise Bad(f"its first line must name the columns {', '.join(COLUMNS)}; {', '.join(missing)} is missing")
    yield from rows_of(rows)


def rows_of(rows: csv.DictReader[str]) -> Iterator[Found]:
    """All rows, also those behind one that cannot be read."""
    while True:
        try:
            row = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            yield Found(f"line {rows.reader.line_num}", Bad(f"it cannot be read: {error}"))
        else:
            yield tried(f"line {rows.line_num}", partial(row_of, row))


def row_of(row: Mapping[str, str | None]) -> Entry:
    """One row; `correct` is a letter."""
    cell = {name: (row.get(name) or "").strip() for name in (*COLUMNS, "why")}
    letter = cell["correct"].casefold()
    if letter not in LETTERS:
        raise Bad(f"“{cell['correct'][:20]}” is none of the letters A to D")
    if not LEVEL.fullmatch(cell["level"]) or not 1 <= int(cell["level"]) <= LEVELS:
        raise Bad(f"“{cell['level'][:20]}” is no level from 1 to {LEVELS}")
    if not cell["licence"] or not cell["source"]:
        raise Bad("it must name its source and its licence")
    answers = [cell[letter], *(cell[other] for other in LETTERS if other != letter)]
    about = {"source": cell["source"], "licence": cell["licence"], "why": cell["why"]}
    return entry_of("csv", int(cell["level"]), cell["category"], cell["question"], answers, **about)


# -- OpenTriviaQA


def opentriviaqa(text: str) -> Iterator[Found]:
    """Blocks that begin with #Q, then ^ and the right answer, then the choices."""
    for number, block in enumerate(BLOCK.split(text)[1:], 1):
        yield tried(f"question {number}", partial(block_of, block))


def block_of(block: str) -> Entry:
    """One block."""
    question, mark, rest = block.partition("\n^")
    lines = [line.strip() for line in rest.splitlines() if line.strip()]
    if not mark or not lines:
        raise Bad("it names no right answer")
    right, choices = lines[0], [line[2:].strip() for line in lines[1:] if line[:2] in ("A ", "B ", "C ", "D ")]
    if right not in choices:
        raise Bad("its right answer is not among the choices")
    answers = [right, *(choice for choice in choices if choice != right)]
    words = " ".join(question.split())
    level = drawn(words, 1, LEVELS)
    return entry_of("otqa", level, "general knowledge", words, answers, source="OpenTriviaQA", licence=SHARE_ALIKE)


FORMATS = {"opentdb": opentdb, "csv": comma_separated, "opentriviaqa": opentriviaqa}
