"""The fences between the floors: each is a list of breaches, and each is also seen catching a small bad example."""

import ast
import functools
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.rulesets import RULESETS
from tests.fakes.starting import SETTINGS

ROOT = Path(__file__).parent.parent
FLOORS = ("engine", "layers", "functions")

ENGINE_IMPORTS = {
    "__future__",
    "abc",
    "bisect",
    "collections",
    "contextlib",
    "difflib",
    "dataclasses",
    "engine",
    "enum",
    "fractions",
    "functools",
    "hashlib",
    "heapq",
    "hmac",
    "itertools",
    "json",
    "math",
    "msgspec",
    "operator",
    "re",
    "string",
    "struct",
    "textwrap",
    "types",
    "typing",
    "unicodedata",
    "zlib",
}
FUNCTION_IMPORTS = {"__future__", "aws_lambda_powertools", "engine", "host", "typing"}
STANDS_ALONE = "functions/soundcheck/"  # it judges the others, and so needs none of what they need
LAYERS_NEVER_IMPORT = {"functions", "layers", "tests"}
# The rooms of the host, and which others each may look into. Whoever needs a new arrow draws it here, downwards.
ROOMS: dict[str, set[str]] = {
    "core": set(),
    "people": {"core"},
    "shown": {"core"},
    "said": {"core", "people", "shown"},
    "delivery": {"core", "people"},
    "archive": {"core", "shown"},
    "doors": {"core", "people", "shown", "said", "delivery", "archive"},
}
MOST_ROOMS = 7
AT_THE_DOOR = {"__init__.py", "py.typed"}
DEPLOYED, LEFT_OUT = "engine layers/host", "host/doors/command"
CONNECTION = "host.doors.telegram.connection"
CHAT, MAIL, PICTURES = {"telegram", "httpx", CONNECTION}, {"praw", "prawcore", "requests"}, {"PIL"}
GAMES = {f"engine.{each}.rules" for each in [*RULESETS][1:]}  # most play the first one
SPARED = {
    "telegram": CHAT | MAIL | PICTURES | GAMES,
    "web": CHAT | MAIL | PICTURES | GAMES,
    "clock": CHAT | MAIL | PICTURES | GAMES,
    "delivery": CHAT | MAIL | GAMES,
    "reddit": CHAT | PICTURES | GAMES,
}
# The built-ins that reach outside, run text as code, or answer differently in another process.
ENGINE_NEVER_CALLS = {"__import__", "breakpoint", "compile", "eval", "exec", "hash", "id", "input", "open", "print"}

FILE_LINES, FUNCTION_LINES = 400, 40
VAGUE_NAMES = re.compile(r"manager|helper|utils", re.IGNORECASE)
MACHINE = "work|root|farm|opt/pypi|opt/wheels|tmp/bash_jobs"
REGISTRIES = "pypi|pythonhosted|npmjs"
PRIVATE_TEXT = re.compile(rf"(?<![\w.])/({MACHINE})[/.]|\b({REGISTRIES})\.org\b")


def sources(root: Path, *folders: str) -> Iterator[tuple[str, ast.Module]]:
    for folder in folders:
        for path in sorted((root / folder).rglob("*.py")):
            yield path.relative_to(root).as_posix(), parsed(path)


@functools.cache
def parsed(path: Path) -> ast.Module:
    """Each file is read once for all fences."""
    return ast.parse(path.read_text("utf-8"))


@pytest.fixture(scope="module", autouse=True)
def _forget() -> Iterator[None]:
    """What was read for the fences would be a burden to all tests that come after them."""
    yield
    parsed.cache_clear()


def imported(tree: ast.AST) -> Iterator[str]:
    """The top-level names of all absolute imports, wherever in the file they stand."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def breaches(root: Path, folder: str, forbidden: Callable[[set[str]], set[str]]) -> list[str]:
    return [f"{at} imports {name}" for at, tree in sources(root, folder) for name in forbidden({*imported(tree)})]


def engine_imports(root: Path) -> list[str]:
    return breaches(root, "engine", lambda names: names - ENGINE_IMPORTS)


def layer_imports(root: Path) -> list[str]:
    """Layers know nothing above them; and nobody needs the builders' workshop but the builders."""
    host = breaches(root, "layers/host", lambda names: names & {"workshop"})
    return breaches(root, "layers", lambda names: names & LAYERS_NEVER_IMPORT) + host


def rooms(root: Path) -> list[str]:
    """Few rooms and nothing beside their door; each says in one line what it is for."""
    host = root / "layers/host"
    here = [path for path in sorted(host.iterdir()) if path.name != "__pycache__"] if host.exists() else []
    found = [path for path in here if path.is_dir()]
    beside = [f"{path.name} lies beside the rooms" for path in here if path.is_file() and path.name not in AT_THE_DOOR]
    unknown = [f"{path.name} is no room of the host" for path in found if path.name not in ROOMS]
    silent = [f"{path.name} does not say what it is for" for path in found if not said_at_the_door(path)]
    return beside + unknown + silent + [f"the host has {len(found)} rooms"] * (len(found) > MOST_ROOMS)


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
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (name.split(".")[1] for name in names if name.startswith("host."))


def deployed(root: Path) -> list[str]:
    """What is put into the layer of every function: no builders' tools, and no operators' either."""
    build = root / "layers/build.sh"
    text = build.read_text("utf-8") if build.exists() else ""
    copied = re.findall(r'^cp -r (.*) "\$out/host/python/"$', text, re.MULTILINE)
    wrong = [f"a layer is made from {each}" for each in copied if each != DEPLOYED]
    return wrong + ["a layer has the command line"] * (
        bool(copied) and f'rm -rf "$out/host/python/{LEFT_OUT}"' not in text
    )


def function_imports(root: Path) -> list[str]:
    found = breaches(root, "functions", lambda names: names - FUNCTION_IMPORTS)
    return [each for each in found if not each.startswith(STANDS_ALONE)]


def engine_calls(root: Path) -> list[str]:
    return [
        f"{at} names {node.id}"
        for at, tree in sources(root, "engine")
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in ENGINE_NEVER_CALLS
    ]


# The tools of operators and of those who build know which game they are about.
KNOWS_A_GAME = ("layers/host/doors/command/", "layers/workshop/")
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
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
            ("engine.season7", "engine.ladder", "engine.billionaire")
        ):
            yield node.module or ""
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            found = GAME_WORDS.search(node.value)
            yield from [found[0]] if found else []


GAMES = {"rules", "ruleset", "game", "state"}


def games_probed(root: Path) -> list[str]:
    """Whether a game offers something stands in the contract: nobody feels for it."""
    return [
        f"{at}:{node.lineno} probes"
        for at, tree in sources(root, *FLOORS)
        for node in ast.walk(tree)
        if (isinstance(node, ast.Name) and node.id == "runtime_checkable")
        or (isinstance(node, ast.Call) and ast.unparse(node.func) in {"getattr", "hasattr"} and _of_a_game(node))
    ]


def _of_a_game(call: ast.Call) -> bool:
    return bool(call.args) and ast.unparse(call.args[0]).rpartition(".")[2] in GAMES


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
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            named |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == "engine":
            named |= {f"engine.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            named.add(node.module or "")
    return {name.split(".")[1] for name in named if name.startswith("engine.")}


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


def words_of(tree: ast.Module) -> Iterator[str]:
    """All names, modules and texts of a program, but for what only explains it."""
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Name | ast.Attribute | ast.arg | ast.FunctionDef | ast.ClassDef):
            yield next(value for name, value in ast.iter_fields(node) if name in ("id", "attr", "arg", "name"))


# The doors that people come in by: what they refuse, and who may do what, stands at the desk and in the use-cases.
PEOPLES_DOORS = tuple(f"layers/host/doors/{door}" for door in (*DOORS, "web"))
REFUSING = {"Illegal": 0, "trouble": 1}  # where the sentence stands
RIGHTS = {"host.core.rights", "host.core.games", "host.core.seats"}
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
    for node in ast.walk(tree):
        at = REFUSING.get(node.func.id, -1) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else -1
        text = node.args[at] if isinstance(node, ast.Call) and 0 <= at < len(node.args) else None
        if isinstance(text, ast.Constant | ast.JoinedStr | ast.BinOp | ast.IfExp):
            yield ast.unparse(text)
        elif isinstance(text, ast.Name) and not found.get(text.id, "").startswith("host.said"):
            yield text.id
        elif isinstance(text, ast.Attribute) and found.get(ast.unparse(text.value), "").startswith("host.doors"):
            yield ast.unparse(text)


def rights_judged(tree: ast.Module) -> Iterator[str]:
    for module, name in imported_names(tree):
        if {module, f"{module}.{name}"} & RIGHTS and f"{module}.{name}" not in NO_RIGHT:
            yield f"judges by {module}.{name}"


def imported_names(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield from ((node.module or "", alias.asname or alias.name) for alias in node.names)


LOAD_ENGINE = """
import importlib, pathlib, sys
for name in sys.argv[1:]:
    importlib.import_module(name)
before = set(sys.modules)
for path in sorted(pathlib.Path("engine").rglob("*.py")):
    importlib.import_module(".".join(path.with_suffix("").parts).removesuffix(".__init__"))
print(*sorted(name for name in set(sys.modules) - before if name.partition(".")[0] != "engine"))
"""


def engine_loads(root: Path) -> list[str]:
    """What a process has loaded after importing all of the engine, beyond the allow-list and what that brings along."""
    allowed = sorted(ENGINE_IMPORTS - {"engine"})
    run = subprocess.run(
        [sys.executable, "-c", LOAD_ENGINE, *allowed], cwd=root, check=True, capture_output=True, text=True
    )
    return [f"engine loads {name}" for name in run.stdout.split()]


def functions_load(root: Path) -> list[str]:
    """What a function has loaded when it is ready, though whoever wakes it has seldom or never use for it."""
    found = []
    for name, spared in SPARED.items():
        if (root / f"functions/{name}/app.py").exists():
            command = [sys.executable, "-c", f"import sys, functions.{name}.app\nprint(*sys.modules)"]
            settings = {name: value for name, value in (os.environ | SETTINGS).items() if name != "AWS_CA_BUNDLE"}
            run = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True, env=settings)
            found += [f"{name} loads {each}" for each in sorted(spared & {*run.stdout.split()})]
    return found


def long_files(root: Path) -> list[str]:
    lengths = {at: len((root / at).read_text("utf-8").splitlines()) for at, _ in sources(root, *FLOORS)}
    return [f"{at} has {lines} lines" for at, lines in lengths.items() if lines > FILE_LINES]


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
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and length(node) > FUNCTION_LINES
    ]


def vague_names(root: Path) -> list[str]:
    return [f"{at} has a vague name" for at, _ in sources(root, *FLOORS, "tests") if VAGUE_NAMES.search(at)]


def waits_that_are_forbidden(root: Path) -> list[str]:
    """A browser reads a bare expression anew at each look, which our pages forbid; a function it reads once."""
    return [
        f"{at}:{node.lineno} waits for a bare expression"
        for at, tree in sources(root, "tests")
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "wait_for_function"
        if "=>" not in ast.unparse(node.args[0]) and not isinstance(node.args[0], ast.Name)
    ]


def tracked(root: Path) -> list[Path]:
    """Every file git keeps or is about to keep, whoever owns the folder."""
    listing = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, cwd=root, check=True, capture_output=True, text=True).stdout.split("\0")
    return [root / name for name in names if name and (root / name).is_file()]


def private_text(root: Path) -> list[str]:
    found = ((path, PRIVATE_TEXT.search(path.read_text("utf-8", errors="replace"))) for path in tracked(root))
    return [f"{path.relative_to(root).as_posix()} says {match[0]}" for path, match in found if match]


FENCES = [
    engine_imports,
    engine_calls,
    engine_loads,
    functions_load,
    layer_imports,
    function_imports,
    rooms,
    looks_between_rooms,
    deployed,
    doors_that_know_a_game,
    games_probed,
    games_apart,
    doors_named,
    doors_that_refuse,
    long_files,
    long_functions,
    vague_names,
    waits_that_are_forbidden,
    private_text,
]
LONG_FUNCTION = "def f():\n" + "    x = 1\n" * FUNCTION_LINES
DOCUMENTED_FUNCTION = 'def f():\n    """One.\n\n    Two.\n    """\n' + "    x = 1\n" * (FUNCTION_LINES - 1)
BREACHES = [
    (engine_imports, "engine/bad.py", "def f():\n    import random", "engine/bad.py imports random"),
    (engine_imports, "engine/bad.py", "from os.path import join", "engine/bad.py imports os"),
    (engine_imports, "engine/season7/bad.py", "import host.core.store", "engine/season7/bad.py imports host"),
    (engine_calls, "engine/bad.py", "open('accounts')", "engine/bad.py names open"),
    (engine_calls, "engine/bad.py", "key = hash", "engine/bad.py names hash"),
    (engine_loads, "engine/bad.py", "__import__('sqlite3')", "engine loads sqlite3"),
    (functions_load, "functions/clock/app.py", "import PIL.Image", "clock loads PIL"),
    (functions_load, "functions/web/app.py", "import engine.ladder.rules", "web loads engine.ladder.rules"),
    (functions_load, "functions/delivery/app.py", "import telegram", "delivery loads telegram"),
    (
        functions_load,
        "functions/telegram/app.py",
        f"import {CONNECTION}",
        f"telegram loads {CONNECTION}",
    ),
    (layer_imports, "layers/host/bad.py", "from functions.telegram import app", "layers/host/bad.py imports functions"),
    (layer_imports, "layers/host/bad.py", "import layers.host", "layers/host/bad.py imports layers"),
    (
        layer_imports,
        "layers/host/core/bad.py",
        "def f():\n    import workshop",
        "layers/host/core/bad.py imports workshop",
    ),
    (layer_imports, "layers/workshop/bad.py", "from tests import fakes", "layers/workshop/bad.py imports tests"),
    (rooms, "layers/host/bad.py", "", "bad.py lies beside the rooms"),
    (rooms, "layers/host/attic/__init__.py", '"""Whatever."""', "attic is no room of the host"),
    (rooms, "layers/host/core/__init__.py", "", "core does not say what it is for"),
    (
        looks_between_rooms,
        "layers/host/core/bad.py",
        "from host import people",
        "layers/host/core/bad.py looks into people",
    ),
    (looks_between_rooms, "layers/host/said/bad.py", "import host.doors", "layers/host/said/bad.py looks into doors"),
    (
        looks_between_rooms,
        "layers/host/core/store/bad.py",
        "def f():\n    from host.shown.views import view",
        "layers/host/core/store/bad.py looks into shown",
    ),
    (
        deployed,
        "layers/build.sh",
        'cp -r engine layers/host layers/workshop "$out/host/python/"',
        "a layer is made from",
    ),
    (deployed, "layers/build.sh", 'cp -r engine layers/host "$out/host/python/"', "a layer has the command line"),
    (function_imports, "functions/bad.py", "import boto3", "functions/bad.py imports boto3"),
    (
        doors_that_know_a_game,
        "layers/host/bad.py",
        "from engine.ladder.state import TAKE",
        "layers/host/bad.py knows engine",
    ),
    (doors_that_know_a_game, "functions/bad.py", "if name == 'ladder': pass", "functions/bad.py knows ladder"),
    (doors_that_know_a_game, "layers/host/bad.py", "x = 'Your lifelines'", "layers/host/bad.py knows lifeline"),
    (doors_that_know_a_game, "layers/host/bad.py", "x = 'Seal a bomb.'", "layers/host/bad.py knows a bomb"),
    (games_probed, "layers/host/bad.py", "getattr(game.state, 'rounds', ())", "layers/host/bad.py:1 probes"),
    (games_probed, "engine/bad.py", "@runtime_checkable\nclass A: ...", "engine/bad.py:1 probes"),
    (games_apart, "engine/race/bad.py", "import engine.season7.rules", "engine/race/bad.py knows season7"),
    (games_apart, "engine/season7/bad.py", "from engine import ladder", "engine/season7/bad.py knows ladder"),
    (games_apart, "engine/minigames/bad.py", "MOST = 1  # of the Super Round", "engine/minigames/bad.py says Super"),
    (doors_named, "layers/host/doors/web/bad.py", "PLATFORM = 'Reddit'", "layers/host/doors/web/bad.py names Reddit"),
    (doors_named, "engine/bad.py", "def telegram(): ...", "engine/bad.py names telegram"),
    (
        doors_named,
        "functions/web/app.py",
        "from host.doors.telegram import menu",
        "functions/web/app.py names host.doors.telegram.menu",
    ),
    (
        doors_that_refuse,
        "layers/host/doors/web/bad.py",
        "raise Illegal('Not you.')",
        "layers/host/doors/web/bad.py refuses: 'Not you.'",
    ),
    (
        doors_that_refuse,
        "layers/host/doors/telegram/bad.py",
        "NO = 'No.'\nraise Illegal(NO)",
        "layers/host/doors/telegram/bad.py refuses: NO",
    ),
    (
        doors_that_refuse,
        "layers/host/doors/reddit/bad.py",
        "from host.core.rights import must_host",
        "layers/host/doors/reddit/bad.py judges by host.core.rights.must_host",
    ),
    (
        doors_that_refuse,
        "layers/host/doors/terminal/bad.py",
        "from host.core import seats",
        "layers/host/doors/terminal/bad.py judges by host.core.seats",
    ),
    (long_files, "layers/host/bad.py", "x = 1\n" * (FILE_LINES + 1), "layers/host/bad.py has 401 lines"),
    (long_functions, "functions/bad.py", LONG_FUNCTION, "functions/bad.py: f has 41 lines"),
    (long_functions, "engine/bad.py", "async " + LONG_FUNCTION, "engine/bad.py: f has 41 lines"),
    (vague_names, "engine/helpers.py", "", "engine/helpers.py has a vague name"),
    (vague_names, "layers/host/GameManager.py", "", "layers/host/GameManager.py has a vague name"),
    (waits_that_are_forbidden, "tests/bad.py", "page.wait_for_function('ready')", "tests/bad.py:1 waits"),
    (private_text, "notes.md", f"see {'/'}root/notes", f"notes.md says {'/'}root/"),
    (private_text, ".ci/lock", f"https://files.pythonhosted.{'org'}/x", f".ci/lock says pythonhosted.{'org'}"),
]


@pytest.mark.parametrize("fence", FENCES, ids=lambda fence: fence.__name__)
def test_the_house_stands_within(fence):
    assert fence(ROOT) == []


@pytest.mark.parametrize(("fence", "at", "text", "breach"), BREACHES)
def test_a_fence_catches(fence, at, text, breach, tmp_path):
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    (tmp_path / at).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / at).write_text(text)
    assert any(found.startswith(breach) for found in fence(tmp_path))


def test_every_fence_is_seen_catching():
    assert {fence for fence, *_ in BREACHES} == set(FENCES)


def test_the_fences_look_at_every_floor():
    floors = {at.partition("/")[0] for at, _ in sources(ROOT, *FLOORS, "tests")}
    assert floors == {*FLOORS, "tests"}
    assert Path(__file__) in tracked(ROOT)


def test_nobody_looks_up_or_round_in_a_circle():
    done: set[str] = set()
    for room, beneath in ROOMS.items():
        assert beneath <= done
        done.add(room)
    assert len(ROOMS) <= MOST_ROOMS
    assert {path.name for path in (ROOT / "layers/host").iterdir() if path.is_dir()} - {"__pycache__"} == ROOMS.keys()


def test_what_is_deployed_is_read_off_the_script_that_does_it():
    text = (ROOT / "layers/build.sh").read_text("utf-8")
    assert f'cp -r {DEPLOYED} "$out/host/python/"\n' in text


def test_a_docstring_does_not_make_a_function_long(tmp_path):
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine/good.py").write_text(DOCUMENTED_FUNCTION)
    assert long_functions(tmp_path) == []


def test_ruff_bans_it_while_the_engine_is_being_written():
    banned = ["asyncio", "datetime", "io", "logging", "os", "pathlib", "random", "secrets", "socket", "time", "uuid"]
    ruff = [sys.executable, "-m", "ruff", "check", "--no-cache", "--stdin-filename", "engine/bad.py", "-"]
    text = "".join(f"import {name}\n" for name in banned)
    run = subprocess.run(ruff, cwd=ROOT, check=False, input=text, capture_output=True, text=True)
    assert [name for name in banned if f"`{name}` is banned" not in run.stdout] == []
