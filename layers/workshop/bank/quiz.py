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

from engine.ladder.box import Entry, name_for

TOPICS = "topics.txt"
OURS = "Race to a Billion"
NONE = "-"
LEVEL = re.compile(r"\d{1,2}")
YEAR = re.compile(r"-?\d{1,4}")
FIXED_LINES = 5
TAGS = ("about", "id", "checked")  # lines that begin with such a word may follow, in this order


class Unreadable(Exception):
    """A block that is no question. The sentence says why."""


def topics(facts: Path) -> dict[str, str]:
    """Return the category of each narrow topic."""
    lines = (facts / TOPICS).read_text("utf-8").splitlines()
    pairs = [[part.strip() for part in line.split("|")] for line in lines if line.strip()]
    return {topic: category for category, topic in pairs}


def quiz(file: Path, known: Mapping[str, str]) -> Iterator[Entry]:
    """Yield the questions of one file, in its order."""
    head, *blocks = file.read_text("utf-8").split("\n\n")
    about = {"source": OURS} | dict(line.split(maxsplit=1) for line in head.splitlines())
    for block in blocks:
        lines = block.strip().splitlines()
        if not lines:
            continue
        try:
            yield read_block(file.stem, about, lines, known)
        except Unreadable as bad:
            raise Unreadable(f"{file.name}, “{lines[0]}”: {bad}") from None


def read_block(kind: str, about: Mapping[str, str], lines: list[str], known: Mapping[str, str]) -> Entry:
    """Return the question of one block."""
    tags = read_tags(lines[FIXED_LINES:])
    if len(lines) < FIXED_LINES:
        raise Unreadable(f"a block has {FIXED_LINES} lines, and then {', '.join(TAGS)}")
    level, topic, year, country = split_line(lines[0], 4)
    right, one, two, three = split_line(lines[2], 4)
    question, why, fact = (line.strip() for line in (lines[1], lines[3], lines[4]))
    if topic not in known:
        raise Unreadable(f"“{topic}” is no topic of {TOPICS}")
    if not LEVEL.fullmatch(level) or not (year == NONE or YEAR.fullmatch(year)):
        raise Unreadable("it begins with a level, a topic, a year and a country")
    return Entry(
        tags.get("id") or name_for(kind, question, (right, one, two, three)),
        int(level),
        known[topic],
        question,
        (right, one, two, three),
        why,
        narrow=topic,
        year=None if year == NONE else int(year),
        country="" if country == NONE else country,
        fact="" if fact == NONE else fact,
        about=" | ".join(split_line(tags["about"], 2)),
        checked=tags.get("checked", ""),
        **about,
    )


def read_tags(lines: list[str]) -> dict[str, str]:
    """Return what the lines after the fixed ones say; what the question is about must be among it."""
    found = [line.strip().partition(" ") for line in lines]
    names = [name for name, _, _ in found]
    if names != [tag for tag in TAGS if tag in names] or "about" not in names:
        raise Unreadable(f"a block has {FIXED_LINES} lines, and then {', '.join(TAGS)}")
    return {name: text.strip() for name, _, text in found}


def split_line(line: str, count: int) -> list[str]:
    """Return the parts of a line between its bars."""
    found = [part.strip() for part in line.split("|")]
    if len(found) != count or not all(found):
        raise Unreadable(f"there are {len([part for part in found if part])} parts in “{line}”, not {count}")
    return found
