"""What is said of a transcript whose header has something wrong: each word of each line another or left out, one
by one."""

import itertools
import re
from pathlib import Path

import pytest

from engine.notation import replay_text
from engine.rulesets import RULESETS
from tests import listings

pytestmark = pytest.mark.as_released
TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"
LINE = re.compile(r"(?P<word>[a-z][a-z-]*)(?P<blank>  +)(?P<rest>\S.*)|(?P<row>    .*\|.*)")
WORD = re.compile(r"[^\s,|]+")
WRONG, MOST = "Xyzzy", 6  # lines of what is said


def headers_of(text):
    """Each line before the first step: its kind, number, and where its words begin."""
    kind = ""
    for number, line in enumerate(text.splitlines()):
        found = LINE.fullmatch(line)
        if not found:
            if number and line.strip() and not line.startswith("#"):
                return
            continue
        kind = found["word"] or f"{kind.removesuffix(' row')} row"
        yield kind, number, found.start("rest") if found["word"] else 4


def first_headers(game):
    """Of each kind of line the first that there is in a transcript of the game."""
    found: dict[str, tuple[list[str], int, int]] = {}
    for path in sorted(TRANSCRIPTS.rglob("*.rtab")):
        text = path.read_text("utf-8")
        if text.split("\n", 1)[0].endswith(f" {game}"):
            for kind, number, start in headers_of(text):
                found.setdefault(kind, (text.splitlines(), number, start))
    return found


def changes_of(line, start):
    """Each way in which a line is changed: a word is another, or is left out."""
    words = list(WORD.finditer(line, start))[:8]
    for instead in (WRONG, ""):
        for word in words:
            changed = line[: word.start()] + instead + line[word.end() :]
            yield changed


def tell(game):
    for kind, (lines, number, start) in sorted(first_headers(game).items()):
        if kind in ("rtab", "title"):
            continue
        for changed in changes_of(lines[number], start):
            yield f"{kind}: {changed.strip()}"
            said = replay_text("\n".join([*lines[:number], changed, *lines[number + 1 :], ""]), RULESETS)
            shown = (line for each in said[:1] for line in str(each).splitlines())
            yield from (f"  {line}" for line in itertools.islice(shown, MOST))


@pytest.mark.parametrize("game", ["billionaire", "deluxe", "ladder", "season7"])
def test_a_header_with_a_wrong_word_is_refused_as_listed(game):
    listings.compare(f"headers_{game}", tell(game))
