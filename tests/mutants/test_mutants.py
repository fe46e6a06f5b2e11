"""The program that draws mutants: which faults it makes of a line, and that a test meets them."""

import ast
import importlib
import json
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from engine.kernel.text import ENGLISH_FORMS, format_article
from tests.counts import ROOT
from tests.mutants.propose import Mutant, change, draw, find_places, make_by_hand, read_faults, replace
from tests.mutants.run import HANGS, can_be_put_in, in_child, put_in, reach_children, run_in_new_process

SHORTEST_COMMAND = 131_072  # bytes that a command may have on any system


def mutants_of(line):
    text = f'def f(a, b):\n    """Return a sum."""\n    {line}\n'
    for function, node in find_places(ast.parse(text), ()):
        assert function == "f"
        for kind, new in change(node, taste=False):
            yield kind, replace(text, node, new).splitlines()[2].strip()


@pytest.mark.parametrize(
    ("line", "kind", "mutant"),
    [
        ("return a < b", "comparison", "return (a <= b)"),
        ("return a == b", "comparison", "return (a != b)"),
        ("return a and b", "and for or", "return (a or b)"),
        ("return a and b", "condition dropped", "return (b)"),
        ("return not a", "not dropped", "return (a)"),
        ("return a + b", "sum", "return (a - b)"),
        ("return a[0]", "number", "return a[1]"),
        ("return True", "other truth", "return False"),
        ("a.add(b)", "statement dropped", "pass"),
        ("a.b = 1", "statement dropped", "pass"),
        ("a += b", "statement dropped", "pass"),
        ("return a if b else 0", "second of two", "return (0)"),
        ("return g(a, b)", "arguments swapped", "return g(b, a)"),
        ("return g(a, key=b)", "keyword dropped", "return g(a)"),
        ("return min(a)", "twin", "return max(a)"),
        ("for c in a: g(c)", "first left out", "for c in list(a)[1:]:"),
        ("if a: g(b)", "guard never", "if False:"),
    ],
)
def test_a_line_has_the_faults_of_its_kind(line, kind, mutant):
    assert (kind, mutant) in set(mutants_of(line))


@pytest.mark.parametrize(
    "line",
    [
        *("log.info('game=%s', a)", '"""Only words."""', "from os import path", "assert a", "b = cast(int, a)"),
        *("gc.freeze()", "raise AssertionError(1)", "b = zip(a, strict=True)"),
    ],
)
def test_what_is_of_no_consequence_has_none(line):
    assert list(mutants_of(line)) == []


@pytest.mark.whole
def test_a_seed_draws_the_same_mutants_everywhere_and_one_of_a_function():
    drawn, again = ([str(each) for each in draw("a seed", 4, "engine/race")] for _ in range(2))
    assert drawn == again
    assert len(drawn) == 4 == len({(each.path, each.function) for each in draw("a seed", 4, "engine/race")})


@pytest.mark.whole
def test_a_mutant_lives_in_a_child_alone():
    text = Path(format_article.__code__.co_filename).read_text("utf-8")
    mutant = Mutant(
        "engine/kernel/text.py", "format_article", 1, "number", "", "", text.replace("(11, 18)", "(12, 18)")
    )

    def look(tell):
        put_in(mutant)
        tell(test=f"{format_article(11)} 11, {format_article(12)} 12")

    assert in_child(look, 5)["test"] == "a 11, an 12"
    assert format_article(11) == "an"


@pytest.mark.whole
def test_a_module_that_is_loaded_late_is_mutated_too():
    path = "engine/kernel/recap.py"
    text = (ROOT / path).read_text("utf-8").replace("{who} (since yesterday)", "{who} (mutated)")
    mutant = Mutant(path, "format_time_out", 1, "text", "", "", text)

    def look(tell):
        sys.modules.pop("engine.kernel.recap", None)
        put_in(mutant)
        tell(test=str(importlib.import_module("engine.kernel.recap").format_time_out.__code__.co_consts))

    assert "mutated" in in_child(look, 5)["test"]


@pytest.mark.whole
def test_what_never_ends_is_ended():
    assert in_child(lambda _tell: signal.pause(), 5, wall=1)["test"] == HANGS


def test_faults_by_hand_are_read_from_files(tmp_path):
    path = "engine/kernel/text.py"
    fault = {"path": path, "old": "(11, 18)", "new": "(11, 19)", "why": "An edge.", "seen": "an 19"}
    file = tmp_path / "faults.jsonl"
    file.write_text(json.dumps(fault) + "\n", "utf-8")
    (mutant,) = read_faults([file])
    assert (mutant.function, mutant.old, mutant.new) == ("format_article", "(11, 18)", "(11, 19)")
    assert "(11, 18)" in (ROOT / path).read_text("utf-8").splitlines()[mutant.line - 1]


@pytest.mark.parametrize(
    ("old", "new", "can"),
    [
        ("(11, 18)", "(11, 19)", True),
        ("format_article(n: int)", "format_article(n: int = 11)", False),
        ("def format_article(", "ARTICLES = 2\n\n\ndef format_article(", False),
    ],
)
def test_what_is_no_change_of_functions_alone_needs_a_process_of_its_own(old, new, can):
    assert can_be_put_in(make_by_hand("engine/kernel/text.py", old, new)) is can


def test_what_a_test_starts_has_the_mutant_too():
    mutant = make_by_hand("engine/kernel/text.py", "(11, 18)", "(12, 18)")
    ask = "from engine.kernel.text import format_article as f; print(f(11), f(12))"

    def look(tell):
        reach_children(mutant)
        tell(test=subprocess.check_output([sys.executable, "-c", ask], cwd=ROOT, text=True).strip())

    assert in_child(look, 5)["test"] == "a an"


def test_a_process_of_its_own_is_told_of_all_tests_whatever_their_names_come_to(monkeypatch):
    items = [SimpleNamespace(nodeid=f"tests/test_x.py::test_x[{n:0120}]") for n in range(25_000)]
    told, named = [], []

    def start(command, **_):
        assert sum(map(len, command)) < SHORTEST_COMMAND
        named.extend(Path(command[-1].removeprefix("@")).read_text("utf-8").splitlines())
        return SimpleNamespace(stdout="")

    monkeypatch.setattr(subprocess, "run", start)
    run_in_new_process(items, lambda **said: told.append(said), 1.0)
    assert named == [item.nodeid for item in items]
    assert [said["test"] for said in told] == [""]


@pytest.mark.whole
def test_one_of_several_functions_without_a_name_has_the_mutant_alone():
    mutant = make_by_hand("engine/kernel/text.py", '"a": lambda n: f"{format_article(n)} {n}"', '"a": lambda n: "some"')

    def look(tell):
        put_in(mutant)
        tell(test=f"{ENGLISH_FORMS['a'](3)}, {ENGLISH_FORMS['s'](3)}")

    assert in_child(look, 5)["test"] == "some, s"
