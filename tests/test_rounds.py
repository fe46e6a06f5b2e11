"""docs/rounds has a short game of each kind against computers, as the command in its first line prints it.

    python -m tests.test_rounds

prints all of them anew.
"""

import contextlib
import io
import re
import sys
from pathlib import Path

import pytest

from engine.rulesets import RULESETS
from host.core.stand_ins import FIRST_NAMES
from host.doors.command import main
from tests import phone_log
from workshop.simulate.rivals import LOGGED_NAME

ROUNDS = Path(__file__).parents[1] / "docs/rounds"
ANEW = "print it anew: python -m tests.test_rounds"
NAMES = "|".join([LOGGED_NAME, *FIRST_NAMES])
WEEK = "$ make phone-log GAME=week"
VARIES = re.compile(rf"[A-D]: .*|\$[\d,]+|\b[A-D]\b|\b(?:{NAMES})(?: 2)?\b(?:, | and )?|[^\s]*\d")


def print_anew(kept):
    command, printed = kept.splitlines()[0], io.StringIO()
    if command == WEEK:
        return "\n".join([command, "", *phone_log.log("telegram", "24", "week")]) + "\n"
    with contextlib.redirect_stdout(printed):
        assert main(command.removeprefix("$ rtab ").split()) == 0
    return printed.getvalue()


def test_there_is_a_round_of_each_game():
    assert {path.stem for path in ROUNDS.glob("*.txt")} == {*RULESETS, "week"}


@pytest.mark.slow
def test_the_kept_week_is_what_a_phone_shows_now():
    kept = (ROUNDS / "week.txt").read_text("utf-8")
    assert kept == print_anew(kept), ANEW


@pytest.mark.parametrize("name", sorted(set(RULESETS) - {"ladder"}))
def test_a_kept_round_is_what_its_command_prints(name):
    kept = (ROUNDS / f"{name}.txt").read_text("utf-8")
    assert kept == print_anew(kept), ANEW


def list_sentence_shapes(log):
    """What is said in a log of the ladder, without names, letters, sums and the words of questions."""
    said = (
        re.sub(r"(?<=^For )(\$[\d,]+:).*|(?<=^The right answer is ).*", r"\1", line) for line in log.splitlines()[5:]
    )
    return {" ".join(VARIES.sub("", line).split()) for line in said}


def test_a_kept_round_of_the_ladder_says_what_rounds_say_now():
    """Not word for word: whenever a question is mended others are drawn, and nobody who mends one should have to print
    the round anew.
    """
    kept = (ROUNDS / "ladder.txt").read_text("utf-8")
    new = print_anew(kept)
    assert kept.splitlines()[:6] == new.splitlines()[:6], ANEW
    for seed in range(8):
        new += print_anew(kept.replace("--seed 4", f"--seed {seed}", 1))
    assert list_sentence_shapes(kept) <= list_sentence_shapes(new), ANEW


if __name__ == "__main__":
    for path in sorted(ROUNDS.glob("*.txt")):
        path.write_text(print_anew(path.read_text("utf-8")), "utf-8")
        sys.stdout.write(f"{path}\n")
