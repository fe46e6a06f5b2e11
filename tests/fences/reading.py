"""How the fences read programs: every file once, its imports, and the files that git keeps."""

import ast
import functools
import subprocess
from collections.abc import Iterator
from pathlib import Path

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
    """Each program is walked through once, too."""
    return list(ast.walk(tree))


def imported(tree: ast.AST) -> Iterator[str]:
    """The top-level names of all absolute imports, wherever in the file they stand."""
    for node in every_node(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def imported_names(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in every_node(tree):
        if isinstance(node, ast.ImportFrom):
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
