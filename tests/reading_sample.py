"""Draw functions for a reader who has not seen the code: `python -m tests.reading_sample SEED [HOW_MANY]`.

With `sentences` it draws texts of four words or more that people are shown, names of rules left out. Each is
shown as somebody meets it in a kept transcript, round or list, with the two lines above it; one that stands in none of
them is shown as it is written, with the file that says it.

The seed is written down before anything is drawn. The reader sees module, name and docstring, and says what each
function does; somebody who has the code counts how many were explained. What was read stands in tests/reading.
"""

import ast
import random
import re
import sys

from tests.counts import PLACES, ROOT, find_functions, find_modules
from workshop.texts import collect_texts

MET = ("tests/**/*.rtab", "tests/listings/[!slavb]*.txt", "docs/rounds/*.txt")
LEAST_LETTERS = 12
NOT_SHOWN = re.compile(
    r"\s*(<|##|#|$|sendM|sendP|edit|(asked|told|picture|seen|nothing)\b|\d+ more |[\d.]+ h )"
    r"|.*(\{\"type\"|\w\(\w+=|: \d{3} text/html| \| .* \| )"
)
MARKS = re.compile(r"^\s*(?:[>!?~]|\w+ *[>!?])?\s*| \(of \d+ before\)$")


def list_functions():
    """List every documented function as (module, name, docstring)."""
    for path in find_modules(*PLACES):
        for node in find_functions(ast.parse(path.read_text("utf-8"))):
            if docstring := ast.get_docstring(node):
                yield str(path.relative_to(ROOT)), node.name, " ".join(docstring.split())


def list_sentences():
    """List every text of four words or more that people are shown, as (text, file that says it)."""
    for text, places in collect_texts().items():
        said_in = [place.partition(":")[0] for place in places if not place.startswith("a name in")]
        if said_in and len(text.split()) >= 4:
            yield text, said_in[0]


def read_met(path):
    """Return the lines of a kept file that somebody is shown, without the marks of a transcript."""
    lines = path.read_text("utf-8").splitlines()
    return [MARKS.sub("", line) for line in lines if not NOT_SHOWN.match(line)]


def find_met(text, met, chance):
    """Return a line of the kept ones that shows this text, with the two lines above it; None if none does."""
    pieces = [re.escape(piece) for piece in re.split(r"\{[^{}]*\}", text)]
    if len("".join(pieces)) < LEAST_LETTERS:
        return None
    shown = re.compile(".{1,60}?".join(pieces), re.IGNORECASE)
    places = [(lines, at) for lines in met for at, line in enumerate(lines) if shown.search(line)]
    if not places:
        return None
    lines, at = chance.choice(places)
    return lines[max(0, at - 2) : at + 1]


def draw_sentences(seed, how_many):
    """Draw texts by a seed, each as it is met: lines to be read, the last of them the one that counts."""
    chance = random.Random(seed)
    met = [read_met(path) for pattern in MET for path in sorted(ROOT.glob(pattern))]
    for text, path in chance.sample(sorted(list_sentences()), how_many):
        yield find_met(text, met, chance) or [f"[{path}] {text}"], text


def draw_sample(seed, how_many):
    """Draw functions by a seed, the same ones on every machine."""
    return random.Random(seed).sample(sorted(list_functions()), how_many)


if __name__ == "__main__" and sys.argv[3:] == ["sentences"]:
    for number, (lines, _) in enumerate(draw_sentences(sys.argv[1], int(sys.argv[2])), 1):
        above = "".join(f"   | {line}\n" for line in lines[:-1])
        sys.stdout.write(f"{number}.\n{above}   > {lines[-1]}\n")
elif __name__ == "__main__":
    for number, (path, name, docstring) in enumerate(draw_sample(sys.argv[1], int([*sys.argv, "30"][2])), 1):
        sys.stdout.write(f"{number}. {path}: {name}\n   {docstring}\n")
