"""What is replayed and blessed holds with any luck, and a complaint says how to pin what does not."""

import pytest

from engine.notation import LUCKS, bless_text, remove_lucky_lines, replay_text, replay_with_any_luck
from engine.rulesets import RULESETS
from host.doors.command import main
from tests.test_transcripts import UNPINNED

OPENING = """rtab     1 season7
title    Nobody has said what lies on the board
players  Ann Bob
round    SR super Ann Bob
Ann      seal 1
Bob      seal 2
Ann      select {n}
?        Bob select
"""


def holding(text):
    return all(replay_text(text, RULESETS, luck) == [] for luck in LUCKS)


@pytest.fixture(scope="module")
def opening():
    """With a square that asks nobody anything, whatever lies there."""
    texts = (OPENING.format(n=n) for n in range(3, 40))
    return next(text for text in texts if holding(remove_lucky_lines(bless_text(text, RULESETS), RULESETS)))


def lines(text, head):
    return [line.partition(" ")[2].strip() for line in text.split("\n") if line.startswith(head)]


def test_what_is_blessed_and_hangs_on_luck_is_left_out(opening):
    whole = bless_text(opening, RULESETS)
    (found,) = [line for line in lines(whole, ">") if line.startswith("Ann opens square ")]
    kept = lines(remove_lucky_lines(whole, RULESETS), ">")
    assert found not in kept
    assert kept
    assert holding(remove_lucky_lines(whole, RULESETS))


def test_what_holds_with_any_luck_stays():
    whole = bless_text(UNPINNED.replace("Ann      select", "~        bomb.mutates no\nAnn      select"), RULESETS)
    assert remove_lucky_lines(whole, RULESETS) == whole
    assert replay_with_any_luck(whole, RULESETS) == []


def test_a_complaint_says_that_it_hangs_on_luck_and_how_to_pin_it(opening):
    whole = bless_text(opening, RULESETS)
    assert replay_text(whole, RULESETS) == []
    why = str(replay_with_any_luck(whole, RULESETS)[0])
    assert "hangs on luck" in why
    assert "“~”" in why
    assert "this was not said here" in why


def test_what_is_wrong_with_its_own_luck_is_said_first():
    (wrong,) = replay_with_any_luck(UNPINNED.replace("Ann is out", "Bob is out"), RULESETS)
    assert "luck" not in wrong.why


@pytest.fixture
def file(opening, tmp_path):
    file = tmp_path / "opening.rtab"
    file.write_text(opening, "utf-8")
    return file


def test_the_command_is_as_strict_as_the_tests(file, opening, capsys):
    file.write_text(bless_text(opening, RULESETS), "utf-8")
    assert main(["replay", str(file)]) == 1
    assert "hangs on luck" in capsys.readouterr().out
    assert main(["replay", "--bless", str(file)]) == 0
    assert main(["replay", str(file)]) == 0
