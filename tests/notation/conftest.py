"""A finished game, exported, for tests of exports and their commands."""

import pytest

from engine.notation.export import export_game
from host.doors.command import main
from tests.notation.finished_game import RULESETS, game_so_far


@pytest.fixture(scope="module")
def finished():
    game, history = game_so_far(2)
    assert game.over
    return game, history


@pytest.fixture(scope="module")
def text(finished):
    return export_game(finished[1], RULESETS["tiny"], "Two evenings")


@pytest.fixture
def exported(monkeypatch, tmp_path, finished, capsys):
    monkeypatch.setattr("host.doors.command.operate.export.RULESETS", RULESETS)
    monkeypatch.setattr("host.doors.command.operate.checking.RULESETS", RULESETS)
    monkeypatch.setattr("host.doors.command.operate.checking.RULESETS", RULESETS)
    (tmp_path / "game.json").write_bytes(finished[1].to_json())
    assert main(["export", str(tmp_path / "game.json"), "--title", "Two evenings"]) == 0
    (tmp_path / "game.rtab").write_text(capsys.readouterr().out, "utf-8")
    return tmp_path / "game.rtab"
