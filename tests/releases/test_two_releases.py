"""The release before and this one play the same games on one table by turns, as they do while a release is shifted.

`BEFORE` is the commit of the last release with these formats; a release moves it (CONTRIBUTING.md). Its code comes from
the history of this clone and runs in a process of its own.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from host.core.store.items import CURRENT
from host.doors.command.operate.deploy.releasing import format_game_formats
from tests.voices import ROOT, extract_commit

BEFORE = "0aa2d439"  # on the way to 0.3.0
TURNS = 6  # how often the two play, taken together
MOVES = {"season7": 25, "deluxe": 25, "ladder": 2, "billionaire": 25}  # in each turn: the ladder is soon climbed


@pytest.fixture(scope="module")
def before(tmp_path_factory):
    """The code of the release before."""
    found = subprocess.run(
        ["git", "-C", ROOT, "cat-file", "-e", f"{BEFORE}^{{commit}}"], capture_output=True, check=False
    )
    if found.returncode:
        pytest.skip(f"this clone's history lacks {BEFORE}, the release before: fetch all of it (git fetch --unshallow)")
    return extract_commit(BEFORE, tmp_path_factory.mktemp("before"))


def play(code, table, turn):
    """Let a release play on in all games of a table; return what it did."""
    paths = os.pathsep.join([str(code), str(code / "layers")])
    command = [sys.executable, Path(__file__).parent / "one_turn.py", table, str(turn)]
    command += [f"{game}={moves}" for game, moves in MOVES.items()]
    done = subprocess.run(
        command, cwd=code, env={**os.environ, "PYTHONPATH": paths}, stdout=subprocess.PIPE, check=True
    )
    return json.loads(done.stdout)


@pytest.mark.whole
@pytest.mark.parametrize("begins", ["before", "this"])
def test_two_releases_play_the_same_games_by_turns(before, tmp_path, begins):
    codes = [before, ROOT] if begins == "before" else [ROOT, before]
    continued = set()
    for turn in range(TURNS):
        did = play(codes[turn % 2], tmp_path / "table.sqlite", turn)
        assert did["logged"] == []
        assert did["undone"] == dict.fromkeys(MOVES, 0)
        assert all(did["moves"].values()), did
        assert did["code"] == str(codes[turn % 2])
        continued.update(did["continued"])
    assert continued == {*MOVES}


@pytest.mark.whole
def test_the_release_before_has_the_formats_of_this_one(before, tmp_path):
    """Otherwise they never play side by side, and `BEFORE` tests nothing."""
    assert play(before, tmp_path / "table.sqlite", 0)["formats"] == [CURRENT.format_versions(), format_game_formats()]
