"""`rtab catalogue RULESET [--json]`: everything a game has a name for, with its chances, questions and transcripts.

Nothing of this is written down by hand: the transcripts are played again, and what they meet is listed.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct, field

from engine.kernel.ruleset import Element
from engine.kernel.text import slug
from engine.notation.run import run as play
from engine.notation.transcript import parse
from engine.notation.witness import Chances
from engine.rulesets import RULESETS

TRANSCRIPTS = Path("tests/transcripts")


class Chance(Struct):
    """One key of chance: what it draws from, and how likely each is (evenly, where there are no weights)."""

    key: str
    outcomes: list[str]
    count: int
    weights: list[int] | None


class CatalogueEntry(Struct):
    """One element of the catalogue."""

    name: str
    category: str
    origin: str
    house: str
    chances: list[Chance]
    questions: list[str]
    transcripts: list[str]


class Met(Struct):
    """All that the transcripts have met."""

    texts: dict[str, str] = field(default_factory=dict)
    chances: dict[str, Chances] = field(default_factory=dict)
    asks: set[str] = field(default_factory=set)


def run(argv: Sequence[str]) -> int:
    """Print the catalogue."""
    options = arguments().parse_args(argv)
    rules = RULESETS[options.ruleset]
    elements = rules.elements()
    if not elements:
        print(f"{rules.title} keeps no catalogue.", file=sys.stderr)
        return 1
    found = catalogue(elements, met(options.ruleset, options.transcripts))
    if options.json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        for entry in found:
            print(line(entry))
    return 0


def arguments() -> argparse.ArgumentParser:
    """What the command understands."""
    parser = argparse.ArgumentParser("rtab catalogue", description="List everything a game has a name for.")
    parser.add_argument("ruleset", choices=sorted(RULESETS))
    parser.add_argument("--json", action="store_true", help="all of it, as JSON")
    parser.add_argument("--transcripts", type=Path, default=TRANSCRIPTS, help=f"where they lie ({TRANSCRIPTS})")
    return parser


def met(ruleset: str, folder: Path) -> Met:
    """Play every transcript of this ruleset again."""
    found = Met()
    for path in sorted(folder.rglob("*.rtab")):
        text = path.read_text("utf-8")
        transcript = parse(text, RULESETS)
        if transcript.ruleset == ruleset:
            outcome = play(transcript, RULESETS[ruleset])
            found.texts[path.as_posix()] = text
            found.chances.update(outcome.chances)
            found.asks |= outcome.asks
    return found


def catalogue(elements: Sequence[Element], found: Met) -> list[CatalogueEntry]:
    """Every element, with what of all that belongs to it."""
    return [entry(element, found) for element in elements]


def entry(element: Element, found: Met) -> CatalogueEntry:
    """One element. Keys belong to it by how they begin, transcripts by naming it."""
    begins = (*element.keys, slug(element.name))
    face = element.face or element.name
    chances = [
        Chance(key, c.outcomes, c.count, c.weights) for key, c in sorted(found.chances.items()) if of(key, begins)
    ]
    questions = sorted(key for key in found.asks if of(key, begins))
    files = [path for path, text in found.texts.items() if names(face, text)]
    origin = "house" if element.house else "rulebook"
    return CatalogueEntry(element.name, element.category, origin, element.house, chances, questions, files)


def names(face: str, text: str) -> bool:
    """Does a text speak of this, and not of something whose name only contains it?"""
    return face in text and re.search(rf"(?<![\w£-]){re.escape(face)}(?!\w|,\d)", text) is not None


def of(key: str, begins: Sequence[str]) -> bool:
    """Does a key belong to something whose keys begin so?"""
    return key.partition(".")[0] in begins


def line(entry: CatalogueEntry) -> str:
    """One element in a line."""
    keys = ", ".join([*(chance.key for chance in entry.chances), *entry.questions]) or "nothing drawn or asked"
    return f"{entry.name:<28} {entry.category:<16} {entry.origin:<9} {len(entry.transcripts):>3} transcripts  {keys}"
