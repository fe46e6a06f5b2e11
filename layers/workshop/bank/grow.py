"""`rtab bank grow`: make the bank's questions from the files of facts beside it. The same facts give the same bank.

Questions written by hand stand in `*.quiz` files (see `quiz`), and keep the level that is written there. A table,
a `*.facts` file, starts with lines of its own: narrow `topic`, `source`, `licence`, `date`, where its `fact`s stand,
the `levels` from its first row to its last, how many questions it gives at `most` (spread evenly over them), the names
of its `columns` and what to `ask`:

    ask +1 capital | What is the capital of {country}? | {note}.

asks for one column, a level harder than the row stands. Wrong answers are other rows': first of all those that are
asked about nowhere, so that nobody knows them to be wrong because they were right before; then those of about the same
length, and of the same `group`, if there is such a column; never one of a row of which the question would be true as
well. With numbers behind the column, wrong answers lie so far from the right one.
"""

from __future__ import annotations

import hashlib
import re
import string
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from engine.ladder.box import Entry, check, name_for
from engine.ladder.state import LEVELS
from workshop.bank.hints import hints
from workshop.bank.quiz import OURS, quiz, topics

KEPT = ("source", "licence", "date")
LIKE = 1.6  # as many times the length of the shortest answer the longest may have
ARTICLE = re.compile(r"\b([Aa]) (?=[aeio])")
APART = re.compile(r"“([^“”]+)(, (?:(?:the [\w ]+ )?of (?:about )?\d{4}|an? [\w ]+|in the \w+ in \w+))”")
ASK = re.compile(r"(?:\+(\d+)\s+)?(\w+)((?:\s+\d+)*)\s*$")
Row = dict[str, str]


class FactTable(NamedTuple):
    """One file of facts."""

    name: str
    about: dict[str, str]
    asks: list[list[str]]
    rows: list[list[str]]


class Ask(NamedTuple):
    """One thing to ask about one row."""

    hard: float
    pattern: list[str]
    row: int


class Used(NamedTuple):
    """What a table asks about, and how often it has offered what for a wrong answer."""

    about: set[str]
    offered: Counter[str]


def grow(facts: Path, into: Path) -> list[str]:
    """Write the bank; returns what had to be left out, and why."""
    made = [(file.stem, entry) for file in sorted(facts.iterdir()) for entry in entries(file, topics(facts))]
    lines = [(f"{name}: {entry.question}", msgspec.json.encode(entry)) for name, entry in made]
    good, faults = check(lines)
    given = hints(good)
    kept = {entry.id for entry in good} - {hint.id for hint in given}
    for name in sorted({name for name, _ in made}):
        written = [msgspec.json.encode(entry).decode() for of, entry in made if of == name and entry.id in kept]
        (into / f"{name}.jsonl").write_text("".join(f"{line}\n" for line in written), "utf-8")
    return [*map(str, faults), *map(str, given)]


def entries(file: Path, known: dict[str, str]) -> Iterator[Entry]:
    """The questions of one file."""
    if file.suffix == ".quiz":
        yield from quiz(file, known)
    elif file.suffix == ".facts":
        yield from spread(read(file), known)


def read(file: Path) -> FactTable:
    """A table in its parts."""
    head, _, body = file.read_text("utf-8").partition("\n\n")
    about: dict[str, str] = {}
    asks = []
    for line in head.splitlines():
        word, _, rest = line.partition(" ")
        if word == "ask":
            asks.append([part.strip() for part in rest.split("|")])
        else:
            about[word] = rest.strip()
    rows = [[part.strip() for part in line.split("|")] for line in body.splitlines() if line.strip()]
    return FactTable(file.stem, about, asks, rows)


def spread(table: FactTable, known: dict[str, str]) -> Iterator[Entry]:
    """A table's questions: not more of one kind than a game can bear, from the easiest to the hardest."""
    all_asks = list(asks(table))
    most = min(len(all_asks), int(table.about.get("most", len(all_asks))))
    chosen = [all_asks[at * len(all_asks) // most] for at in range(most)]
    used = Used({value for ask in chosen for value in table.rows[ask.row]}, Counter())
    for ask in chosen:
        fields = asked(table, ask, used)
        if fields:
            used.offered.update(fields[2:5])
            yield made(table, ask, fields, known)


def asks(table: FactTable) -> Iterator[Ask]:
    """All that a table has to ask."""
    low, high = (float(part) for part in table.about["levels"].split())
    for at in range(len(table.rows)):
        hard = low + (high - low) * at / max(1, len(table.rows) - 1)
        yield from (Ask(hard + extra(pattern[0]), pattern, at) for pattern in table.asks)


def extra(column: str) -> int:
    """How much harder an ask is than its row."""
    match = ASK.match(column)
    return int(match[1] or 0) if match else 0


def made(table: FactTable, ask: Ask, fields: list[str], known: dict[str, str]) -> Entry:
    """Question, right answer, wrong ones and why, as a line of the bank."""
    question, right, one, two, three, why = (field[0].upper() + field[1:] for field in fields)
    about = {key: table.about[key] for key in KEPT}
    return Entry(
        name_for(table.name, question, (right, one, two, three)),
        min(LEVELS, round(ask.hard)),
        known[table.about["topic"]],
        question,
        (right, one, two, three),
        why,
        OURS if about["source"] == "own" else about["source"],
        about["licence"],
        about["date"],
        narrow=table.about["topic"],
        template=table.name,
        fact=table.about.get("fact", ""),
    )


def asked(table: FactTable, ask: Ask, used: Used) -> list[str]:
    """One ask about one row; nothing if there are not three wrong answers like the right one."""
    match = ASK.match(ask.pattern[0])
    if match is None:
        raise ValueError(ask.pattern[0])
    _, text, why = ask.pattern
    column, steps = match[2], [int(step) for step in match[3].split()]
    columns = table.about["columns"].split()
    rows = [dict(zip(columns, fields, strict=True)) for fields in table.rows]
    row = rows[ask.row]
    wrong = numbers(row, column, steps) if steps else others(rows, row, column, text, used)
    told = [written(text, row), row[column], *wrong, written(why, row)]
    return told if len(wrong) == 3 else []


def written(text: str, row: Row) -> str:
    """A row in words: “an” before a vowel, and what only tells works of one name apart stands behind the name."""
    filled = ARTICLE.sub(r"\1n ", text.format(**row))
    return APART.sub(r"“\1”\2", filled)


def others(rows: list[Row], row: Row, column: str, text: str, used: Used) -> list[str]:
    """Three answers that are right for other rows only, and as long as the right one, if there are such."""
    named = [name for _, name, _, _ in string.Formatter().parse(text) if name]
    true = {other[column] for other in rows if all(other[name] == row[name] for name in named)}
    fits = [other for other in rows if other[column] not in true]

    def fitness(other: Row) -> tuple[bool, bool, int, bool, str]:
        value = other[column]
        unlike = not like([value, row[column]], LIKE**0.5)
        group = other.get("group") != row.get("group")
        return value in used.about, unlike, used.offered[value], group, shuffled(text, row, other)

    found = list(dict.fromkeys(other[column] for other in sorted(fits, key=fitness)))[:3]
    return found if like([row[column], *found], LIKE) else []


def like(answers: list[str], times: float) -> bool:
    """Are these about equally long?"""
    lengths = [len(answer) for answer in answers]
    return max(lengths) <= times * min(lengths)


def numbers(row: Row, column: str, steps: list[int]) -> list[str]:
    """Three numbers near the right one."""
    right = int(row[column])
    near = [number for step in steps for number in (right - step, right + step) if number > 0]
    return [str(number) for number in sorted(near, key=lambda number: digest(f"{row}{number}"))[:3]]


def shuffled(text: str, row: Row, other: Row) -> str:
    """An order that is always the same."""
    return digest(f"{text}{row}{other}")


def digest(text: str) -> str:
    """Chance that does not change."""
    return hashlib.sha256(text.encode()).hexdigest()
