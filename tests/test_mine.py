"""Which tests `make mine` runs for a change."""

import pytest

from tests.mine import ALWAYS, MOST, TRANSCRIPTS, chosen

TESTS = {
    "tests/host/core/test_clocks.py": "from host.core.deadlines import clocks\n",
    "tests/host/core/test_games.py": "from host.core import games\n",
    "tests/host/said/test_desk.py": "import host.core.deadlines.clocks\n",
    "tests/season7/test_bombs.py": "from engine.season7 import bombs\n",
    "tests/season7/test_people.py": "",
    "tests/host/doors/web/test_chart.py": "from tests.host.doors.web.visitor import found\n",
}


@pytest.mark.parametrize(
    ("file", "tests"),
    [
        ("tests/season7/test_people.py", ["tests/season7/test_people.py"]),
        (
            "layers/host/core/deadlines/clocks.py",
            ["tests/host/core/test_clocks.py", "tests/host/said/test_desk.py", "tests/host/core/test_games.py"],
        ),
        ("layers/host/core/games.py", ["tests/host/core/test_games.py", "tests/host/core/test_clocks.py"]),
        ("engine/season7/bombs.py", ["tests/season7/test_bombs.py", TRANSCRIPTS, "tests/season7/test_people.py"]),
        ("tests/host/doors/web/visitor.py", ["tests/host/doors/web/test_chart.py"]),
        ("tests/transcripts/rounds/bomb.rtab", [TRANSCRIPTS]),
        (
            "engine/season7/squares/people.py",
            [TRANSCRIPTS, "tests/season7/test_people.py", "tests/season7/test_bombs.py"],
        ),
        ("layers/host/doors/web/pages/front_page.py", ["tests/host/doors/web/test_chart.py"]),
        ("layers/host/doors/registry.py", []),
        ("LICENSE", []),
    ],
)
def test_a_change_runs_what_names_it_and_then_what_lies_beside_it(file, tests):
    assert chosen([file], TESTS) == [*ALWAYS, *tests]


def test_there_are_never_too_many():
    names = {f"tests/season7/test_{n}.py": "" for n in range(100)}
    assert len(chosen([*names], names)) == MOST
