"""The doors keep apart: nobody else knows their names, and none refuses or judges by itself."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.fences.imports import STANDS_ALONE
from tests.fences.reading import FLOORS, ROOT, every_node, imported_names, nodes_of, paths, sources, words_of

HOST = "layers/host"
DOOR_ROOMS = (f"{HOST}/doors", f"{HOST}/extras")
# What measures doors or prints a page about them may name them: it is about nothing else, nobody plays through it, and
# it is not deployed. So may the check of a release, which calls each function by the name that it is deployed under,
# with an event of its trigger that changes nothing.
MEASURES = ("layers/workshop/bench/", "layers/workshop/cost/", "layers/workshop/pages.py")
MAY_NAME_DOORS = (*MEASURES, STANDS_ALONE)


def doors_named(root: Path) -> list[str]:
    """Nothing outside a door's own folder knows its name, neither in words nor in comments: a door announces itself."""
    doors = known(root)
    return [*platforms_named(root, doors), *doors_addressed(root, doors)]


def known(root: Path) -> dict[str, str]:
    """Our doors by their names, each with what people call its platform; a new one is here by its folder alone."""
    return {**announced(ROOT), **announced(root)}


def announced(root: Path) -> dict[str, str]:
    found = (each for room in DOOR_ROOMS for each in sources(root, room))
    return {at.split("/")[-2]: platform(tree) for at, tree in found if at.endswith("/door.py")}


def platform(door: ast.Module) -> str:
    """The title under which it announces itself; none, if its name is but a word."""
    said = (node.value for node in every_node(door) if isinstance(node, ast.keyword) and node.arg == "title")
    return next((str(value.value) for value in said if isinstance(value, ast.Constant)), "")


def apart(door: str) -> tuple[str, ...]:
    """Where this door may be named."""
    return (*(f"{floor}/{door}/" for floor in (*DOOR_ROOMS, "functions")), *MAY_NAME_DOORS)


def platforms_named(root: Path, doors: dict[str, str]) -> Iterator[str]:
    """A platform has a name of its own, by which it is found wherever that stands in a program or script."""
    named = {re.compile(re.escape(title), re.IGNORECASE): apart(door) for door, title in doors.items() if title}
    for at in [*paths(root, *FLOORS), *paths(root, *FLOORS, pattern="*.js")]:
        text = (root / at).read_text("utf-8")
        for platform, own in named.items():
            yield from (f"{at} names {found[0]}" for found in platform.finditer(text) if not at.startswith(own))


def doors_addressed(root: Path, doors: dict[str, str]) -> Iterator[str]:
    """A door's name may be an ordinary word, but not how its places begin, or where it lies."""
    any_door = re.compile(rf"(?<!\w)(?:{'|'.join(doors)}):|(?:doors|extras)\.(?:{'|'.join(doors)})\b")
    named = {re.compile(rf"(?<!\w){door}:|(?:doors|extras)\.{door}\b"): apart(door) for door in doors}
    for at, tree in sources(root, *FLOORS):
        for word in filter(any_door.search, words_of(tree)):
            for door, own in named.items():
                if door.search(word) and not at.startswith(own):
                    yield f"{at} names {word}"


# What a door refuses, and who may do what, stands at the desk and in the use-cases.
REFUSING = {"Illegal": 0, "build_trouble_response": 1}  # where the sentence stands
RIGHTS = {
    "host.core.games",
    "host.core.seats",
    *(
        f"host.core.session.{name}"
        for name in (
            "is_game_opener",
            "has_host_rights",
            "check_host_rights",
            "require_seated_player",
            "require_present_player",
        )
    ),
}
OF_A_SEAT = {"seat", "you"}  # in the log `by` is a seat, and to ask whose line it is judges nobody
NO_RIGHT = {f"host.core.games.{name}" for name in ("Guest", "MOST_SQUARES_IN_ORDER", "find_list_play")}


def doors_that_refuse(root: Path) -> list[str]:
    """No door has a refusal of its own, or judges who may do what: it passes both on. What an extra adds to the desk
    stands in its `services.py`, which is the desk's.
    """
    return [
        f"{at} {what}"
        for at, tree in sources(root, *(f"{room}/{door}" for room in DOOR_ROOMS for door in (*known(root), "web")))
        if not at.endswith("/services.py")
        for what in [*(f"refuses: {said}" for said in own_refusals(tree)), *rights_judged(tree)]
    ]


def own_refusals(tree: ast.Module) -> Iterator[str]:
    """Sentences of this file's own, or of another of its door, that are given to whoever is refused."""
    found = {name: module for module, name in imported_names(tree)}
    for node in nodes_of(tree, ast.Call):
        at = REFUSING.get(node.func.id, -1) if isinstance(node.func, ast.Name) else -1
        text = node.args[at] if 0 <= at < len(node.args) else None
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
    for node in nodes_of(tree, ast.Compare):
        if isinstance(node.ops[0], ast.Eq | ast.NotEq):
            named = {each.attr for each in (node.left, *node.comparators) if isinstance(each, ast.Attribute)}
            if "by" in named and not named & OF_A_SEAT:
                yield f"judges by {ast.unparse(node)}"
