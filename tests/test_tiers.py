"""What `make test` leaves out, and that `make test-all` leaves out none of it."""

import re
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import tiers

ROOT = Path(__file__).parent.parent
DEFAULT = "not slow and not aws and not whole"
ALL = "not slow and not aws"


def config(expression, *args):
    return SimpleNamespace(option=SimpleNamespace(markexpr=expression), args=args or ["tests"])


def left_out(path, expression, *args):
    return tiers.left_out_for(ROOT / path, config(expression, *args))


def test_the_targets_of_make_run_the_tiers():
    options = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]["ini_options"]["addopts"]
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert f"-m '{DEFAULT}'" in options
    assert re.search(rf'^test-all:.*\n(\t.*\n)*\t\$\(BIN\)/pytest -m "{ALL}"\n', makefile, re.MULTILINE)


def test_a_module_that_is_marked_is_loaded_only_for_a_run_of_its_tests():
    module = "tests/players/test_players.py"
    assert left_out(module, DEFAULT) == {"whole"}
    assert left_out(module, ALL) == left_out(module, "whole") == left_out(module, "") == set()
    assert left_out("tests/test_costs.py", DEFAULT) == set()
    assert left_out("tests/aws/test_deploying.py", ALL) == {"slow", "aws"}
    assert left_out("tests/aws", DEFAULT) == {"aws"}
    assert left_out("tests/host/doors/aws", DEFAULT) == set()


@pytest.mark.parametrize("name", ["tests/players/test_players.py", "tests/players/test_players.py::test_x[1]"])
def test_a_module_that_is_named_is_always_loaded(name, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert left_out("tests/players/test_players.py", DEFAULT, name) == set()
    assert left_out("tests/aws", DEFAULT, "tests/aws/test_walk.py") == set()


def item(*marks, fixtures=()):
    own = dict.fromkeys(marks, True)
    return SimpleNamespace(
        fixturenames=fixtures, get_closest_marker=own.get, add_marker=lambda each: own.update({each.name: True})
    )


def test_the_fences_are_run_by_make_check_and_when_they_are_named(monkeypatch):
    monkeypatch.chdir(ROOT)
    assert left_out("tests/test_fences.py", DEFAULT) == {"whole"}
    assert (
        left_out("tests/test_fences.py", ALL)
        == left_out("tests/test_fences.py", DEFAULT, "tests/test_fences.py")
        == set()
    )
    check = (ROOT / "Makefile").read_text("utf-8").partition("\ncheck:")[2].partition("\n\n")[0]
    assert "pytest -n 0 -q tests/test_fences.py" in check


CASES = pytest.mark.parametrize("case", [1, pytest.param(2, marks=pytest.mark.slow)])


def test_no_test_is_made_of_what_is_left_out():
    slow = SimpleNamespace(pytestmark=[pytest.mark.slow.mark])
    assert tiers.left_out_of(slow, config(DEFAULT)) == {"slow"}
    assert tiers.left_out_of(slow, config("slow")) == set()
    assert tiers.left_out_of(slow, config(DEFAULT, "tests/test_x.py::test_slow")) == set()
    assert tiers.left_out_of(left_out, config(DEFAULT)) == set()


@pytest.mark.parametrize(("expression", "cases"), [(DEFAULT, [1]), ("slow", 2), ("", 2)])
def test_no_test_is_made_of_a_case_that_is_left_out(expression, cases):
    definition = SimpleNamespace(own_markers=[CASES.mark])
    tiers.leave_out_cases(definition, config(expression))
    ((_, left),) = [mark.args for mark in definition.own_markers]
    assert left == cases or len(left) == cases


def test_what_is_left_out_for_its_cost_is_counted_once():
    items = [item(), item("whole"), item("whole", "slow"), item("slow"), item(fixtures=["chrome"])]
    tiers.mark_pages(items)
    assert tiers.count_dear(items, DEFAULT) == 2
    assert tiers.count_dear(items, ALL) == 0


def test_another_order_holds_each_file_together():
    items = [SimpleNamespace(nodeid=f"tests/test_{file}.py::test_{n}") for file in "abcd" for n in range(4)]
    before = list(items)
    tiers.shuffle(items, "7")
    files = [each.nodeid.partition("::")[0] for each in items]
    assert items != before
    assert sorted(each.nodeid for each in items) == sorted(each.nodeid for each in before)
    assert [files[n] for n in range(0, 16, 4)] == [files[n] for n in range(3, 16, 4)]
