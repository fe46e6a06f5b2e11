"""Note which statements of ours each test runs, and what it costs: `python -m tests.mutants.covering`, once.

It is a plugin of pytest that puts a mark before every statement of a function when its module is imported. What it
notes is kept in pytest's cache, and tells a run of mutants whom to ask; it need not be fresh: it only orders tests.
"""

import ast
import importlib.machinery
import json
import os
import re
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from tests.costs import used_seconds
from tests.counts import PLACES, ROOT

KEPT = ROOT / ".pytest_cache" / "mutants"
MARKS = "_marks_of_statements"
OURS = tuple(str(ROOT / place) + os.sep for place in PLACES)
KEPT_EACH = 1000  # tests
ROOM = 1 << 18  # marks; statements of functions are a third of it
SET = re.compile(b"\1")


class Marks(bytearray):
    """One byte for each statement; and where each is written."""

    def __init__(self):
        super().__init__(ROOM)
        self.places = []


class Marking(ast.NodeTransformer):
    """Puts a mark before every statement within a function."""

    def __init__(self, marks, path):
        self.marks, self.path, self.within, self.made = marks, path, False, set[ast.stmt]()

    def visit_FunctionDef(self, node):
        outside, self.within = self.within, True
        self.generic_visit(node)
        self.within = outside
        return node

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815, ast calls it so

    def generic_visit(self, node):
        for name in ("body", "orelse", "finalbody") if not isinstance(node, ast.Lambda | ast.IfExp) else ():
            if self.within and isinstance(statements := getattr(node, name, None), list):
                setattr(node, name, [part for each in statements for part in self.mark(each)])
        return super().generic_visit(node)

    def mark(self, statement):
        is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        if is_text or isinstance(statement, ast.Global | ast.Nonlocal) or statement in self.made:
            return [statement]
        number = len(self.marks.places)
        self.marks.places.append((self.path, statement.lineno, last_line(statement)))
        (mark,) = ast.parse(f"{MARKS}[{number}] = 1").body
        for each in ast.walk(mark):
            ast.copy_location(each, statement)
        self.made.add(mark)
        return [mark, statement]


def last_line(statement):
    """Return the last line of a statement without the block it has."""
    body = getattr(statement, "body", None) or getattr(statement, "cases", None)
    return (
        max(statement.lineno, body[0].lineno - 1)
        if isinstance(body, list) and body and hasattr(body[0], "lineno")
        else statement.end_lineno
    )


class Covering:
    """A plugin of pytest that notes after each test which marks are set."""

    def __init__(self):
        self.marks, self.tests = Marks(), {}
        get_code = importlib.machinery.SourceFileLoader.get_code

        def get_marked_code(loader, name):
            if not loader.path.startswith(OURS):
                return get_code(loader, name)
            tree = ast.parse(Path(loader.path).read_text("utf-8"))
            tree = Marking(self.marks, str(Path(loader.path).relative_to(ROOT))).visit(tree)
            return compile(ast.fix_missing_locations(tree), loader.path, "exec", dont_inherit=True)

        setattr(importlib.machinery.SourceFileLoader, "get_code", get_marked_code)  # noqa: B010, a method of Python's own
        __builtins__[MARKS] = self.marks

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item):
        self.marks[:] = bytes(ROOM)
        began = used_seconds()
        yield
        cost = used_seconds() - began
        self.tests[item.nodeid] = (round(cost, 3), [found.start() for found in SET.finditer(self.marks)])
        if not len(self.tests) % KEPT_EACH:
            self.keep()
        return True

    def pytest_sessionfinish(self):
        self.keep()

    def keep(self):
        """Write down what is known so far, so that a run which is ended half way is not for nothing."""
        if self.tests:
            kept = {"places": self.marks.places, "tests": self.tests}
            KEPT.mkdir(parents=True, exist_ok=True)
            (KEPT / f"{os.getpid()}.json.z").write_bytes(zlib.compress(json.dumps(kept).encode(), 1))


def load_covering(paths):
    """Return, for each line of these modules, the tests that run it and what each costs."""
    found: dict[tuple[str, int], dict[str, float]] = {}
    for file in KEPT.glob("*.json.z"):
        kept = json.loads(zlib.decompress(file.read_bytes()))
        wanted = {n: place for n, place in enumerate(kept["places"]) if place[0] in paths}
        for test, (cost, marks) in kept["tests"].items():
            for path, first, last in (wanted[n] for n in marks if n in wanted):
                for line in range(first, last + 1):
                    found.setdefault((path, line), {})[test] = cost
    return found


def pytest_configure(config):
    """Note in the processes that run tests, not in the one that deals them."""
    if hasattr(config, "workerinput") or not config.option.numprocesses:
        config.pluginmanager.register(COVERING, "covering of mutants")


if os.environ.get("MUTANTS_COVERING"):
    COVERING = Covering()

if __name__ == "__main__":
    for old in KEPT.glob("*.json.z") if not sys.argv[1:] else ():
        old.unlink()  # files that are named are added to what is known
    run = [sys.executable, "-m", "pytest", "-q", "-p", "tests.mutants.covering", *sys.argv[1:]]
    sys.exit(
        subprocess.run(
            run, cwd=ROOT, check=False, env=os.environ | {"MUTANTS_COVERING": "yes", "DEAR": "100"}
        ).returncode
    )
