"""Draw functions for a reader who has not seen the code: `python -m tests.reading_sample SEED [HOW_MANY]`.

With `sentences` after that it draws texts that people are shown, of four words or more, names of rules left out, each
with the file that says it, since a text is read somewhere.

The seed is written down before anything is drawn. The reader sees module, name and docstring, and says what each
function does; somebody who has the code counts how many were explained. What was read stands in docs/reading.
"""

import ast
import random
import sys

from tests.counts import PLACES, ROOT, find_functions, find_modules
from workshop.texts import collect_texts


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


def draw_sample(seed, how_many):
    """Draw functions by a seed, the same ones on every machine."""
    return random.Random(seed).sample(sorted(list_functions()), how_many)


if __name__ == "__main__" and sys.argv[3:] == ["sentences"]:
    drawn = random.Random(sys.argv[1]).sample(sorted(list_sentences()), int(sys.argv[2]))
    for number, (text, path) in enumerate(drawn, 1):
        sys.stdout.write(f"{number}. [{path}] {text}\n")
elif __name__ == "__main__":
    for number, (path, name, docstring) in enumerate(draw_sample(sys.argv[1], int([*sys.argv, "30"][2])), 1):
        sys.stdout.write(f"{number}. {path}: {name}\n   {docstring}\n")
