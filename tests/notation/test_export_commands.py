"""Exporting, replaying and verifying as commands."""

import re

import pytest

from engine.notation import parse_transcript, replay_text
from engine.notation.export import export_game
from engine.notation.verify import verify_chance
from engine.rulesets import RULESETS
from engine.season7 import tables
from host.doors.command import main
from host.doors.command.operate import export
from tests.notation.finished_game import (
    KEPT,
    PLAYS,
)


def test_export_replay_and_verify_are_commands(exported, text, capsys):
    assert exported.read_text("utf-8") == text
    assert main(["replay", str(exported.parent)]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"
    assert main(["verify", str(exported)]) == 0
    assert "4 draws and 2 seals with their receipts checked; all as promised" in capsys.readouterr().out


def test_verify_says_what_is_wrong(exported, capsys):
    exported.write_text(exported.read_text("utf-8").replace(KEPT, "another"), "utf-8")
    assert main(["verify", str(exported), str(exported.with_name("none.rtab"))]) == 1
    out = capsys.readouterr().out
    assert "the secret is not the one that was committed to" in out
    assert "No such file" in out


def test_verify_shows_the_first_of_many_faults(exported, capsys, monkeypatch):
    monkeypatch.setattr("host.doors.command.operate.checking.MAX_FAULTS_SHOWN", 2)
    exported.write_text(exported.read_text("utf-8").replace(KEPT, "another"), "utf-8")
    assert main(["verify", str(exported)]) == 1
    first, _, more, end = capsys.readouterr().out.splitlines()
    assert "the secret is not the one" in first
    assert re.search(r"… and \d+ more$", more)
    assert "not as promised" in end


def test_replay_says_what_is_wrong_and_blesses(exported, capsys):
    right = exported.read_text("utf-8")
    exported.write_text(right.replace("bid 12345", "bid 12346", 1), "utf-8")
    assert main(["replay", str(exported)]) == 1
    out = capsys.readouterr().out
    assert f"{exported}: line " in out
    assert out.endswith("0 passed, 1 failed\n")
    assert main(["replay", "--bless", str(exported)]) == 0
    assert main(["replay", str(exported)]) == 0
    assert "£12,346" in exported.read_text("utf-8")


def test_replay_of_nothing_is_a_failure(tmp_path, capsys):
    assert main(["replay", str(tmp_path)]) == 1
    assert "no transcript" in capsys.readouterr().err


def test_replay_tells_which_transcript_crashes_the_rules(exported, monkeypatch, capsys):
    monkeypatch.setattr("tests.rulesets.tiny.TinyState.__post_init__", lambda _: 1 / 0, raising=False)
    monkeypatch.setitem(PLAYS, "shout", (PLAYS["shout"][0], lambda *_: 1 / 0))
    assert main(["replay", str(exported)]) == 1
    out = capsys.readouterr().out
    assert "the rules crash" in out
    assert "ZeroDivisionError" in out
    assert "while playing line" in out


def test_a_file_that_is_not_there_is_named_once(tmp_path, capsys):
    path = tmp_path / "nope.rtab"
    assert main(["replay", str(path)]) == 1
    assert capsys.readouterr().out.splitlines()[0] == f"{path} cannot be read: No such file or directory."
    assert main(["verify", str(path)]) == 1
    assert capsys.readouterr().out == f"{path} cannot be read: No such file or directory.\n"
    assert main(["export", str(path)]) == 1
    assert capsys.readouterr().err.splitlines()[0].startswith(f"There is no file {path}.")
    assert main(["export", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"{tmp_path} cannot be read: Is a directory.\n"


@pytest.mark.parametrize("content", ["", "[]", "{"])
def test_what_is_no_history_is_refused(content, tmp_path, capsys):
    (tmp_path / "game.json").write_text(content)
    assert main(["export", str(tmp_path / "game.json")]) == 1
    assert "is not a history" in capsys.readouterr().err


def test_rules_nobody_knows_are_refused(finished, tmp_path, capsys):
    (tmp_path / "game.json").write_bytes(finished[1].to_json())
    assert main(["export", str(tmp_path / "game.json")]) == 1
    assert "There are no rules “tiny”." in capsys.readouterr().err


@pytest.mark.parametrize(("seed", "players"), [(1, 2), (2, 5), (3, 9)])
def test_a_whole_season_replays_and_is_verified(seed, players):
    rules = RULESETS["season7"]
    options = {"target": 50_000_000, "without": [*tables.MINIGAMES[12:], *tables.VINTAGE_MINIGAMES]}  # to be brief
    history = export.play_demo_game(rules, seed, players, options, export.MOST_MOVES)
    text = export_game(history, rules)
    assert history.over
    assert replay_text(text, RULESETS) == []
    verdict = verify_chance(parse_transcript(text, RULESETS))
    assert (verdict.draws > 20, verdict.seals > 1, verdict.faults) == (True, True, [])


@pytest.mark.whole
@pytest.mark.as_released
def test_a_demo_goes_on_when_all_who_are_left_have_been_removed(capsys, tmp_path):
    assert main(["export", "--demo", "59", "4", "--ruleset", "deluxe"]) == 0
    text = capsys.readouterr().out
    assert "partial" not in text
    assert any(line.endswith(" play sign up") for line in text.splitlines())
    (tmp_path / "demo.rtab").write_text(text, "utf-8")
    assert main(["replay", str(tmp_path)]) == 0


def test_a_demo_is_the_same_each_time(capsys):
    command = ["export", "--demo", "1", "2", "--moves", "12"]
    assert [main(command), main(command)] == [0, 0]
    out = capsys.readouterr().out
    assert out[: len(out) // 2] == out[len(out) // 2 :]
    assert "partial" in out
