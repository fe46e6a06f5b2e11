"""`rtab bank grow`: make the bank's questions from the `*.quiz` files beside it (see `quiz`).

The same files give the same bank. A question that gives itself away, or that another one gives away, is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from engine.ladder.box import Entry, check
from workshop.bank.hints import hints
from workshop.bank.quiz import quiz, topics


def grow(facts: Path, into: Path) -> list[str]:
    """Write the bank; return what had to be left out, and why."""
    made = list(entries(facts))
    lines = [(f"{name}: {entry.question}", msgspec.json.encode(entry)) for name, entry in made]
    good, faults = check(lines)
    given = hints(good)
    kept = {entry.id for entry in good} - {hint.id for hint in given}
    for name in sorted({name for name, _ in made}):
        written = [msgspec.json.encode(entry).decode() for of, entry in made if of == name and entry.id in kept]
        (into / f"{name}.jsonl").write_text("".join(f"{line}\n" for line in written), "utf-8")
    return [*map(str, faults), *map(str, given)]


def entries(facts: Path) -> Iterator[tuple[str, Entry]]:
    """Yield the questions of all files, each with the name of its file."""
    known = topics(facts)
    for file in sorted(facts.glob("*.quiz")):
        yield from ((file.stem, entry) for entry in quiz(file, known))
