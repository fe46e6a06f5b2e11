"""The tiers of tests: `make test` leaves out those that cost most (`whole`) or take long (`slow`), or want emulators.

A module that is marked as a whole is not even loaded for a run that leaves it out, unless somebody names it.
"""

import random
import re
from pathlib import Path

import pytest

MARKED = re.compile(r"^pytestmark = (.*)$", re.MULTILINE)
EMULATED = Path(__file__).parent / "aws"
FENCES = Path(__file__).parent / "test_fences.py"  # which `make check` names, before `make test` is worth its time
MARK = re.compile(r"pytest\.mark\.(\w+)")
LEFT_OUT = "Left out: the {tests} tests and {files} files that cost the most; `make test-all` runs them, too."


def left_out_tiers(expression):
    """Return the marks that this expression of `-m` leaves out."""
    return set(re.findall(r"\bnot (\w+)", expression))


def left_out_for(path, config):
    """Return the marks for which nothing of this module or folder would be run."""
    tiers = left_out_tiers(config.option.markexpr)
    if not tiers or any(named.is_relative_to(path) for named in map(named_path, config.args)):
        return set()
    if path.is_dir():
        return {"aws"} & tiers if path == EMULATED else set()
    if path == FENCES:
        return {"whole"} & tiers
    found = MARKED.search(path.read_text("utf-8")) if path.name.startswith("test_") else None
    return tiers & set(MARK.findall(found[1])) if found else set()


def left_out_of(function, config):
    """Return the marks for which no case of this test would be run, if nobody names a test by itself. A module that is
    imported under its name, and has a mark for all its tests, is no test.
    """
    marks = getattr(function, "pytestmark", None)
    if not isinstance(marks, list) or any("::" in arg for arg in config.args):
        return set()
    return {mark.name for mark in marks} & left_out_tiers(config.option.markexpr)


def leave_out_cases(definition, config):
    """Take the cases that would not be run off a test's parameters before a test is made of each."""
    tiers = left_out_tiers(config.option.markexpr)
    if not tiers or any("::" in arg for arg in config.args):
        return
    for at, mark in enumerate(definition.own_markers):
        if mark.name != "parametrize" or "ids" in mark.kwargs or not isinstance(mark.args[1], list | tuple):
            continue
        names, cases = mark.args
        left = [case for case in cases if not tiers & {each.name for each in getattr(case, "marks", ())}]
        if left and len(left) < len(cases):
            definition.own_markers[at] = getattr(pytest.mark, mark.name)(names, left, **mark.kwargs).mark


def is_asked_for(path, config):
    """Does this lie in what is named on the command line?"""
    return any(path.is_relative_to(named) for named in map(named_path, config.args))


def named_path(arg):
    """Return the path of a test that is named on the command line."""
    return Path(arg.partition("::")[0]).absolute()


def mark_pages(items):
    """Mark the tests that want a browser: it costs more than they do."""
    for item in items:
        if {"chrome", "notices_chrome"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.whole)


def count_dear(items, expression):
    """Return how many of these tests are left out for what they cost."""
    if "whole" not in left_out_tiers(expression):
        return 0
    others = left_out_tiers(expression) - {"whole"}
    return sum(
        1 for item in items if item.get_closest_marker("whole") and not any(map(item.get_closest_marker, others))
    )


def shuffle(items, seed):
    """Put the files of tests, and the tests of each, into another order; each worker into the same."""
    luck = random.Random(seed)
    files: dict[str, list] = {}
    for item in items:
        files.setdefault(item.nodeid.partition("::")[0], []).append(item)
    for tests in files.values():
        luck.shuffle(tests)
    items[:] = [item for file in luck.sample(sorted(files), len(files)) for item in files[file]]
