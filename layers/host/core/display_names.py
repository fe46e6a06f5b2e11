"""Names as they are shown: bearable, and such that nobody is taken for somebody else, the host or a computer."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path

LONGEST_NAME = 40
MOST_MARKS = 2  # accents and the like on one letter
NAMELESS = "Somebody"
JOINER, EMOJI = "\u200d", "\u2190-\u2bff\U0001f000-\U0001faff"
LOOSE_JOINER = re.compile(f"(?<![{EMOJI}\ufe0f]){JOINER}|{JOINER}(?![{EMOJI}])")
BLANKS = re.compile("[\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]")  # letters and signs that do not show
COMPUTER_MARK = " (bot)"  # how the name of a computer ends where it is kept, and where seats are listed
COMPUTER_MARKS = re.compile(r"(?:[\s(\[{<]*\b(?:bot|program)\b[\s)\]}>]*)+$", re.IGNORECASE)
PROGRAM_MARK = " (program)"  # how the name of a seat ends in which a program plays
RESERVED_NAMES = {  # words that stand for somebody else wherever the host speaks
    "aformerplayer", "aplayer", "acomputer", "computer", "chance", "everybody", "everyone", "nobody", "all", "thehost",
    "host", "theoperator", "operator", "admin", "theadmin", "moderator", "you", "me", "thetable", "bot",
    "program",
}  # fmt: skip
# Letters and signs, each before the Latin letter that it looks like.
PAIRS = Path(__file__).with_name("alike.txt").read_text("utf-8").split()
ALIKE = {pair[0]: pair[1] for pair in PAIRS}


def clean_display_name(name: object) -> str:
    """Return a display name without control and invisible characters, cut to its maximum length; combined emoji stay
    whole.
    """
    found = clean_line(name[:200])[:LONGEST_NAME].rstrip(JOINER) if isinstance(name, str) else ""
    return found if any(_is_visible(c) for c in found) else NAMELESS


def clean_line(text: str) -> str:
    """Return text as one line, without invisible characters or ones that overlap neighbouring text."""
    text = LOOSE_JOINER.sub("", text)
    found = "".join(c for c in BLANKS.sub(" ", text) if c.isprintable() or c == JOINER)
    return " ".join(_limit_combining_marks(found).split())


def _is_visible(c: str) -> bool:
    """Return whether this character shows by itself, unlike accents, variation selectors and joiners."""
    return unicodedata.category(c)[0] not in "MZC"


def _limit_combining_marks(text: str) -> str:
    found, marks = "", 0
    for c in text:
        marks = marks + 1 if unicodedata.combining(c) else 0
        found += c if marks <= MOST_MARKS else ""
    return found


def make_name_distinct(name: str, number: str, others: Iterable[str], *, program: bool = False) -> str:
    """Return the name to show for a person at a table, with their seat number added if it could be confused with
    another player's or with what the host calls others; a program's is marked as one.
    """
    shown, mark = COMPUTER_MARKS.sub("", name) or NAMELESS, PROGRAM_MARK if program else ""
    there = {compute_name_skeleton(other.removesuffix(PROGRAM_MARK)) for other in others}
    if not (looks := compute_name_skeleton(shown)) or looks in there | DECEIVING:
        mark = f" ({number}){mark}"
    return f"{shown[: LONGEST_NAME - len(mark)].rstrip()}{mark}" if mark else shown


def compute_name_skeleton(name: str) -> str:
    """Return what a name looks like at a glance: names with the same skeleton could be taken for each other."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    seen = [ALIKE.get(c, c) for c in plain if not unicodedata.combining(c)]
    return "".join(c for c in seen if c.isalnum() or ord(c) > 0x2190).replace("rn", "m").replace("vv", "w")


DECEIVING = {compute_name_skeleton(word) for word in RESERVED_NAMES}
