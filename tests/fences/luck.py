"""A test passes or fails each time: it hangs on no clock on the wall, no port, no secret that nobody can draw again."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.fences.reading import dotted_name, nodes_of, sources
from tests.waiting import LONGEST

BY_HAND = (  # no part of the default run, or what all others wait and draw with
    "tests/aws/",
    "tests/behind_a_proxy.py",
    "tests/children.py",
    "tests/fences/",
    "tests/host/doors/chats.py",
    "tests/players/__main__.py",
    "tests/releases/made_",
    "tests/twenty.py",
    "tests/waiting.py",
    "tests/walk_at_home.py",
)
CLOCKS = {"time.time", "time.monotonic", "time.perf_counter", "time.process_time", "time.time_ns"}
UNSEEDED = re.compile(r"secrets\.token_\w+|secrets\.(choice|randbits)|random\.SystemRandom|uuid\.uuid[14]|os\.urandom")
SHARED = re.compile(r"random\.(random|choice|choices|randint|randrange|sample|shuffle|uniform|getrandbits)")
COMMAND = "host.doors.command import main"  # in the code of a child process
OF_EVERY_RUN = {"deadline", "derandomize", "database"}  # what the one profile in tests/examples.py says of Hypothesis
ON_THE_WALL = {"time.monotonic", "time.perf_counter"}
OF_TELEGRAM = ("get_updates", "start_polling")  # which say themselves how long Telegram may take
NAMES = {"tests/fakes/cloud.py", "tests/host/doors/aws/conftest.py"}  # only names, of tables and queues


def luck_in_tests(root: Path) -> list[str]:
    """What may make one run of the default tests go otherwise than another."""
    return [
        f"{at}:{line} {why}"
        for at, tree in sources(root, "tests")
        if not at.startswith(BY_HAND)
        for node in nodes_of(tree, ast.Assert, ast.Call, ast.Constant)
        for line, why in _found(at, node)
    ]


def _found(at: str, node: ast.AST) -> Iterator[tuple[int, str]]:
    if isinstance(node, ast.Assert):
        yield from ((node.lineno, f"compares with {name}()") for name in _clocks(node.test))
    elif isinstance(node, ast.Call):
        name = dotted_name(node.func)
        if name.endswith(("time.sleep", "asyncio.sleep")) and not _is_zero(node.args):
            yield node.lineno, f"waits with {name}; see tests/waiting.py"
        if (UNSEEDED.fullmatch(name) and at not in NAMES) or SHARED.fullmatch(name) or _unseeded(name, node):
            yield node.lineno, f"draws from {name}()"
        yield from ((node.lineno, f"listens at port {port}") for port in _ports(name, node))
        if at.rpartition("/")[2].startswith("test_"):
            if name in ON_THE_WALL:
                yield node.lineno, f"measures with {name}()"
            yield from (
                (node.lineno, f"gives up after {wait} seconds; see tests/waiting.py") for wait in _waits(name, node)
            )
        if at != "tests/examples.py" and _has_own_profile(name, node):
            yield node.lineno, "has a profile of Hypothesis of its own; see tests/examples.py"
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and COMMAND in node.value:
        yield node.lineno, "starts a host that draws real secrets; see tests/children.py"


def _clocks(test: ast.AST) -> Iterator[str]:
    calls = (dotted_name(node.func) for node in ast.walk(test) if isinstance(node, ast.Call))
    yield from (name for name in calls if name in CLOCKS)


def _is_zero(args: list[ast.expr]) -> bool:
    return bool(args) and isinstance(args[0], ast.Constant) and args[0].value == 0


def _unseeded(name: str, call: ast.Call) -> bool:
    return name in ("Random", "random.Random") and not call.args


def _has_own_profile(name: str, call: ast.Call) -> bool:
    given = {each.arg for each in call.keywords}
    loads = name.endswith(("settings.register_profile", "settings.load_profile"))
    return loads or (name.endswith("settings") and bool(given & OF_EVERY_RUN))


def _waits(name: str, call: ast.Call) -> Iterator[float]:
    """After how many seconds a busy machine would fail here. A wait of less than one is looked at again and again."""
    given = [each.value for each in call.keywords if each.arg == "timeout"] + (
        call.args if name.endswith(".wait") else []
    )
    seconds = [each.value for each in given if isinstance(each, ast.Constant) and isinstance(each.value, int | float)]
    yield from (each for each in seconds if 1 <= each < LONGEST and not name.endswith(OF_TELEGRAM))


def _ports(name: str, call: ast.Call) -> Iterator[int]:
    """Port numbers at which something of this call is to listen."""
    pairs = [arg for arg in call.args if isinstance(arg, ast.Tuple) and len(arg.elts) == 2]
    if name.endswith(("bind", "Server", "create_server")):
        yield from (
            port.value
            for pair in pairs
            if isinstance(port := pair.elts[1], ast.Constant) and isinstance(port.value, int) and port.value
        )
    given = {each.arg: each.value for each in call.keywords if each.arg in ("port", "PORT")}
    yield from (
        int(str(port.value))
        for port in given.values()
        if isinstance(port, ast.Constant) and str(port.value).isdigit() and int(str(port.value))
    )
