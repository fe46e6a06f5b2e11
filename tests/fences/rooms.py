"""The rooms of the host: few, each with a line that says what it is for, and none looks up."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.fences.reading import nodes_of, sources

# The rooms of the host, and which others each may look into. Whoever needs a new arrow draws it here, downwards.
ROOMS: dict[str, set[str]] = {
    "core": set(),
    "people": {"core"},
    "shown": {"core"},
    "said": {"core", "people", "shown"},
    "delivery": {"core", "people"},
    "archive": {"core", "shown"},
    "doors": {"core", "people", "shown", "said", "delivery", "archive"},
    "extras": {"core", "people", "shown", "said", "delivery", "archive", "doors"},
}
MOST_ROOMS = 8
MOST_MODULES = 33  # in one folder; where there are more, somebody who opens it sees no rooms
AT_THE_DOOR = {"__init__.py", "py.typed"}


def rooms(root: Path) -> list[str]:
    """Few rooms and nothing beside their door; each folder says what it is for and holds few modules."""
    host = root / "layers/host"
    here = [path for path in sorted(host.iterdir()) if path.name != "__pycache__"] if host.exists() else []
    found = [path for path in here if path.is_dir()]
    beside = [f"{path.name} lies beside the rooms" for path in here if path.is_file() and path.name not in AT_THE_DOOR]
    unknown = [f"{path.name} is no room of the host" for path in found if path.name not in ROOMS]
    modules = Counter(path.parent for path in host.rglob("*.py"))
    silent = [f"{path.name} does not say what it is for" for path in modules if not said_at_the_door(path)]
    flat = [f"{path.name} has {n} modules side by side" for path, n in modules.items() if n > MOST_MODULES]
    return beside + unknown + silent + flat + [f"the host has {len(found)} rooms"] * (len(found) > MOST_ROOMS)


def said_at_the_door(folder: Path) -> str:
    door = folder / "__init__.py"
    return (ast.get_docstring(ast.parse(door.read_text("utf-8"))) or "") if door.exists() else ""


def looks_between_rooms(root: Path) -> list[str]:
    """A room looks only into those beneath it: so none of them look into each other."""
    return [
        f"{at} looks into {other}"
        for room, beneath in ROOMS.items()
        for at, tree in sources(root, f"layers/host/{room}")
        for other in sorted({*rooms_named(tree)} & ROOMS.keys() - beneath - {room})
    ]


def rooms_named(tree: ast.AST) -> Iterator[str]:
    """The rooms that are imported from, as a whole or in part."""
    for node in nodes_of(tree, ast.Import, ast.ImportFrom):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (name.split(".")[1] for name in names if name.startswith("host."))
