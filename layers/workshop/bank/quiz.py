"""Questions written by hand: the `*.quiz` files, as one reads and reviews them.

A head of `licence` and `date`, an empty line, then blocks with an empty line between them:

    9 | Korean film | 2020 | South Korea
    Which film was the first not in English to win the Oscar for best picture?
    Parasite | Rashomon | Das Boot | Il Postino
    Its director, Bong Joon-ho, calls subtitles “the one-inch-tall barrier”.
    Academy of Motion Picture Arts and Sciences, 92nd Awards
    checked 2026-11-22 www.oscars.org/oscars/ceremonies/2020

Level, narrow topic (one of `topics.txt`, which names the category of each), year and country of what is asked, `-`
where it has none; the question; the right answer and three wrong ones; why; where the fact stands, `-` where that is
not noted; and, only if somebody opened that place, when and where.
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
CHECKED = "checked "


class Unreadable(Exception):
    """A block that is no question. The sentence says why."""


def topics(facts: Path) -> dict[str, str]:
    """The category of each narrow topic."""
    lines = (facts / TOPICS).read_text("utf-8").splitlines()
    pairs = [[part.strip() for part in line.split("|")] for line in lines if line.strip()]
    return {topic: category for category, topic in pairs}


def quiz(file: Path, known: Mapping[str, str]) -> Iterator[Entry]:
    """The questions of one file, in its order."""
    head, *blocks = file.read_text("utf-8").split("\n\n")
    about = dict(line.split(maxsplit=1) for line in head.splitlines())
    for block in blocks:
        lines = block.strip().splitlines()
        if not lines:
            continue
        try:
            yield asked(file.stem, about, lines, known)
        except Unreadable as bad:
            raise Unreadable(f"{file.name}, “{lines[0]}”: {bad}") from None


def asked(kind: str, about: Mapping[str, str], lines: list[str], known: Mapping[str, str]) -> Entry:
    """One block."""
    if len(lines) not in (5, 6) or (len(lines) == 6 and not lines[5].startswith(CHECKED)):
        raise Unreadable("a block has five lines, and perhaps a sixth that begins with “checked”")
    level, topic, year, country = parts(lines[0])
    right, one, two, three = parts(lines[2])
    question, why, fact = (line.strip() for line in (lines[1], lines[3], lines[4]))
    if topic not in known:
        raise Unreadable(f"“{topic}” is no topic of {TOPICS}")
    if not LEVEL.fullmatch(level) or not (year == NONE or YEAR.fullmatch(year)):
        raise Unreadable("it begins with a level, a topic, a year and a country")
    return Entry(
        name_for(kind, question, (right, one, two, three)),
        int(level),
        known[topic],
        question,
        (right, one, two, three),
        why,
        OURS,
        narrow=topic,
        year=None if year == NONE else int(year),
        country="" if country == NONE else country,
        fact="" if fact == NONE else fact,
        checked=lines[5].removeprefix(CHECKED) if len(lines) == 6 else "",
        **about,
    )


def parts(line: str) -> list[str]:
    """What stands between four bars."""
    found = [part.strip() for part in line.split("|")]
    if len(found) != 4:
        raise Unreadable(f"there are {len(found)} parts in “{line}”, not four")
    return found
