"""No module imports, directly or through others, one that imports it: be it in a function, or for types only."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.fences.reading import nodes_of, sources

FOLDERS = {"engine": "", "layers/host": "layers."}


def import_circles(root: Path) -> list[str]:
    """Each circle of modules."""
    return sorted(
        f"{' and '.join(sorted(circle))} import each other" for circle in find_circles(read_import_graph(root))
    )


def read_import_graph(root: Path) -> dict[str, set[str]]:
    """The modules that each module imports."""
    trees = {
        at.removeprefix(prefix.replace(".", "/")).removesuffix(".py").removesuffix("/__init__").replace("/", "."): tree
        for folder, prefix in FOLDERS.items()
        for at, tree in sources(root, folder)
    }
    return {name: {*_imports(tree, trees)} & trees.keys() for name, tree in trees.items()}


def _imports(tree: ast.Module, known: dict[str, ast.Module]) -> Iterator[str]:
    """What is imported from a package is a module of it, or else the package itself."""
    for node in nodes_of(tree, ast.Import, ast.ImportFrom):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            modules = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (module if module in known else node.module for module in modules)


def find_circles(graph: dict[str, set[str]]) -> Iterator[set[str]]:
    """Tarjan's strongly connected components, but for modules that stand alone."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []

    def visit(name: str) -> Iterator[set[str]]:
        order[name] = lowest[name] = len(order)
        path.append(name)
        for other in sorted(graph[name]):
            if other not in order:
                yield from visit(other)
            if other in path:
                lowest[name] = min(lowest[name], lowest[other])
        if lowest[name] == order[name]:
            circle = {*path[path.index(name) :]}
            del path[path.index(name) :]
            if len(circle) > 1 or name in graph[name]:
                yield circle

    for name in graph:
        if name not in order:
            yield from visit(name)
