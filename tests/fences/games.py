"""The games keep apart: the host serves all alike, and none of them knows another."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.fences.reading import FLOORS, dotted_name, every_node, nodes_of, sources

# The tools of operators and of those who build know which game they are about.
KNOWS_A_GAME = ("layers/host/doors/command/", "layers/host/said/reading/", "layers/workshop/")  # people speak of bombs
GAMES_OWN = ("engine.season7", "engine.deluxe", "engine.ladder", "engine.billionaire")
# Squares are the view's own, and a bare “bomb” is a kind of cell or a word that people write; a sentence is a game's.
GAME_WORDS = re.compile(
    r"season.?7|^ladder$|lifeline|fifty|50:50|rungs|deflect|square 00|gold mine|\w\W+bombs?\b|\bbombs?\W+\w",
    re.IGNORECASE,
)


def doors_that_know_a_game(root: Path) -> list[str]:
    """A host or adapter serves every ruleset alike: it imports none, and says no word of any."""
    open_doors = ((at, tree) for at, tree in sources(root, "layers", "functions") if not at.startswith(KNOWS_A_GAME))
    return [f"{at} knows {word}" for at, tree in open_doors for word in games_named(tree)]


def games_named(tree: ast.Module) -> Iterator[str]:
    """Modules of rulesets that are imported, and texts with a ruleset's words; docstrings may explain."""
    docstrings = {id(node.value) for node in every_node(tree) if isinstance(node, ast.Expr)}
    for node in every_node(tree):
        if isinstance(node, ast.ImportFrom | ast.Import):
            named = [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
            yield from (name for name in named if name.startswith(GAMES_OWN))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            found = GAME_WORDS.search(node.value)
            yield from [found[0]] if found else []


GAMES = {"rules", "ruleset", "game", "state"}


def games_probed(root: Path) -> list[str]:
    """Whether a game offers something stands in the contract: nobody feels for it."""
    return [
        f"{at}:{node.lineno} probes"
        for at, tree in sources(root, *FLOORS)
        for node in nodes_of(tree, ast.Name, ast.Call)
        if (isinstance(node, ast.Name) and node.id == "runtime_checkable")
        or (isinstance(node, ast.Call) and dotted_name(node.func) in {"getattr", "hasattr"} and _of_a_game(node))
    ]


def _of_a_game(call: ast.Call) -> bool:
    """Is it felt for in a game, or in anything that is a game's?"""
    asked = ast.walk(call.args[0]) if call.args else ()
    return bool(GAMES & {each.id if isinstance(each, ast.Name) else getattr(each, "attr", "") for each in asked})


# The rooms of the engine that games share; every other folder beside them is one game's own.
SHARED = {"kernel", "minigames", "notation", "race"}
ONE_GAMES_OWN = re.compile(r"season.?7|deluxe|millionaire|billionaire|megagrid|super round|square 00", re.IGNORECASE)


def games_apart(root: Path) -> list[str]:
    """A game imports the shared rooms and itself; the shared rooms know no game, not even by a word."""
    found = []
    for at, tree in sources(root, "engine"):
        room = at.split("/")[1]
        if room.endswith(".py"):
            continue  # the lists of all games
        known = {room, *SHARED}
        found += [f"{at} knows {name}" for name in sorted(engine_rooms(tree) - known)]
        said = ONE_GAMES_OWN.search((root / at).read_text("utf-8")) if room in SHARED - {"notation"} else None
        found += [f"{at} says {said[0]}"] if said else []
    return found


def engine_rooms(tree: ast.Module) -> set[str]:
    """The folders of the engine that are imported."""
    named: set[str] = set()
    for node in nodes_of(tree, ast.Import, ast.ImportFrom):
        if isinstance(node, ast.Import):
            named |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == "engine":
            named |= {f"engine.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            named.add(node.module or "")
    return {name.split(".")[1] for name in named if name.startswith("engine.")}
