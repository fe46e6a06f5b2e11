"""What each floor may import, call and have loaded, and what is deployed of it."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from engine.rulesets import RULESETS
from tests.fakes.starting import SETTINGS
from tests.fences.reading import imported, nodes_of, sources

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
DEPLOYED, LEFT_OUT = "engine layers/host", "host/doors/command"
CONNECTION = "host.doors.telegram.calls.connection"
CHAT, MAIL, PICTURES = {"telegram", "httpx", CONNECTION}, {"praw", "prawcore", "requests"}, {"PIL"}
# Most play the first game, and few ever read or write one as a text.
GAMES = {f"engine.{each}.rules" for each in [*RULESETS][1:]} | {f"engine.{each}.notation" for each in RULESETS}
SPARED = {
    "web": CHAT | MAIL | PICTURES | GAMES,  # all that any is spared, so its process can become that of the others
    "telegram": MAIL | GAMES,
    "clock": MAIL | GAMES,
    "delivery": MAIL | GAMES,
    "reddit": CHAT | PICTURES | GAMES,
}
# The built-ins that reach outside, run text as code, or answer differently in another process.
ENGINE_NEVER_CALLS = {"__import__", "breakpoint", "compile", "eval", "exec", "hash", "id", "input", "open", "print"}


def breaches(root: Path, folder: str, forbidden: Callable[[set[str]], set[str]]) -> list[str]:
    return [f"{at} imports {name}" for at, tree in sources(root, folder) for name in forbidden({*imported(tree)})]


def engine_imports(root: Path) -> list[str]:
    return breaches(root, "engine", lambda names: names - ENGINE_IMPORTS)


def layer_imports(root: Path) -> list[str]:
    """Layers know nothing above them; and nobody needs the builders' workshop but the builders."""
    host = breaches(root, "layers/host", lambda names: names & {"workshop"})
    return breaches(root, "layers", lambda names: names & LAYERS_NEVER_IMPORT) + host


def function_imports(root: Path) -> list[str]:
    found = breaches(root, "functions", lambda names: names - FUNCTION_IMPORTS)
    return [each for each in found if not each.startswith(STANDS_ALONE)]


def engine_calls(root: Path) -> list[str]:
    return [
        f"{at} names {node.id}"
        for at, tree in sources(root, "engine")
        for node in nodes_of(tree, ast.Name)
        if isinstance(node.ctx, ast.Load) and node.id in ENGINE_NEVER_CALLS
    ]


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


LOAD_FUNCTIONS = """
import os, sys
for name in sys.argv[1:]:
    if name != "web" and (child := os.fork()):
        if os.waitpid(child, 0)[1]:
            sys.exit(f"{name} does not load")
        continue
    __import__(f"functions.{name}.app")
    print(name, *sys.modules, flush=True)
    if name != "web":
        os._exit(0)
"""


def functions_load(root: Path) -> list[str]:
    """What a function has loaded when it is ready, though what wakes it needs that seldom or never.

    Each in a child of the process of the one that is to have loaded the least.
    """
    apps = [name for name in SPARED if (root / f"functions/{name}/app.py").exists()]
    command = [sys.executable, "-c", LOAD_FUNCTIONS, *apps]
    settings = {name: value for name, value in (os.environ | SETTINGS).items() if name != "AWS_CA_BUNDLE"}
    run = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True, env=settings)
    loaded = {name: {*modules} for name, *modules in map(str.split, run.stdout.splitlines())}
    return [f"{name} loads {each}" for name in apps for each in sorted(SPARED[name] & loaded[name])]


LOAD_DEPLOYED = """
import importlib, sys
from host.doors.registry import list_doors
for name in sys.argv[1:]:
    importlib.import_module(name)
for door in list_doors():
    if door.cloud:
        for target in [door.cloud.module, door.cloud.account, *door.hears.values()]:
            importlib.import_module(target.partition(":")[0] or "host")
print(*sorted(name for name in sys.modules if name.startswith("host.doors.command")))
"""


def deployed_loads(root: Path) -> list[str]:
    """What the functions load though no layer has it, every platform switched on."""
    apps = [f"functions.{path.parent.name}.app" for path in sorted((root / "functions").glob("*/app.py"))]
    command = [sys.executable, "-c", LOAD_DEPLOYED, *apps]
    settings = {name: value for name, value in (os.environ | SETTINGS).items() if name != "AWS_CA_BUNDLE"}
    run = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True, env=settings)
    return [f"no layer has {name}" for name in run.stdout.split()]


def deployed(root: Path) -> list[str]:
    """What is put into the layer of every function: no builders' tools, and no operators' either."""
    build = root / "layers/build.sh"
    text = build.read_text("utf-8") if build.exists() else ""
    copied = re.findall(r'^cp -r (.*) "\$out/host/python/"$', text, re.MULTILINE)
    wrong = [f"a layer is made from {each}" for each in copied if each != DEPLOYED]
    return wrong + ["a layer has the command line"] * (
        bool(copied) and f'rm -rf "$out/host/python/{LEFT_OUT}"' not in text
    )
