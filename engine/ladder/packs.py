"""Questions that a group brings along: rows of a sheet become cards, and what is wrong with a row is said of its line.

A first row may name its columns, in any order: `question`, `a`, `b`, `c`, `d`; and perhaps `correct`, `level`,
`category`, `why`, `source`, `licence`. Without one a row is the question, the right answer, three wrong ones, and
perhaps level, category and why.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from engine.ladder.box import Entry, Fault, check, name_for
from engine.ladder.state import LEVELS

MINE = "own"  # a licence that asks for nothing, and how the ids of such cards begin
TIERS = {"easy": (1, 5), "medium": (6, 10), "hard": (11, 15)}
PLAIN = ("question", "a", "b", "c", "d", "level", "category", "why")
LETTERS = ("a", "b", "c", "d")
LEVEL = re.compile(r"[0-9]{1,2}")
NUMBERS = ("no", "one", "two", "three", "four")
NO_REASON = "Its source gives no reason."
Row = tuple[str, Sequence[str]]  # where it stands, and its cells


class Bad(Exception):
    """Something that cannot be a question. The sentence says why."""


def read(rows: Iterable[Row], name: str, date: str) -> tuple[list[Entry], list[Fault]]:
    """The questions of a pack of this name, and what is wrong with other lines."""
    found = [(where, [cell.strip() for cell in cells]) for where, cells in rows]
    found = [row for row in found if any(row[1])]
    head = [cell.casefold() for cell in found[0][1]] if found else []
    if PLAIN[0] in head:
        missing = [column for column in PLAIN[:5] if column not in head]
        if missing:
            return [], [Fault(found[0][0], "", f"its first line names no column {', '.join(missing)}")]
        found = found[1:]
    columns = head if PLAIN[0] in head else list(PLAIN)
    lines: list[tuple[str, bytes]] = []
    faults: list[Fault] = []
    for where, cells in found:
        try:
            lines.append((where, msgspec.json.encode(_entry(dict(zip(columns, cells, strict=False)), name, date))))
        except Bad as bad:
            faults.append(Fault(where, "", str(bad)))
    good, wrong = check(lines)
    return good, [*faults, *(fault._replace(id="") for fault in wrong)]


def _entry(cell: Mapping[str, str], name: str, date: str) -> Entry:
    """One row; the right answer is the first, unless a letter says otherwise."""
    given = [letter for letter in LETTERS if cell.get(letter)]
    if len(given) < len(LETTERS):
        raise Bad(f"it has {NUMBERS[len(given)]} {'option' if len(given) == 1 else 'options'}, not four")
    right = (cell.get("correct") or "a").casefold()
    if right not in LETTERS:
        raise Bad(f"“{right[:20]}” is none of the letters A to D")
    answers = [cell[right], *(cell[letter] for letter in LETTERS if letter != right)]
    about = {"why": cell.get("why", ""), "source": cell.get("source") or name, "licence": cell.get("licence") or MINE}
    level = _level(cell.get("level", ""), cell["question"])
    return entry_of(MINE, level, cell.get("category") or name, cell["question"], answers, date=date, **about)


def _level(word: str, question: str) -> int:
    """A number, a word for about how hard it is, or nothing: then it is drawn."""
    low, high = TIERS.get(word.casefold(), (1, LEVELS))
    if not word or word.casefold() in TIERS:
        return drawn(question, low, high)
    if not LEVEL.fullmatch(word) or not 1 <= int(word) <= LEVELS:
        raise Bad(f"“{word[:20]}” is no level from 1 to {LEVELS}")
    return int(word)


def entry_of(kind: str, level: int, category: str, question: str, answers: list[str], **about: str) -> Entry:
    """A question with an id made from its words."""
    if len(answers) != 4:
        raise Bad(f"it has {len(answers)} answers instead of four")
    right, one, two, three = (answer.strip() for answer in answers)
    return Entry(
        name_for(kind, question, answers),
        level,
        category.strip().casefold(),
        question.strip(),
        (right, one, two, three),
        why=about.get("why") or NO_REASON,
        source=about["source"],
        licence=about["licence"],
        date=about["date"],
    )


def drawn(question: str, low: int, high: int) -> int:
    """A level for a question that nobody has rated so finely, always the same one."""
    return low + int(hashlib.sha256(question.encode()).hexdigest()[:4], 16) % (high - low + 1)
