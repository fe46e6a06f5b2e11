"""How the fences read programs: every file once, its imports, and the files that git keeps."""

import ast
import functools
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T", bound=ast.AST)

ROOT = Path(__file__).parent.parent.parent
FLOORS = ("engine", "layers", "functions")


def sources(root: Path, *folders: str) -> Iterator[tuple[str, ast.Module]]:
    yield from ((at, parsed(root / at)) for at in paths(root, *folders))


def paths(root: Path, *folders: str, pattern: str = "*.py") -> Iterator[str]:
    for folder in folders:
        yield from (path.relative_to(root).as_posix() for path in sorted((root / folder).rglob(pattern)))


@functools.cache
def parsed(path: Path) -> ast.Module:
    """Each file is read once for all fences."""
    return ast.parse(path.read_text("utf-8"))


@functools.cache
def every_node(tree: ast.AST) -> list[ast.AST]:
    """Each program is walked through once, too, as `ast.walk` does, but for whether a name is read or set."""
    nodes = [tree]
    for node in nodes:
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, list):
                nodes += [each for each in value if isinstance(each, ast.AST)]
            elif isinstance(value, ast.AST) and not isinstance(value, ast.expr_context):
                nodes.append(value)
    return nodes


@functools.cache
def nodes_by_kind(tree: ast.AST) -> dict[type, list[Any]]:
    found = defaultdict[type, list[Any]](list)
    for node in every_node(tree):
        found[type(node)].append(node)
    return found


def nodes_of(tree: ast.AST, *kinds: type[T]) -> list[T]:
    """All of one kind, then all of the next."""
    found = nodes_by_kind(tree)
    return [node for kind in kinds for node in found.get(kind, ())]


def functions_of(tree: ast.AST) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [*nodes_of(tree, ast.FunctionDef), *nodes_of(tree, ast.AsyncFunctionDef)]


def dotted_name(node: ast.AST) -> str:
    """What `ast.unparse` makes of it, sooner for names and their attributes."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return f"{dotted_name(node.value)}.{node.attr}"
    return ast.unparse(node)


def imported(tree: ast.AST) -> Iterator[str]:
    """The top-level names of all absolute imports, wherever in the file they stand."""
    for node in nodes_of(tree, ast.Import, ast.ImportFrom):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def imported_names(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in nodes_of(tree, ast.ImportFrom):
        yield from ((node.module or "", alias.asname or alias.name) for alias in node.names)


def words_of(tree: ast.Module) -> Iterator[str]:
    """All names, modules and texts of a program, but for what only explains it."""
    docstrings = {id(node.value) for node in every_node(tree) if isinstance(node, ast.Expr)}
    for node in every_node(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Name | ast.Attribute | ast.arg | ast.FunctionDef | ast.ClassDef):
            yield next(value for name, value in ast.iter_fields(node) if name in ("id", "attr", "arg", "name"))


def tracked(root: Path) -> list[Path]:
    """Every file git keeps or is about to keep, whoever owns the folder."""
    listing = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, cwd=root, check=True, capture_output=True, text=True).stdout.split("\0")
    return [root / name for name in names if name and (root / name).is_file()]
