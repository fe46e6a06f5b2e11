"""`make counts`: how large the house is and how it is named, as one table. Counts only report; readers decide."""

import ast
import re
import sys
from collections import defaultdict
from pathlib import Path

from tests.fences.events import sentence_places
from tests.fences.reading import dotted_name, functions_of

ROOT = Path(__file__).parent.parent
PLACES = ("engine", "layers/host", "functions")
OPINIONS = re.compile(
    r"rulings|differs|CHANGELOG|devvit|discord|gym|programs"
)  # rulings, deviations, changelog, new doors
NEW_DOORS = ("layers/host/doors/discord", "layers/host/extras/programs", "layers/workshop/gym")
PRIVATE_WORDS = re.compile(
    r"\b(sheaf|sheaves|errands?|couriers?|heirs|parted|let_?go|what waits|shelf|shelves)\b", re.IGNORECASE
)


def find_modules(*places):
    """Every module below these folders."""
    return [path for place in places for path in sorted((ROOT / place).rglob("*.py"))]


def count_lines(paths):
    """Lines that are not blank."""
    return sum(bool(line.strip()) for path in paths for line in path.read_text("utf-8").splitlines())


def find_functions(tree):
    """Every function of a module but those that Python or a decorator names as values."""
    for node in functions_of(tree):
        decorators = {dotted_name(each).split("(")[0].rpartition(".")[2] for each in node.decorator_list}
        if not (node.name.startswith("__") or decorators & {"property", "cached_property", "setter", "overload"}):
            yield node


def find_shared_names(trees):
    """Names at top level, without underscores, that stand in three modules or more."""
    places = defaultdict(set)
    for path, tree in trees.items():
        for node in tree.body:
            names = [node.name] if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) else []
            if isinstance(node, ast.Assign):
                names = [target.id for target in node.targets if isinstance(target, ast.Name)]
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                names = [node.target.id]
            for name in names:
                places[name.strip("_")].add(path)
    return {name: len(paths) for name, paths in places.items() if len(paths) > 2}


def count():
    """The table, one row a figure."""
    paths = find_modules(*PLACES)
    texts = {path: path.read_text("utf-8") for path in paths}
    trees = {path: ast.parse(text) for path, text in texts.items()}
    functions = [node.name.strip("_") for tree in trees.values() for node in find_functions(tree)]
    single = sum("_" not in name for name in functions)
    modules = len(find_modules(*PLACES, "layers/workshop"))
    yield "modules", modules
    yield "modules without looks and new doors", modules - len(find_modules(*NEW_DOORS))
    for place in ("engine", "layers/host", "layers/workshop", "functions", "tests"):
        yield f"lines of {place}", count_lines(find_modules(place))
    yield "lines before the tests", count_lines(find_modules("engine", "layers", "functions"))
    yield "functions", len(functions)
    yield "function names of one word, per cent", round(100 * single / len(functions))
    yield "names at top level in three or more modules", len(find_shared_names(trees))
    places = {each: set(at) for each, at in sentence_places(ROOT).items()}
    yield "sentences that are told", len(places)
    yield "sentences in two files (what older releases said, too)", sum(len(at) > 1 for at in places.values())
    yield "sentences in a voice, too", sum(any(each.endswith("lines.txt") for each in at) for at in places.values())
    yield "whoever", sum(len(re.findall(r"\bwhoever\b", text, re.IGNORECASE)) for text in texts.values())
    yield "private words", sum(len(PRIVATE_WORDS.findall(text)) for text in texts.values())
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    words = {page: len(page.read_text("utf-8").split()) for page in pages}
    yield "words of README and docs", sum(words.values())
    yield (
        "words without rulings, deviations, changelog and new doors",
        sum(n for page, n in words.items() if not OPINIONS.search(page.name)),
    )


def list_counts(*, names):
    """The table as lines; with names, each name that stands in three modules, and in how many."""
    yield from (f"{figure:>8,}  {label}" for label, figure in count())
    if names:
        trees = {path: ast.parse(path.read_text("utf-8")) for path in find_modules(*PLACES)}
        yield from (
            f"{n:>8}  {name}" for name, n in sorted(find_shared_names(trees).items(), key=lambda each: -each[1])
        )


if __name__ == "__main__":
    sys.stdout.write("\n".join([*list_counts(names="--names" in sys.argv), ""]))
