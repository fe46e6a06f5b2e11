"""The fences between the floors: each is a list of breaches, and each is also seen catching a small bad example."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fences.bad_examples import BREACHES, EVENT
from tests.fences.circles import import_circles
from tests.fences.desk import refusal_codes, refusals_without_code, services_beside_the_table
from tests.fences.doors import doors_named, doors_that_refuse
from tests.fences.events import (
    event_ids,
    events_shown_and_said,
    events_told,
    facts_guessed,
    sentences_compared,
    sentences_twice,
)
from tests.fences.extras import extras_named
from tests.fences.games import doors_that_know_a_game, games_apart, games_probed
from tests.fences.imports import (
    DEPLOYED,
    deployed,
    deployed_loads,
    engine_calls,
    engine_imports,
    engine_loads,
    function_imports,
    functions_load,
    layer_imports,
)
from tests.fences.luck import luck_in_tests
from tests.fences.reading import FLOORS, ROOT, every_node, nodes_by_kind, parsed, paths, tracked
from tests.fences.rooms import MOST_MODULES, MOST_ROOMS, ROOMS, looks_between_rooms, rooms
from tests.fences.shape import (
    FUNCTION_LINES,
    classes_named_twice,
    long_files,
    long_functions,
    private_text,
    vague_names,
    waits_that_are_forbidden,
)
from tests.fences.words import (
    docstrings_without_verb,
    functions_without_verb,
    logs_without_object,
    long_sentences,
    names_with_two_meanings,
    private_words,
    sentences_without_fact,
)

FENCES = [
    engine_imports,
    engine_calls,
    engine_loads,
    functions_load,
    layer_imports,
    function_imports,
    import_circles,
    rooms,
    looks_between_rooms,
    deployed,
    deployed_loads,
    doors_that_know_a_game,
    games_probed,
    games_apart,
    doors_named,
    extras_named,
    doors_that_refuse,
    services_beside_the_table,
    refusals_without_code,
    refusal_codes,
    long_files,
    long_functions,
    vague_names,
    classes_named_twice,
    waits_that_are_forbidden,
    luck_in_tests,
    private_text,
    sentences_twice,
    sentences_compared,
    facts_guessed,
    events_told,
    events_shown_and_said,
    event_ids,
    names_with_two_meanings,
    sentences_without_fact,
    functions_without_verb,
    docstrings_without_verb,
    private_words,
    logs_without_object,
    long_sentences,
]
DOCUMENTED_FUNCTION = 'def f():\n    """One.\n\n    Two.\n    """\n' + "    x = 1\n" * (FUNCTION_LINES - 1)


@pytest.fixture(scope="module", autouse=True)
def _forget() -> Iterator[None]:
    """What was read for the fences would be a burden to all tests that come after them."""
    yield
    parsed.cache_clear()
    every_node.cache_clear()
    nodes_by_kind.cache_clear()


@pytest.mark.parametrize("fence", FENCES, ids=lambda fence: fence.__name__)
def test_the_house_stands_within(fence):
    assert fence(ROOT) == []


@pytest.mark.parametrize(("fence", "at", "text", "breach"), BREACHES)
def test_a_fence_catches(fence, at, text, breach, tmp_path):
    subprocess.run(["git", "init", "-q", "--template=", tmp_path], check=True)
    (tmp_path / at).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / at).write_text(text)
    assert any(found.startswith(breach) for found in fence(tmp_path))


def test_every_fence_is_seen_catching():
    assert {fence for fence, *_ in BREACHES} == set(FENCES) - {
        names_with_two_meanings
    }  # it wants three files, and has a test of its own


def test_a_folder_of_very_many_modules_is_to_have_rooms(tmp_path):
    attic = tmp_path / "layers/host/core"
    attic.mkdir(parents=True)
    (attic / "__init__.py").write_text('"""What is kept."""')
    for n in range(MOST_MODULES):
        assert rooms(tmp_path) == []
        (attic / f"module_{n}.py").touch()
    assert rooms(tmp_path) == [f"core has {MOST_MODULES + 1} modules side by side"]


def test_a_new_door_is_fenced_by_its_folder(tmp_path):
    door, beside = tmp_path / "layers/host/doors/pigeon/door.py", tmp_path / "layers/host/core/bad.py"
    for path in (door, beside):
        path.parent.mkdir(parents=True)
    door.write_text('DOOR = Door(name="pigeon", title="Carrier Pigeon")\nraise Illegal("Not you.")\n')
    beside.write_text('PLACE, WHO = "pigeon:loft", "the Carrier Pigeon"\n')
    at = "layers/host/core/bad.py"
    assert doors_named(tmp_path) == [f"{at} names Carrier Pigeon", f"{at} names pigeon:loft"]
    assert doors_that_refuse(tmp_path) == ["layers/host/doors/pigeon/door.py refuses: 'Not you.'"]


def test_what_an_event_says_is_repeated_by_nobody(tmp_path):
    (tmp_path / "engine/toy").mkdir(parents=True)
    (tmp_path / "engine/toy/events.py").write_text(EVENT)
    (tmp_path / "engine/toy/rules.py").write_text('HEARD = {"{who} wins.": 1}')
    (tmp_path / "engine/toy/lines.txt").write_text("toy/won Won\n    {who} wins.\n    =\n")
    assert sentences_twice(tmp_path) == ["engine/toy/rules.py and engine/toy/lines.txt repeat: {who} wins."]


def test_no_other_game_tells_or_says_an_event_for_this_one(tmp_path):
    """Two games have an event of one name and sentence; one of them tells it, in a transcript, and has lines for it."""
    for game in ("toy", "doll"):
        (tmp_path / f"engine/{game}").mkdir(parents=True)
        (tmp_path / f"engine/{game}/events.py").write_text(EVENT)
    (tmp_path / "engine/toy/rules.py").write_text("from engine.toy import events\nt.tell(events.Won(who))")
    (tmp_path / "engine/toy/lines.txt").write_text("toy/won Won\n    Well done, {who}.\n")
    (tmp_path / "engine/doll/rules.py").write_text(
        "from engine.doll import events\nmatch told.event:\n case events.Won(): 1"
    )
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/won.rtab").write_text("rtab     1 toy\n>        Ann wins.\n")
    assert events_told(tmp_path) == ["doll.Won is told by no rule", "doll.Won is told in no transcript"]
    missing = [each.partition(" is not")[0] for each in events_shown_and_said(tmp_path)]
    assert missing == ["doll.Won small plain", "toy.Won small"]


def test_a_name_that_stands_in_three_modules_must_mean_the_same(tmp_path):
    (tmp_path / "engine").mkdir()
    for name in ("a", "b", "c"):
        (tmp_path / f"engine/{name}.py").write_text(f"NOBODY = {name!r}\n")
    assert names_with_two_meanings(tmp_path) == ["NOBODY stands in 3 modules"]


def test_the_fences_look_at_every_floor():
    floors = {at.partition("/")[0] for at in paths(ROOT, *FLOORS, "tests")}
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


def test_circles_are_found_through_functions_and_types(tmp_path):
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine/a.py").write_text("def f():\n    from engine import b\n")
    (tmp_path / "engine/b.py").write_text("if TYPE_CHECKING:\n    from engine.c import C\n")
    (tmp_path / "engine/c.py").write_text("import engine.a\n")
    assert import_circles(tmp_path) == ["engine.a and engine.b and engine.c import each other"]


@pytest.mark.whole
def test_ruff_bans_it_while_the_engine_is_being_written():
    banned = ["asyncio", "datetime", "io", "logging", "os", "pathlib", "random", "secrets", "socket", "time", "uuid"]
    ruff = [sys.executable, "-m", "ruff", "check", "--no-cache", "--stdin-filename", "engine/bad.py", "-"]
    text = "".join(f"import {name}\n" for name in banned)
    run = subprocess.run(ruff, cwd=ROOT, check=False, input=text, capture_output=True, text=True)
    assert [name for name in banned if f"`{name}` is banned" not in run.stdout] == []
