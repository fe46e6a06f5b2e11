"""One desk: whatever of it a door calls as a service stands in its table."""

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from host.core.extras import AddedFunction
from host.said.desk.menu import DESK
from tests.fences.reading import dotted_name, nodes_of, sources

ROOM = "host.said.desk"
KEPT_CODES = "tests/fences/refusal_codes.txt"  # every code there has ever been, sorted
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
    return [f"{at}:{node.lineno} refuses without a code" for at, node, code in refusals(root) if code is None]


def refusal_codes(root: Path) -> list[str]:
    """Programs go by codes, so they are for ever, as ids of events are: the list of them only grows."""
    kept = set((root / KEPT_CODES).read_text("utf-8").split()) if (root / KEPT_CODES).exists() else set[str]()
    given = (code for _, _, code in refusals(root) if code is not None)
    there = {str(part.value) for code in given for part in ast.walk(code) if isinstance(part, ast.Constant)}
    return [
        *(f"{each} is not in {KEPT_CODES}" for each in sorted(there - kept)),
        *(f"{each} is a code that programs know, and is gone" for each in sorted(kept - there)),
    ]


def refusals(root: Path) -> Iterator[tuple[str, ast.Call, ast.expr | None]]:
    """Every refusal that is made, and its code; if that is a name, what stands at the top of a file under it."""
    files = [*sources(root, "engine", "layers/host")]
    constants = dict(pair for _, tree in files for node in tree.body for pair in constants_of(node))
    for at, tree in files:
        for node in nodes_of(tree, ast.Call, ast.ClassDef):
            if isinstance(node, ast.Call) and dotted_name(node.func) in ("Illegal", "Unclear"):
                code = next((given.value for given in node.keywords if given.arg == "code"), None)
                yield at, node, constants.get(code.id, code) if isinstance(code, ast.Name) else code
            elif isinstance(node, ast.ClassDef) and {*map(ast.unparse, node.bases)} & {"Illegal", "Unclear"}:
                own = dict(pair for each in node.body for pair in constants_of(each))
                if "code" in own:
                    yield at, ast.Call(ast.Name(node.name), [], [], lineno=node.lineno), own["code"]


def constants_of(node: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    """The names that a statement sets, each with its value."""
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple) and isinstance(node.value, ast.Tuple):
        yield from zip(map(ast.unparse, node.targets[0].elts), node.value.elts, strict=True)
    elif isinstance(node, ast.Assign):
        yield ast.unparse(node.targets[0]), node.value


def in_the_table() -> Iterator[str]:
    for service in DESK.values():
        for does in (service.does, *service.exactly):
            if isinstance(does, AddedFunction):
                yield does.target.replace(":", ".")
            else:
                yield f"{does.__module__}.{does.__name__}"


def named_of_the_desk(tree: ast.Module) -> Iterator[str]:
    """Every function of the desk that a file names, by itself or by its module."""
    modules: dict[str, str] = {}
    for imports in nodes_of(tree, ast.ImportFrom):
        if imports.module == ROOM:
            modules |= {alias.asname or alias.name: f"{ROOM}.{alias.name}" for alias in imports.names}
        elif (imports.module or "").startswith(f"{ROOM}."):
            yield from (f"{imports.module}.{alias.name}" for alias in imports.names)
    for node in nodes_of(tree, ast.Attribute):
        if isinstance(node.value, ast.Name) and node.value.id in modules:
            yield f"{modules[node.value.id]}.{node.attr}"


def serves(name: str) -> bool:
    module, _, function = name.rpartition(".")
    found = getattr(import_module(module), function, None)
    if not inspect.isfunction(found) or function.startswith(CHECK):
        return False
    takes, gives = [*inspect.signature(found).parameters.values()][:1], found.__annotations__.get("return")
    return [each.annotation for each in takes] == ["DeskRequest"] and gives in ("DeskAnswer", "None")
