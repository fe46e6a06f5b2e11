"""The doors keep apart: nobody else knows their names, and none refuses or judges by itself."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.fences.imports import STANDS_ALONE
from tests.fences.reading import FLOORS, every_node, imported_names, sources, words_of

# A door's own folders may name it; so may what measures the cost of one, and the check that calls each function once.
DOORS = ("telegram", "reddit", "terminal")
DOORS_OWN = tuple(f"{floor}/{door}/" for door in DOORS for floor in ("layers/host/doors", "functions"))
MAY_NAME_DOORS = (*DOORS_OWN, STANDS_ALONE, "layers/workshop/")
DOOR_NAMES = re.compile("|".join(DOORS[:2]) + "|terminal:|doors.terminal", re.IGNORECASE)


def doors_named(root: Path) -> list[str]:
    """Nothing outside a door's own folder knows its name: a door announces itself. Docstrings may explain."""
    return [
        f"{at} names {word}"
        for at, tree in sources(root, *FLOORS)
        if not at.startswith(MAY_NAME_DOORS)
        for word in words_of(tree)
        if DOOR_NAMES.search(word)
    ]


# The doors that people come in by: what they refuse, and who may do what, stands at the desk and in the use-cases.
PEOPLES_DOORS = tuple(f"layers/host/doors/{door}" for door in (*DOORS, "web"))
REFUSING = {"Illegal": 0, "trouble": 1}  # where the sentence stands
RIGHTS = {"host.core.rights", "host.core.games", "host.core.seats"}
OF_A_SEAT = {"seat", "you"}  # in the log `by` is a seat, and to ask whose line it is judges nobody
NO_RIGHT = {"host.core.games.Guest"}


def doors_that_refuse(root: Path) -> list[str]:
    """No door has a refusal of its own, or judges who may do what: it passes both on."""
    return [
        f"{at} {what}"
        for at, tree in sources(root, *PEOPLES_DOORS)
        for what in [*(f"refuses: {said}" for said in own_refusals(tree)), *rights_judged(tree)]
    ]


def own_refusals(tree: ast.Module) -> Iterator[str]:
    """Sentences of this file's own, or of another of its door, that are given to whoever is refused."""
    found = {name: module for module, name in imported_names(tree)}
    for node in every_node(tree):
        at = REFUSING.get(node.func.id, -1) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else -1
        text = node.args[at] if isinstance(node, ast.Call) and 0 <= at < len(node.args) else None
        if isinstance(text, ast.Constant | ast.JoinedStr | ast.BinOp | ast.IfExp):
            yield ast.unparse(text)
        elif isinstance(text, ast.Name) and not found.get(text.id, "").startswith("host.said"):
            yield text.id
        elif isinstance(text, ast.Attribute) and found.get(ast.unparse(text.value), "").startswith("host.doors"):
            yield ast.unparse(text)


def rights_judged(tree: ast.Module) -> Iterator[str]:
    """Use-cases that know who may do what, and comparisons of whoever opened a game with somebody."""
    for module, name in imported_names(tree):
        if {module, f"{module}.{name}"} & RIGHTS and f"{module}.{name}" not in NO_RIGHT:
            yield f"judges by {module}.{name}"
    for node in every_node(tree):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq | ast.NotEq):
            named = {each.attr for each in (node.left, *node.comparators) if isinstance(each, ast.Attribute)}
            if "by" in named and not named & OF_A_SEAT:
                yield f"judges by {ast.unparse(node)}"
