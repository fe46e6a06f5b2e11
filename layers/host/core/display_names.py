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
COMPUTERS = re.compile(r"(?:[\s(\[{<]*\bbot\b[\s)\]}>]*)+$", re.IGNORECASE)
TAKEN = {  # words that stand for somebody else wherever the host speaks
    "aformerplayer", "aplayer", "acomputer", "computer", "chance", "everybody", "everyone", "nobody", "all", "thehost",
    "host", "theoperator", "operator", "admin", "theadmin", "moderator", "you", "me", "thetable", "bot",
}  # fmt: skip
# Letters and signs, each before the Latin letter that it looks like.
PAIRS = Path(__file__).with_name("alike.txt").read_text("utf-8").split()
ALIKE = {pair[0]: pair[1] for pair in PAIRS}


def tame(name: object) -> str:
    """A display name without control characters and blanks that do not show, and of bearable length; emoji that are
    joined into one stay so.
    """
    found = clean(name[:200])[:LONGEST_NAME].rstrip(JOINER) if isinstance(name, str) else ""
    return found if any(_shows(c) for c in found) else NAMELESS


def clean(text: str) -> str:
    """What somebody has written, on one line, without what does not show or covers what stands around it."""
    text = LOOSE_JOINER.sub("", text)
    found = "".join(c for c in BLANKS.sub(" ", text) if c.isprintable() or c == JOINER)
    return " ".join(_bearable(found).split())


def _shows(c: str) -> bool:
    """Is there something to be seen of it by itself? Not of accents, selectors and joiners."""
    return unicodedata.category(c)[0] not in "MZC"


def _bearable(text: str) -> str:
    found, marks = "", 0
    for c in text:
        marks = marks + 1 if unicodedata.combining(c) else 0
        found += c if marks <= MOST_MARKS else ""
    return found


def at_table(name: str, number: str, others: Iterable[str]) -> str:
    """The name of somebody who takes the seat of this number beside the others. Whoever could be taken for one of them,
    or for what the host calls others, is shown with that number.
    """
    shown = COMPUTERS.sub("", name) or NAMELESS
    there = {skeleton(other) for other in others}
    if (looks := skeleton(shown)) and looks not in there | DECEIVING:
        return shown
    tail = f" ({number})"
    return f"{shown[: LONGEST_NAME - len(tail)]}{tail}"


def skeleton(name: str) -> str:
    """What a name looks like at a glance: names with the same one could be taken for each other."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    seen = [ALIKE.get(c, c) for c in plain if not unicodedata.combining(c)]
    return "".join(c for c in seen if c.isalnum() or ord(c) > 0x2190).replace("rn", "m").replace("vv", "w")


DECEIVING = {skeleton(word) for word in TAKEN}
