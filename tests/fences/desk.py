"""One desk: whatever of it a door calls as a service stands in its table."""

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from host.core.extras import AddedFunction
from host.said.desk.menu import DESK, PageService
from tests.fences.reading import every_node, sources

ROOM = "host.said.desk"
CHECK = ("check_", "require_")  # how a function begins that does nothing but refuse


def services_beside_the_table(root: Path) -> list[str]:
    """What takes a request, and answers it or does something, has its words, its right and its line in the table."""
    table = {*in_the_table()}
    return [
        f"{at} calls {name}"
        for at, tree in sources(root, "layers/host/doors")
        for name in sorted({*named_of_the_desk(tree)} - table)
        if serves(name)
    ]


def refusals_without_code(root: Path) -> list[str]:
    """Programs know a refusal by its code, and its sentence may be reworded."""
    return [
        f"{at}:{node.lineno} refuses without a code"
        for at, tree in sources(root, "layers/host")
        for node in every_node(tree)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) == "Illegal"
        and not any(given.arg == "code" for given in node.keywords)
    ]


def in_the_table() -> Iterator[str]:
    for service in DESK.values():
        for does in (service.does, *service.exactly):
            if isinstance(does, AddedFunction):
                yield does.target.replace(":", ".")
            elif isinstance(does, PageService):
                yield f"{does.module}.{does.name}"
            else:
                yield f"{does.__module__}.{does.__name__}"


def named_of_the_desk(tree: ast.Module) -> Iterator[str]:
    """Every function of the desk that a file names, by itself or by its module."""
    modules: dict[str, str] = {}
    for node in every_node(tree):
        if isinstance(node, ast.ImportFrom) and node.module == ROOM:
            modules |= {alias.asname or alias.name: f"{ROOM}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{ROOM}."):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
    for node in every_node(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
            yield f"{modules[node.value.id]}.{node.attr}"


def serves(name: str) -> bool:
    module, _, function = name.rpartition(".")
    found = getattr(import_module(module), function, None)
    if not inspect.isfunction(found) or function.startswith(CHECK):
        return False
    takes, gives = [*inspect.signature(found).parameters.values()][:1], found.__annotations__.get("return")
    return [each.annotation for each in takes] == ["DeskRequest"] and gives in ("DeskAnswer", "None")
