"""`rtab catalogue RULESET [--json | --header]`: everything a game has a name for, or what heads its transcripts.

Nothing of this is written down by hand: the transcripts are played again, and what they meet is listed.
"""

import argparse
import re
import string
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct, field

from engine.kernel.event import Event
from engine.kernel.ruleset import Element
from engine.kernel.text import build_slug
from engine.notation.run import run_transcript as play
from engine.notation.transcript import parse_transcript
from engine.notation.witness import Chances
from engine.rulesets import RULESETS

TRANSCRIPTS = Path("tests/transcripts")
HEADER_COLUMN = 10  # characters for the word of a header line


class CatalogueChance(Struct):
    """One key of chance: what it draws from, and how likely each outcome is (evenly, if there are no weights)."""

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
    chances: list[CatalogueChance]
    questions: list[str]
    transcripts: list[str]


class TranscriptFindings(Struct):
    """The texts of the transcripts, and the chances and questions that they contain."""

    texts: dict[str, str] = field(default_factory=dict)
    chances: dict[str, Chances] = field(default_factory=dict)
    asks: set[str] = field(default_factory=set)


def run_catalogue_command(argv: Sequence[str]) -> int:
    """Print the catalogue of a ruleset as lines or as JSON."""
    options = build_catalogue_parser().parse_args(argv)
    rules = RULESETS[options.ruleset]
    if options.header:
        for word, meaning in rules.load_dialect().words.items():
            print(f"{word:<{HEADER_COLUMN}} {meaning}")
        return 0
    elements = rules.list_elements()
    if not elements:
        print(f"{rules.title} keeps no catalogue.", file=sys.stderr)
        return 1
    found = list_catalogue_entries(elements, replay_transcripts(options.ruleset, options.transcripts))
    if options.json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        for entry in found:
            print(format_catalogue_entry(entry))
    return 0


def build_catalogue_parser() -> argparse.ArgumentParser:
    """Build the argument parser of `rtab catalogue`."""
    parser = argparse.ArgumentParser("rtab catalogue", description="List everything that has a name in a game.")
    parser.add_argument("ruleset", choices=sorted(RULESETS))
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    parser.add_argument("--header", action="store_true", help="print the header lines of its transcripts instead")
    parser.add_argument("--transcripts", type=Path, default=TRANSCRIPTS, help=f"where they lie ({TRANSCRIPTS})")
    return parser


def replay_transcripts(ruleset: str, folder: Path) -> TranscriptFindings:
    """Replay every transcript of a ruleset, and return the chances and questions found in them."""
    found = TranscriptFindings()
    for path in sorted(folder.rglob("*.rtab")):
        text = path.read_text("utf-8")
        transcript = parse_transcript(text, RULESETS)
        if transcript.ruleset == ruleset:
            outcome = play(transcript, RULESETS[ruleset])
            found.texts[path.as_posix()] = text
            found.chances.update(outcome.chances)
            found.asks |= outcome.asks
    return found


def list_catalogue_entries(elements: Sequence[Element], found: TranscriptFindings) -> list[CatalogueEntry]:
    """Return the catalogue entry of every element."""
    return [build_catalogue_entry(element, found) for element in elements]


def build_catalogue_entry(element: Element, found: TranscriptFindings) -> CatalogueEntry:
    """Build the entry of one element. Keys belong to it by their first part, transcripts by naming it."""
    begins = (*element.keys, build_slug(element.name))
    face = element.face or element.name
    chances = [
        CatalogueChance(key, c.outcomes, c.count, c.weights)
        for key, c in sorted(found.chances.items())
        if has_key_prefix(key, begins)
    ]
    questions = sorted(key for key in found.asks if has_key_prefix(key, begins))
    if element.event is None:
        files = [path for path, text in found.texts.items() if is_named_in(face, text)]
    else:
        told = build_told_pattern(element.event, element.facts)
        files = [path for path, text in found.texts.items() if told.search(text)]
    origin = "house" if element.house else "rulebook"
    return CatalogueEntry(element.name, element.category, origin, element.house, chances, questions, files)


def build_told_pattern(event: type[Event], facts: Mapping[str, str]) -> re.Pattern[str]:
    """Build what finds a line in which an event was told with these facts, in any of its sentences."""
    ways = []
    for sentence in (event.says, *event.variants):
        parts = ((re.escape(lead), name) for lead, name, _, _ in string.Formatter().parse(sentence))
        ways.append(
            "".join(lead + ("" if name is None else re.escape(facts.get(name, "")) or ".+?") for lead, name in parts)
        )
    return re.compile(rf"^>.*?(?:{'|'.join(ways)})", re.MULTILINE)


def is_named_in(face: str, text: str) -> bool:
    """Return whether a text contains this name as a whole, and not only as a part of a longer one."""
    return face in text and re.search(rf"(?<![\w£-]){re.escape(face)}(?!\w|,\d)", text) is not None


def has_key_prefix(key: str, begins: Sequence[str]) -> bool:
    """Return whether the first part of a key is one of these."""
    return key.partition(".")[0] in begins


def format_catalogue_entry(entry: CatalogueEntry) -> str:
    """Format an entry as one line."""
    keys = ", ".join([*(chance.key for chance in entry.chances), *entry.questions]) or "nothing drawn or asked"
    return f"{entry.name:<28} {entry.category:<16} {entry.origin:<9} {len(entry.transcripts):>3} transcripts  {keys}"
