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

from engine.ladder.box import BoxEntry, BoxFault, build_card_id, parse_box
from engine.ladder.state import LEVELS

MINE = "own"  # a licence that asks for nothing, and how the ids of such cards begin
TIERS = {"easy": (1, 5), "medium": (6, 10), "hard": (11, 15)}
DEFAULT_COLUMNS = ("question", "a", "b", "c", "d", "level", "category", "why")
ANSWER_COLUMNS = ("a", "b", "c", "d")
LEVEL_NUMBER = re.compile(r"[0-9]{1,2}")
COUNT_WORDS = ("no", "one", "two", "three", "four")
NO_REASON = "Its source gives no reason."
PackRow = tuple[str, Sequence[str]]  # where it stands, and its cells


class InvalidQuestion(Exception):
    """Raised for something that cannot be a question. The message says why."""


def parse_pack_sheet(rows: Iterable[PackRow], name: str, date: str) -> tuple[list[BoxEntry], list[BoxFault]]:
    """Parse the rows of a group's own question sheet (cells, each row with its position) into quiz cards of the pack
    `name`; return them, and for each other row, unless empty, what is wrong. A first row may name the columns, else
    they have the usual order; if it lacks one that is needed, return no card and this fault.
    """
    found = [(where, [cell.strip() for cell in cells]) for where, cells in rows]
    found = [row for row in found if any(row[1])]
    head = [cell.casefold() for cell in found[0][1]] if found else []
    if DEFAULT_COLUMNS[0] in head:
        missing = [column for column in DEFAULT_COLUMNS[:5] if column not in head]
        if missing:
            return [], [BoxFault(found[0][0], "", f"its first line names no column {', '.join(missing)}")]
        found = found[1:]
    columns = head if DEFAULT_COLUMNS[0] in head else list(DEFAULT_COLUMNS)
    lines: list[tuple[str, bytes]] = []
    faults: list[BoxFault] = []
    for where, cells in found:
        try:
            lines.append(
                (where, msgspec.json.encode(_parse_sheet_row(dict(zip(columns, cells, strict=False)), name, date)))
            )
        except InvalidQuestion as bad:
            faults.append(BoxFault(where, "", str(bad)))
    good, wrong = parse_box(lines)
    return good, [*faults, *(fault._replace(id="") for fault in wrong)]


def _parse_sheet_row(cell: Mapping[str, str], name: str, date: str) -> BoxEntry:
    """Parse one row of a question sheet, its cells by column name, into a quiz question; the first answer is the right
    one unless the column `correct` names another. Raise InvalidQuestion if answers are missing or a cell is wrong.
    """
    given = [letter for letter in ANSWER_COLUMNS if cell.get(letter)]
    if len(given) < len(ANSWER_COLUMNS):
        raise InvalidQuestion(
            f"it has {COUNT_WORDS[len(given)]} {'option' if len(given) == 1 else 'options'}, not four"
        )
    right = (cell.get("correct") or "a").casefold()
    if right not in ANSWER_COLUMNS:
        raise InvalidQuestion(f"“{right[:20]}” is none of the letters A to D")
    answers = [cell[right], *(cell[letter] for letter in ANSWER_COLUMNS if letter != right)]
    about = {"why": cell.get("why", ""), "source": cell.get("source") or name, "licence": cell.get("licence") or MINE}
    level = _parse_level(cell.get("level", ""), cell["question"])
    return build_entry(MINE, level, cell.get("category") or name, cell["question"], answers, date=date, **about)


def _parse_level(word: str, question: str) -> int:
    """Return the difficulty level for a question from what its row of a question sheet says: a number is the level
    itself; for a word, which names a range of levels, or for nothing, a level is computed from the question. Raise
    InvalidQuestion for anything else.
    """
    low, high = TIERS.get(word.casefold(), (1, LEVELS))
    if not word or word.casefold() in TIERS:
        return draw_level(question, low, high)
    if not LEVEL_NUMBER.fullmatch(word) or not 1 <= int(word) <= LEVELS:
        raise InvalidQuestion(f"“{word[:20]}” is no level from 1 to {LEVELS}")
    return int(word)


def build_entry(kind: str, level: int, category: str, question: str, answers: list[str], **about: str) -> BoxEntry:
    """Build a quiz question as the box of questions stores it, with an id made from `kind` and its words; `about` gives
    `source`, `licence` and `date`, which must be there, and `why`. Raise InvalidQuestion unless there are four answers,
    of which the first is the right one; nothing else is checked.
    """
    if len(answers) != 4:
        raise InvalidQuestion(f"it has {len(answers)} answers instead of four")
    right, one, two, three = (answer.strip() for answer in answers)
    return BoxEntry(
        build_card_id(kind, question, answers),
        level,
        category.strip().casefold(),
        question.strip(),
        (right, one, two, three),
        why=about.get("why") or NO_REASON,
        source=about["source"],
        licence=about["licence"],
        date=about["date"],
    )


def draw_level(question: str, low: int, high: int) -> int:
    """Return a difficulty level from `low` to `high` for a question without an exact one; it looks random, but the same
    question always gets the same level.
    """
    return low + int(hashlib.sha256(question.encode()).hexdigest()[:4], 16) % (high - low + 1)
