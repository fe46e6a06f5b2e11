"""The baselines play, and the table says who beats whom."""

import sys

import pytest

from host.doors.command import main
from tests.gym.courses import GAMES
from workshop.gym.players import list_player_names
from workshop.gym.table import play_meeting
from workshop.gym.vocabulary import load_vocabulary


def test_the_house_plays_in_the_gym_at_each_strength():
    assert list_player_names("ladder") == ["random", "greedy", "novice", "regular", "expert"]
    assert list_player_names("billionaire")[2:] == ["novice", "regular", "expert"]
    assert list_player_names("toy") == ["random", "greedy"]


@pytest.mark.whole
@pytest.mark.parametrize("game", GAMES)
def test_thinking_pays(game):
    strongest = list_player_names(game)[-1]
    meeting = play_meeting(game, (strongest, "random"), 4, 12, 1)
    assert meeting.cut_off == 0
    assert meeting.won > 6


def test_a_table_is_printed_and_the_same_seed_prints_the_same(capsys):
    line = ["gym", "table", "ladder", "--games", "1", "--seats", "2", "--players", "random,expert"]
    printed = []
    for _ in range(2):
        assert main(line) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    head, _, columns, _, random, expert = printed[0].splitlines()
    assert head.startswith("ladder, 2 seats, games for each pair: 1, seed 1.")
    assert columns == "| ladder | random | expert |"
    assert random.split("|")[3].strip() in ("0%", "50%", "100%")
    assert expert.startswith("| expert |")


@pytest.mark.whole
def test_the_command_runs_pettingzoos_tests(capsys):
    assert main(["gym", "check", "ladder"]) == 0
    assert capsys.readouterr().out.endswith("Passed API test\nPassed seed test\n")


@pytest.mark.whole
def test_words_are_added_at_the_end_of_the_list(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr("workshop.gym.vocabulary.FOLDER", tmp_path)
    load_vocabulary.cache_clear()
    (tmp_path / "ladder.txt").write_text("zebra\n", "utf-8")
    assert main(["gym", "words", "ladder", "--games", "3"]) == 0
    words = (tmp_path / "ladder.txt").read_text("utf-8").splitlines()
    assert words[0] == "zebra"
    assert "ladder.AnswerNoted" in words
    assert words[1:] == sorted(words[1:])
    assert f"{len(words) - 1} more" in capsys.readouterr().out
    load_vocabulary.cache_clear()


def test_without_its_packages_the_command_says_what_to_install(capsys, monkeypatch):
    for name in [
        name for name in sys.modules if name.partition(".")[0] == "pettingzoo" or name.startswith("workshop.gym")
    ]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    assert main(["gym", "table", "ladder"]) == 1
    assert "[gym]" in capsys.readouterr().err
