"""`rtab bank grow`: make the bank's questions from the tables of facts beside it. The same facts give the same bank.

A table starts with lines of its own: `category`, `source`, `licence`, `date`, the `levels` from its first row to its
last, how many questions it gives at `most` (spread evenly over them), and for `*.facts` the names of its `columns` and
what to `ask`:

    ask +1 capital | What is the capital of {country}? | {capital} is the capital of {country}.

asks for one column, a level harder than the row stands; wrong answers are other rows' (first of all of the same
`group`, if there is such a column), and never of a row of which the question would be true as well. With numbers behind
the column, wrong answers lie so far from the right one. The rows of `*.quiz` are whole questions: question, right,
three wrong answers, why; perhaps with a level of their own in front.
"""

from __future__ import annotations

import hashlib
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from engine.ladder.box import Entry, check, name_for
from engine.ladder.state import LEVELS
from workshop.bank.hints import hints

KEPT = ("category", "source", "licence", "date")
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


class Made(NamedTuple):
    """A question with its difficulty, before levels are shared out."""

    hard: float
    file: str
    entry: Entry


def grow(facts: Path, into: Path) -> list[str]:
    """Write the bank; returns what had to be left out, and why."""
    made = [made for file in sorted(facts.iterdir()) for made in spread(read(file))]
    lines = [(f"{it.file}: {it.entry.question}", msgspec.json.encode(it.entry)) for it in made]
    good, faults = check(lines)
    kept = {entry.id for entry in good}
    graded, given = without_hints([it for it in made if it.entry.id in kept])
    for name in sorted({it.file for it in graded}):
        written = [msgspec.json.encode(it.entry).decode() for it in graded if it.file == name]
        (into / f"{name}.jsonl").write_text("\n".join(written) + "\n", "utf-8")
    return [*map(str, faults), *given]


def without_hints(made: list[Made]) -> tuple[list[Made], list[str]]:
    """The questions with their levels, none of them given away, and what was: the levels are shared out anew."""
    graded = level(made)
    found = hints(it.entry for it in graded)
    if not found:
        return graded, []
    given = {hint.id for hint in found}
    rest, more = without_hints([it for it in graded if it.entry.id not in given])
    return rest, [*map(str, found), *more]


def level(made: list[Made]) -> list[Made]:
    """Every level gets the same share of all questions, in the order of their difficulty."""
    ranked = sorted(made, key=lambda it: (it.hard, it.entry.id.rpartition("-")[2]))  # no file before another
    return [
        it._replace(entry=msgspec.structs.replace(it.entry, level=1 + at * LEVELS // len(ranked)))
        for at, it in enumerate(ranked)
    ]


def read(file: Path) -> FactTable:
    """A file in its parts."""
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


def spread(table: FactTable) -> list[Made]:
    """A table's questions: not more of one kind than a game can bear, from the easiest to the hardest."""
    all_made = list(questions(table))
    most = min(len(all_made), int(table.about.get("most", len(all_made))))
    return [all_made[at * len(all_made) // most] for at in range(most)]


def questions(table: FactTable) -> Iterator[Made]:
    """All that a table has to ask."""
    low, high = (float(part) for part in table.about["levels"].split())
    for at, row in enumerate(table.rows):
        hard = low + (high - low) * at / max(1, len(table.rows) - 1)
        if not table.asks:
            own, fields = (float(row[0]), row[1:]) if len(row) == 7 else (hard, row)
            yield made(table, own, fields)
        for ask in table.asks:
            fields = asked(table, ask, at)
            if fields:
                yield made(table, hard + extra(ask[0]), fields)


def extra(column: str) -> int:
    """How much harder an ask is than its row."""
    match = ASK.match(column)
    return int(match[1] or 0) if match else 0


def made(table: FactTable, hard: float, fields: list[str]) -> Made:
    """Question, right answer, wrong ones and why, as a line of the bank."""
    question, *answers, why = fields
    right, one, two, three = answers
    about = {key: table.about[key] for key in KEPT}
    if about["source"] == "own":
        about["source"] = "Race to a Billion"
    entry = Entry(
        name_for(table.name, question, answers),
        1,
        question=question,
        answers=(right, one, two, three),
        why=why,
        **about,
    )
    return Made(hard, table.name, entry)


def asked(table: FactTable, ask: list[str], at: int) -> list[str]:
    """One ask about one row; nothing if there are not three wrong answers."""
    match = ASK.match(ask[0])
    if match is None:
        raise SystemExit(f"{table.name}: “ask {ask[0]}” cannot be read.")
    column, steps = match[2], [int(step) for step in match[3].split()]
    rows = [dict(zip(table.about["columns"].split(), row, strict=True)) for row in table.rows]
    row, text, why = rows[at], ask[1], ask[2]
    wrong = numbers(row, column, steps) if steps else others(rows, row, column, text)
    capital = [value[0].upper() + value[1:] for value in (row[column], *wrong)]
    told = filled_in(why, row)
    return [filled_in(text, row), *capital, told[0].upper() + told[1:]] if len(wrong) == 3 else []


def filled_in(text: str, row: Row) -> str:
    """A row in words: “an” before a vowel, and what only tells works of one name apart stands behind the name."""
    filled = ARTICLE.sub(r"\1n ", text.format(**row))
    return APART.sub(r"“\1”\2", filled)


def others(rows: list[Row], row: Row, column: str, text: str) -> list[str]:
    """Three answers that are right for other rows only."""
    named = [name for _, name, _, _ in string.Formatter().parse(text) if name]
    true = {other[column] for other in rows if all(other[name] == row[name] for name in named)}
    fits = [other for other in rows if other[column] not in true]
    ranked = sorted(fits, key=lambda other: (other.get("group") != row.get("group"), shuffled(text, row, other)))
    return list(dict.fromkeys(other[column] for other in ranked))[:3]


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
