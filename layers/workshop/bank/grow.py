"""`rtab bank grow`: make the bank's questions from the `*.quiz` files beside it (see `quiz`).

The same files give the same bank. A question that gives itself away, or that another one gives away, is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from engine.ladder.box import BoxEntry, parse_box
from workshop.bank.hints import list_question_hints
from workshop.bank.quiz import iter_quiz_entries, load_topic_categories


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
