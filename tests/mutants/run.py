"""A plugin of pytest that runs mutants instead of tests: each in a process of its own, which has all tests loaded.

Tests that are known to run the mutant's line (`covering.py`) come first, cheapest first, then all others, nearest first
as `make mine` orders them, until one fails or so many seconds of processor are spent. A test that fails counts only if
it fails alone with the mutant, too, and passes without it.
"""

import functools
import gc
import importlib
import inspect
import itertools
import json
import math
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import traceback
import types
from collections import defaultdict
from contextlib import suppress

import pytest

from tests.costs import used_seconds
from tests.counts import PLACES, ROOT, find_modules
from tests.mine import TRANSCRIPTS, concerned, texts
from tests.mutants.covering import load_covering

HANGS = "it hangs"
DRAWN_SETS = "tests/test_drawn_sets.py"
WALL_SECONDS = 900
LISTED_WORTH = 20
MANY, LONGEST_NAME = 200, 200  # tests in a process of their own, and characters of their names
NOT_RUN = {"test": "", "tests": 0, "seconds": 0.0, "why": ""}
EVERYWHERE = str(ROOT / "tests/mutants/everywhere")


class Mutants:
    """The mutants to run, and what becomes of each."""

    def __init__(self, mutants, seconds):
        self.mutants, self.seconds = mutants, seconds
        self.covering = load_covering({mutant.path for mutant in mutants.values()})
        self.found = {}
        self.failed = None  # the report of the first that fails, in a child

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.failed = self.failed or report

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session):
        """In place of the tests."""
        items: dict[str, list] = {}
        for item in session.items:
            items.setdefault(item.nodeid.partition("::")[0], []).append(item)
        for number, mutant in self.mutants.items():
            covering = self.covering.get((mutant.path, mutant.line), {})
            nearest = [item for name in order_files(mutant, items) for item in order_tests(mutant, items[name])]
            nearest.sort(key=lambda item: rank_test(item.nodeid, covering))
            said = self.try_mutant(mutant, nearest)
            self.found[number] = said["test"]
            say(f"{number}. {mutant}\n    {describe(said)}, {len(covering)} known to run the line")
        return True

    def is_known_to_run(self, mutant):
        """Does any test run the line, rather than an import that all of them share?"""
        return not self.covering or (mutant.path, mutant.line) in self.covering

    def try_mutant(self, mutant, items):
        """Run the tests with the mutant, in a copy of this process that has loaded everything, and if it survives in a
        new one, since some code is run by imports alone.
        """
        said = self.find_failing(mutant, items, self.run_items) if can_be_put_in(mutant) else NOT_RUN
        return said if said["test"] else self.find_failing(mutant, self.choose_few(mutant, items), run_in_new_process)

    def choose_few(self, mutant, items):
        """Choose tests for a process of their own: the nearest, all lists, and some of all that run the module."""
        ran = set[str]().union(*(tests for (path, _), tests in self.covering.items() if path == mutant.path))
        plain = [item for item in items if len(item.nodeid) < LONGEST_NAME]  # a command is not endless
        lists = [item for item in plain if "/test_listed_" in item.nodeid]
        others = [item for item in plain if item.nodeid in ran]
        return list(dict.fromkeys([*plain[:MANY], *lists, *others[:: len(others) // MANY + 1]]))

    def find_failing(self, mutant, items, run):
        """Find a test that fails with the mutant, alone, too, and passes without it."""
        while True:
            said = in_child(lambda tell, some=items: run(some, tell, self.seconds, mutant), self.seconds)
            failed = next((item for item in items if item.nodeid == said["test"]), None)
            if failed is None or self.is_to_blame(mutant, failed, run):
                return said
            items = [item for item in items if item is not failed]

    def is_to_blame(self, mutant, item, run):
        with_it, without = (
            in_child(lambda tell, blamed=each: run([item], tell, self.seconds, blamed), self.seconds)["test"]
            for each in (mutant, None)
        )
        return with_it and not without

    def run_items(self, items, tell, seconds, mutant=None):
        """Run tests until one fails or the time is over."""
        if mutant:
            reach_children(mutant)
            if not (self.is_known_to_run(mutant) and can_be_put_in(mutant)):
                run_in_new_process(items, tell, seconds)
                return
            put_in(mutant)
        items[0].config.pluginmanager.unregister(name="terminalreporter")
        began = used_seconds()
        for number, (item, after) in enumerate(zip(items, [*items[1:], None], strict=True), 1):
            spent = used_seconds() - began
            tell(test="", running=item.nodeid, tests=number, seconds=spent, why="")
            if spent > seconds:
                return
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            if failed := self.failed:
                why = getattr(getattr(failed.longrepr, "reprcrash", None), "message", str(failed.longrepr)[:200])
                tell(test=item.nodeid, tests=number, seconds=used_seconds() - began, why=why.split("\n")[0][:160])
                return
        tell(test="", tests=len(items), seconds=used_seconds() - began, why="")


def run_in_new_process(items, tell, seconds, mutant=None):
    """Run the first tests in a process that imports the mutant."""
    if mutant:
        reach_children(mutant)
    began = used_seconds()
    names = [item.nodeid for item in items]
    test, why = "", ""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as listed, suppress(subprocess.TimeoutExpired):
        listed.write("\n".join(sorted(names)))  # too many for a command line
        listed.flush()
        run = [sys.executable, "-m", "pytest", "-n", "0", "-x", "-q", "-p", "no:cacheprovider", f"@{listed.name}"]
        shown = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False, timeout=seconds * 5)
        if failed := re.search(r"^(?:FAILED|ERROR) (.+?)(?: - (.*))?$", shown.stdout, re.MULTILINE):
            test, why = failed[1], failed[2] or ""
    tell(test=test, tests=len(names), seconds=used_seconds() - began, why=why[:160])


def rank_test(name, covering):
    """Return what a test that runs the line costs; a list shows much, so it comes before others of its cost."""
    return covering.get(name, math.inf) / (LISTED_WORTH if "/test_listed_" in name else 1)


def describe(said):
    if not said["test"]:
        return f"SURVIVED {said['tests']} tests, {said['seconds']:.0f} s"
    return f"found by {said['test']}, as number {said['tests']}, after {said['seconds']:.1f} s: {said['why']}"


def say(text):
    """Past pytest, which keeps what is printed."""
    print(text, file=sys.__stdout__, flush=True)


def order_files(mutant, items):
    """List the files of tests, nearest first: of the module, of those that use the function, and all others.

    A rule of a game is played by the transcripts.
    """
    tests = {name: text for name, text in texts().items() if name in items}
    near = dict(concerned(mutant.path, tests))
    for path in find_users(mutant):
        for name, rank in concerned(path, tests):
            near[name] = min(rank + 1, near.get(name, rank + 1))
    names = sorted(near, key=lambda name: (near[name], len(items[name])))
    if mutant.path.startswith("engine/"):
        nearest = sum(near[name] == 0 for name in names)
        names[nearest:nearest] = [DRAWN_SETS, TRANSCRIPTS]
    folder = mutant.path.removeprefix("layers/").split("/")[:4]
    rest = sorted(tests, key=lambda name: (-count_alike(folder, name.split("/")[1:]), len(items[name])))
    return list(dict.fromkeys([*names, *rest]))


def order_tests(mutant, tests):
    """Put the tests first that are named like the folder or file of the mutant: such as the transcripts of its game."""
    words = [part.removesuffix(".py") for part in mutant.path.split("/")[1:]]
    return sorted(tests, key=lambda item: -sum(word in item.nodeid for word in words))


def count_alike(these, those):
    """Return how many folders two paths share."""
    return len(list(itertools.takewhile(lambda pair: pair[0] == pair[1], zip(these, those, strict=False))))


def find_users(mutant):
    """List the other modules that name the mutant's function."""
    word = re.compile(rf"\b{mutant.function.partition('.<locals>')[0].rpartition('.')[2]}\b")
    paths = [str(path.relative_to(ROOT)) for path in find_modules(*PLACES) if word.search(path.read_text("utf-8"))]
    return [path for path in paths if path != mutant.path]


def in_child(work, seconds, wall=WALL_SECONDS):
    """Run this in a child, and return what it tells last."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds * 2 + 10), int(seconds * 2 + 15)))
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(wall)
        silence()
        try:
            work(lambda **said: os.write(writing, f"{json.dumps(said)}\n".encode()))
        except BaseException:  # noqa: BLE001, what is told is all that is left of the child
            traceback.print_exc(file=sys.__stderr__)
            os._exit(1)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as told:
        lines = told.read().splitlines()
    _, status = os.waitpid(child, 0)
    said = json.loads(lines[-1]) if lines else dict(NOT_RUN)
    if os.WIFSIGNALED(status):
        said |= {"test": said.get("running") or HANGS, "why": f"{HANGS}: signal {os.WTERMSIG(status)}"}
    return said


def silence():
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)


def reach_children(mutant):
    """Let every process of Python that is started from here on import the mutant."""
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".py", delete=False) as file:
        file.write(mutant.text)
    os.environ |= {
        "PYTHONPATH": os.pathsep.join(filter(None, [EVERYWHERE, os.environ.get("PYTHONPATH")])),
        "RTAB_MUTANT_MODULE": str(ROOT / mutant.path),
        "RTAB_MUTANT_TEXT": file.name,
    }


def can_be_put_in(mutant):
    """Is the code of functions all that differs, with the same names from around them?"""
    file = ROOT / mutant.path
    old, new = (compile(text, str(file), "exec") for text in (file.read_text("utf-8"), mutant.text))
    return is_alike(old, new) and all(
        is_alike(*both) if not both[0].co_flags & inspect.CO_OPTIMIZED else both[0].co_freevars == both[1].co_freevars
        for both in pair_codes(old, new).items()
        if "<locals>" not in both[0].co_qualname
    )


def is_alike(*codes):
    """Do these bodies of a module or class do the same, whatever their functions do?"""
    constants = ([each for each in code.co_consts if not isinstance(each, types.CodeType)] for code in codes)
    return len({(code.co_code, code.co_names, repr(own)) for code, own in zip(codes, constants, strict=True)}) == 1


def put_in(mutant):
    """Give every function of the module the mutant's code, and forget what was computed before. The module is loaded
    first: games, doors and extras are when they are first asked for, and would then come without the fault.
    """
    with suppress(ImportError):
        importlib.import_module(mutant.path.removeprefix("layers/").removesuffix(".py").replace("/", "."))
    gc.unfreeze()  # what is frozen is not among the objects
    file = str(ROOT / mutant.path)
    old, new = (compile(text, file, "exec") for text in ((ROOT / mutant.path).read_text("utf-8"), mutant.text))
    codes = pair_codes(old, new)
    for each in gc.get_objects():
        if isinstance(each, types.FunctionType) and each.__code__.co_filename == file:
            if (other := codes.get(each.__code__)) and other.co_freevars == each.__code__.co_freevars:
                each.__code__ = other
        elif isinstance(each, functools._lru_cache_wrapper):
            each.cache_clear()


def pair_codes(old, new):
    """Find for each code in a module the one of the same name, and of several without a name the next one."""
    both: list[dict[str, list]] = [defaultdict(list), defaultdict(list)]
    for named, module in zip(both, (old, new), strict=True):
        for code in walk_codes(module):
            named[code.co_qualname].append(code)
    return {old: new for name, codes in both[0].items() for old, new in zip(codes, both[1][name], strict=False)}


def walk_codes(code):
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield each
            yield from walk_codes(each)
