"""Predictions at a keyboard that several people share."""

import re

import pytest

from tests.host.doors.terminal.test_table import ANN_BOB, PLAIN, begun, opens, seals


@pytest.mark.whole
def test_what_one_says_is_for_oneself_and_the_table_of_points_for_all(terminal):
    screen = terminal(*ANN_BOB)
    name = begun(screen)
    for line, answer in {
        "predict": "Write alone first",
        "predict table": "No prediction in this game has a result yet.",
    }.items():
        screen.types(line)
        assert answer in screen.reads(f"{name}> "), line


@pytest.mark.whole
def test_whoever_is_out_predicts_where_the_others_do_not_read_it(terminal):
    screen = terminal("season7", "--players", "Ann,Bob,Cat", "--computers", "0", *PLAIN)
    for name, square in (("Ann", "17"), ("Bob", "3"), ("Cat", "5")):
        seals(screen, name, square)
    seen = screen.reads("> ")
    for bomb in ("17", "3", "5"):  # now and then one fizzles
        out = re.findall(r"(Ann|Bob|Cat), open a square", seen)[-1]
        seen = opens(screen, bomb)
        if f"{out} is out of the round" in " ".join(seen.split()):
            break
    here = re.findall(r"(Ann|Bob|Cat), open a square", seen)[-1]
    for line in ("predict Q1/wins Ann", "predict"):
        screen.types(f"{out}: {line}")
        seen = screen.reads(f"{here}> ")
        assert "Write alone first" in seen
        assert "Your prediction:" not in seen
    screen.types(f"{out}: alone")
    screen.reads(f"This is for {out} alone.")
    screen.types("")
    screen.reads("[alone]> ")
    screen.types(f"predict Q1/wins {here}")
    assert f"Your prediction: {here}. Nobody sees it until the result is known." in screen.reads("[Enter]")
