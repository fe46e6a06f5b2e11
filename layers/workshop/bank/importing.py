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

from engine.kernel.json_types import prepare_json_type
from engine.ladder.box import BoxEntry, build_card_id, parse_box
from engine.ladder.packs import ANSWER_COLUMNS, TIERS, InvalidQuestion, draw_level
from engine.ladder.packs import build_entry as dated
from engine.ladder.state import LEVELS
from workshop.bank.check import list_question_hints

SHARE_ALIKE = "CC-BY-SA-4.0"


CSV_PACK_COLUMNS = ("question", "a", "b", "c", "d", "correct", "level", "category", "source", "licence")


REFUSALS = {
    1: "it does not have so many questions of that kind; ask for fewer",
    2: "it did not understand what it was asked for",
    3: "it does not know the token",
    4: "all of its questions have been sent for that token; ask for a new one",
    5: "it was asked twice within five seconds; wait and ask again",
}


CSV_LEVEL_PATTERN = re.compile(r"[0-9]{1,2}")


BLOCK = re.compile(r"^#Q\s", re.MULTILINE)


class ImportedQuestion(NamedTuple):
    """One thing found in a file: where, and the question, or why it is none."""

    where: str
    entry: BoxEntry | InvalidQuestion


def run_bank_import(argv: list[str]) -> int:
    """Print the pack, and say on standard error what became of every question."""
    asked = build_import_parser().parse_args(argv)
    try:
        found = list(FORMATS[asked.format](decode_pack_text(asked.file.read_bytes())))
    except (OSError, msgspec.DecodeError, csv.Error, InvalidQuestion) as error:
        print(f"{asked.file} cannot be read as {asked.format}: {error}", file=sys.stderr)
        return 1
    faults = [f"{where}: {entry}" for where, entry in found if isinstance(entry, InvalidQuestion)]
    lines = [(where, msgspec.json.encode(entry)) for where, entry in found if isinstance(entry, BoxEntry)]
    good, wrong = parse_box(lines)
    for entry in good:
        print(msgspec.json.encode(entry).decode())
    for fault in [*faults, *map(str, wrong)]:
        print(f"rejected  {fault}", file=sys.stderr)
    print(f"{len(good)} accepted, {len(found) - len(good)} rejected", file=sys.stderr)
    return 0 if good else 1


def build_import_parser() -> argparse.ArgumentParser:
    """Build the argument parser of `rtab bank import`."""
    words = argparse.ArgumentParser(
        "rtab bank import", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    words.add_argument("--format", required=True, choices=sorted(FORMATS), help="format of the file")
    words.add_argument("file", type=Path, metavar="FILE")
    return words


def decode_pack_text(data: bytes) -> str:
    """Decode a file as UTF-8 with or without a byte order mark, or else as Latin-1."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def build_imported_entry(
    kind: str, level: int, category: str, question: str, answers: list[str], **about: str
) -> BoxEntry:
    """Build a question that is dated today."""
    return dated(kind, level, category, question, answers, date=datetime.now(UTC).date().isoformat(), **about)


def build_or_reject(where: str, make: Callable[[], BoxEntry]) -> ImportedQuestion:
    """Return the question that `make` builds, or the reason why it is none."""
    try:
        return ImportedQuestion(where, make())
    except InvalidQuestion as bad:
        return ImportedQuestion(where, bad)


# -- Open Trivia DB


@prepare_json_type
class OpenTriviaQuestion(msgspec.Struct):
    """One question of Open Trivia DB."""

    type: str
    difficulty: str
    category: str
    question: str
    correct_answer: str
    incorrect_answers: list[str]


@prepare_json_type
class OpenTriviaResponse(msgspec.Struct):
    """A response of Open Trivia DB."""

    results: list[msgspec.Raw]
    response_code: int = 0


def parse_opentdb(text: str) -> Iterator[ImportedQuestion]:
    """Parse a response of Open Trivia DB, whose texts hold HTML entities, and yield its questions."""
    sent = msgspec.json.decode(text, type=OpenTriviaResponse)
    if sent.response_code:
        raise InvalidQuestion(
            f"there are no questions in it: {REFUSALS.get(sent.response_code, f'its code is {sent.response_code}')}"
        )
    for number, item in enumerate(sent.results, 1):
        yield build_or_reject(f"question {number}", partial(parse_opentdb_question, item))


def parse_opentdb_question(raw: msgspec.Raw) -> BoxEntry:
    """Parse one question of Open Trivia DB; its level is drawn within its difficulty."""
    try:
        item = msgspec.json.decode(raw, type=OpenTriviaQuestion)
    except msgspec.DecodeError as error:
        raise InvalidQuestion(f"it is no question: {error}") from None
    if item.type != "multiple":
        raise InvalidQuestion("it has only two answers")
    low, high = TIERS.get(item.difficulty, (1, LEVELS))
    question = html.unescape(item.question)
    level = draw_level(question, low, high)
    answers = [html.unescape(answer) for answer in (item.correct_answer, *item.incorrect_answers)]
    category = html.unescape(item.category).rpartition(": ")[2]
    return build_imported_entry(
        "otdb", level, category, question, answers, source="Open Trivia DB", licence=SHARE_ALIKE
    )


# -- CSV


def parse_csv_pack(text: str) -> Iterator[ImportedQuestion]:
    """Parse rows with a header line, and yield their questions."""
    first = text.partition("\n")[0]
    rows = csv.DictReader(io.StringIO(text), delimiter=";" if first.count(";") > first.count(",") else ",")
    missing = [name for name in CSV_PACK_COLUMNS if name not in (rows.fieldnames or ())]
    if missing:
        raise InvalidQuestion(
            f"its first line must name the columns {', '.join(CSV_PACK_COLUMNS)}; {', '.join(missing)} is missing"
        )
    yield from iter_csv_rows(rows)


def iter_csv_rows(rows: csv.DictReader[str]) -> Iterator[ImportedQuestion]:
    """Yield all rows, also those after one that cannot be read."""
    while True:
        try:
            row = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            yield ImportedQuestion(f"line {rows.reader.line_num}", InvalidQuestion(f"it cannot be read: {error}"))
        else:
            yield build_or_reject(f"line {rows.line_num}", partial(parse_csv_row, row))


def parse_csv_row(row: Mapping[str, str | None]) -> BoxEntry:
    """Parse one row; `correct` is a letter."""
    cell = {name: (row.get(name) or "").strip() for name in (*CSV_PACK_COLUMNS, "why")}
    letter = cell["correct"].casefold()
    if letter not in ANSWER_COLUMNS:
        raise InvalidQuestion(f"“{cell['correct'][:20]}” is none of the letters A to D")
    if not CSV_LEVEL_PATTERN.fullmatch(cell["level"]) or not 1 <= int(cell["level"]) <= LEVELS:
        raise InvalidQuestion(f"“{cell['level'][:20]}” is no level from 1 to {LEVELS}")
    if not cell["licence"] or not cell["source"]:
        raise InvalidQuestion("it must name its source and its licence")
    answers = [cell[letter], *(cell[other] for other in ANSWER_COLUMNS if other != letter)]
    about = {"source": cell["source"], "licence": cell["licence"], "why": cell["why"]}
    return build_imported_entry("csv", int(cell["level"]), cell["category"], cell["question"], answers, **about)


# -- OpenTriviaQA


def parse_opentriviaqa(text: str) -> Iterator[ImportedQuestion]:
    """Parse blocks that begin with #Q, then ^ and the right answer, then the choices, and yield their questions."""
    for number, block in enumerate(BLOCK.split(text)[1:], 1):
        yield build_or_reject(f"question {number}", partial(parse_opentriviaqa_block, block))


def parse_opentriviaqa_block(block: str) -> BoxEntry:
    """Parse one block of OpenTriviaQA; its level is drawn, because nobody has rated it."""
    question, mark, rest = block.partition("\n^")
    lines = [line.strip() for line in rest.splitlines() if line.strip()]
    if not mark or not lines:
        raise InvalidQuestion("it names no right answer")
    right, choices = lines[0], [line[2:].strip() for line in lines[1:] if line[:2] in ("A ", "B ", "C ", "D ")]
    if right not in choices:
        raise InvalidQuestion("its right answer is not among the choices")
    answers = [right, *(choice for choice in choices if choice != right)]
    words = " ".join(question.split())
    level = draw_level(words, 1, LEVELS)
    return build_imported_entry(
        "otqa", level, "general knowledge", words, answers, source="OpenTriviaQA", licence=SHARE_ALIKE
    )


FORMATS = {"opentdb": parse_opentdb, "csv": parse_csv_pack, "opentriviaqa": parse_opentriviaqa}


TOPICS = "topics.txt"


OURS = "Race to a Billion"


MISSING_MARK = "-"


QUIZ_LEVEL_PATTERN = re.compile(r"\d{1,2}")


YEAR = re.compile(r"-?\d{1,4}")


FIXED_LINES = 5


TAGS = ("about", "id", "checked")  # lines that begin with such a word may follow, in this order


class UnreadableQuizBlock(Exception):
    """A block that is no question; the sentence says why."""


def load_topic_categories(facts: Path) -> dict[str, str]:
    """Return the category of each narrow topic."""
    lines = (facts / TOPICS).read_text("utf-8").splitlines()
    pairs = [[part.strip() for part in line.split("|")] for line in lines if line.strip()]
    return {topic: category for category, topic in pairs}


def iter_quiz_entries(file: Path, known: Mapping[str, str]) -> Iterator[BoxEntry]:
    """Yield the questions of one quiz file, in its order."""
    head, *blocks = file.read_text("utf-8").split("\n\n")
    about = {"source": OURS} | dict(line.split(maxsplit=1) for line in head.splitlines())
    for block in blocks:
        lines = block.strip().splitlines()
        if not lines:
            continue
        try:
            yield parse_quiz_block(file.stem, about, lines, known)
        except UnreadableQuizBlock as bad:
            raise UnreadableQuizBlock(f"{file.name}, “{lines[0]}”: {bad}") from None


def parse_quiz_block(kind: str, about: Mapping[str, str], lines: list[str], known: Mapping[str, str]) -> BoxEntry:
    """Parse one block into its question."""
    tags = parse_quiz_tags(lines[FIXED_LINES:])
    if len(lines) < FIXED_LINES:
        raise UnreadableQuizBlock(f"a block has {FIXED_LINES} lines, and then {', '.join(TAGS)}")
    level, topic, year, country = split_bar_line(lines[0], 4)
    right, one, two, three = split_bar_line(lines[2], 4)
    question, why, fact = (line.strip() for line in (lines[1], lines[3], lines[4]))
    if topic not in known:
        raise UnreadableQuizBlock(f"“{topic}” is no topic of {TOPICS}")
    if not QUIZ_LEVEL_PATTERN.fullmatch(level) or not (year == MISSING_MARK or YEAR.fullmatch(year)):
        raise UnreadableQuizBlock("it begins with a level, a topic, a year and a country")
    return BoxEntry(
        tags.get("id") or build_card_id(kind, question, (right, one, two, three)),
        int(level),
        known[topic],
        question,
        (right, one, two, three),
        why,
        narrow=topic,
        year=None if year == MISSING_MARK else int(year),
        country="" if country == MISSING_MARK else country,
        fact="" if fact == MISSING_MARK else fact,
        about=" | ".join(split_bar_line(tags["about"], 2)),
        checked=tags.get("checked", ""),
        **about,
    )


def parse_quiz_tags(lines: list[str]) -> dict[str, str]:
    """Parse the lines after the fixed ones by their first word; `about` must be among them."""
    found = [line.strip().partition(" ") for line in lines]
    names = [name for name, _, _ in found]
    if names != [tag for tag in TAGS if tag in names] or "about" not in names:
        raise UnreadableQuizBlock(f"a block has {FIXED_LINES} lines, and then {', '.join(TAGS)}")
    return {name: text.strip() for name, _, text in found}


def split_bar_line(line: str, count: int) -> list[str]:
    """Return the parts of a line between its bars. Raises if their number is wrong or one is empty."""
    found = [part.strip() for part in line.split("|")]
    if len(found) != count or not all(found):
        raise UnreadableQuizBlock(f"there are {len([part for part in found if part])} parts in “{line}”, not {count}")
    return found


def write_grown_bank(facts: Path, into: Path) -> list[str]:
    """Write the bank's files from the quiz files, and return what had to be left out, and why."""
    made = list(iter_grown_entries(facts))
    lines = [(f"{name}: {entry.question}", msgspec.json.encode(entry)) for name, entry in made]
    good, faults = parse_box(lines)
    given = list_question_hints(good)
    kept = {entry.id for entry in good} - {hint.id for hint in given}
    for name in sorted({name for name, _ in made}):
        written = [msgspec.json.encode(entry).decode() for of, entry in made if of == name and entry.id in kept]
        (into / f"{name}.jsonl").write_text("".join(f"{line}\n" for line in written), "utf-8")
    return [*map(str, faults), *map(str, given)]


def iter_grown_entries(facts: Path) -> Iterator[tuple[str, BoxEntry]]:
    """Yield the questions of all quiz files, each with the name of its file."""
    known = load_topic_categories(facts)
    for file in sorted(facts.glob("*.quiz")):
        yield from ((file.stem, entry) for entry in iter_quiz_entries(file, known))
