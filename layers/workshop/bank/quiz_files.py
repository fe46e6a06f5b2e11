"""Questions written by hand: the `*.quiz` files, as one reads and reviews them.

A head of `licence` and `date` (and `source`, if it is not this project), an empty line, then blocks with an empty line
between them:

    9 | Korean film | 2020 | South Korea
    Which film was the first not in English to win the Oscar for best picture?
    Parasite | Rashomon | Das Boot | Il Postino
    Its director, Bong Joon-ho, calls subtitles “the one-inch-tall barrier”.
    Academy of Motion Picture Arts and Sciences, 92nd Awards
    about Parasite | best picture
    id set-a-film-0123456789
    checked 2026-11-22 www.oscars.org/oscars/ceremonies/2020

Level, narrow topic (one of `topics.txt`, which names the category of each), year and country of what is asked, `-`
where it has none; the question; the right answer and three wrong ones; why; the source of the fact, `-` where that is
not noted; the fact, as its subject and what is said of it. The last two lines are optional: the id that the question
keeps although its wording has changed since, and when and where somebody opened the source.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from engine.ladder.box import BoxEntry, build_card_id, parse_box
from workshop.bank.check import list_question_hints

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
