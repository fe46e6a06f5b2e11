"""How a file may look: its length and its functions', its name, how its tests wait, and nothing private."""

import ast
import re
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from tests.fences.reading import FLOORS, functions_of, paths, sources, tracked

FILE_LINES, FUNCTION_LINES = 800, 40
LISTS = "events.py"  # all that can happen in a game stands in one list, however long
VAGUE_NAMES = re.compile(r"manager|helper|utils", re.IGNORECASE)
SHARED_BY_GAMES = ("engine/kernel", "engine/notation", "engine/race", "engine/minigames")
ONE_MEANING = (("layers/host",), ("layers/workshop",), SHARED_BY_GAMES)
MACHINE = "work|root|farm|opt/pypi|opt/wheels|tmp/bash_jobs"
REGISTRIES = "pypi|pythonhosted|npmjs"
PRIVATE_PATH = re.compile(rf"/(?<![\w.]/)({MACHINE})[/.]".encode())  # what begins with a letter is found soonest
REGISTRY = re.compile(rf"\b({REGISTRIES})\.org\b".encode())


def long_files(root: Path) -> list[str]:
    lengths = {at: len((root / at).read_text("utf-8").splitlines()) for at, _ in sources(root, *FLOORS)}
    return [
        f"{at} has {lines} lines"
        for at, lines in lengths.items()
        if lines > FILE_LINES and not at.endswith(f"/{LISTS}")
    ]


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """A function's lines from its `def`, without its docstring."""
    lines = (function.end_lineno or 0) - function.lineno + 1
    if ast.get_docstring(function) is None:
        return lines
    docstring = function.body[0]
    return lines - ((docstring.end_lineno or 0) - docstring.lineno + 1)


def long_functions(root: Path) -> list[str]:
    return [
        f"{at}: {node.name} has {length(node)} lines"
        for at, tree in sources(root, *FLOORS)
        for node in functions_of(tree)
        if length(node) > FUNCTION_LINES
    ]


def vague_names(root: Path) -> list[str]:
    return [f"{at} has a vague name" for at in paths(root, *FLOORS, "tests") if VAGUE_NAMES.search(at)]


def classes_named_twice(root: Path) -> list[str]:
    """One word, one meaning: in the host, in the workshop, and in what all games share. A game has its own Player."""
    return [
        f"{name} is a class of {' and of '.join(places)}"
        for floor in ONE_MEANING
        for name, places in sorted(classes(root, floor).items())
        if len(places) > 1
    ]


def classes(root: Path, floor: Sequence[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for at, tree in sources(root, *floor):
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                found[node.name].append(at)
    return found


def waits_that_are_forbidden(root: Path) -> list[str]:
    """A browser reads a bare expression anew at each look, which our pages forbid; a function it reads once."""
    return [
        f"{at}:{node.lineno} waits for a bare expression"
        for at in paths(root, "tests")
        if "wait_for_function" in (text := (root / at).read_text("utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "wait_for_function"
        if "=>" not in ast.unparse(node.args[0]) and not isinstance(node.args[0], ast.Name)
    ]


def private_text(root: Path) -> list[str]:
    return [
        f"{path.relative_to(root).as_posix()} says {match[0].decode()}"
        for path in tracked(root)
        if (text := path.read_bytes())
        if (match := PRIVATE_PATH.search(text) or (REGISTRY.search(text) if b".org" in text else None))
    ]
