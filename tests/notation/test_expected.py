"""What may be expected after a move: silence about something, private lines in any order, how a question reads."""

import pytest

from engine.notation import bless_text, replay_text
from engine.rulesets import RULESETS

HEAD = """\
rtab     1 season7
title    What is expected
players  Ann Bob Cat
round    Q1 Ann Bob Cat
holds    Bob Borrow the Truth; Ann Skip Turn
board    Q1
    £100,000 +Revive | £200,000 | Bomb@Cat | £300,000

"""
SELECT = "Ann      select 1\n"
PEEK = "Bob      play Borrow the Truth\nAnn      play peek 3\n"
SQUARES = "select 2 | 3 | 4"


def told(text):
    return "\n".join(map(str, replay_text(text, RULESETS)))


def after_selecting(*lines):
    return told(HEAD + SELECT + "".join(f"{line}\n" for line in lines) + "?        Bob select\n")


def test_nothing_about_something_may_be_said():
    assert after_selecting('>Bob     nothing about "Revive"', '>        nothing about "Revive"') == ""
    assert after_selecting('>Ann     nothing about "Defuse"', ">Ann     nothing about Bomb Switch") == ""
    assert "+ >Ann You now have the hidden square Revive. Only you know." in after_selecting(
        '>Ann     nothing about "Revive"'
    )
    assert "+ > Ann opens square 1: £100,000." in after_selecting(">        nothing about £100,000")


def after_peeking(*lines):
    return told(HEAD + PEEK + "".join(f"{line}\n" for line in lines) + "?        Ann select\n")


def test_what_two_players_are_told_in_private_may_come_in_any_order():
    public, ann, bob = ">  Ann peeks at square 3.", ">Ann Square 3 is a Bomb.", ">Bob Square 3 is a Bomb."
    assert after_peeking(public, ann, bob) == ""
    assert after_peeking(public, bob, ann) == ""


@pytest.mark.parametrize("order", [(1, 0, 2), (1, 2, 0)])
def test_what_everybody_is_told_keeps_its_place(order):
    lines = (">  Ann peeks at square 3.", ">Ann Square 3 is a Bomb.", ">Bob Square 3 is a Bomb.")
    assert "this was not said here" in after_peeking(*(lines[n] for n in order))


def test_what_one_player_is_told_keeps_its_order():
    twice = ">Ann Square 3 is a Bomb."
    assert "this was not said here" in after_peeking(twice, twice)


def test_the_wording_of_a_question_can_be_expected():
    assert after_selecting("asks     Bob select Bob, open a square.") == ""
    assert "+ Bob select Bob, open a square." in after_selecting("asks     Bob select Bob, pick one.")
    assert "Ann is not asked for one “select”; what is pending: Bob select." in after_selecting("asks Ann select Now?")


# What is expected of the options, and how they are shown if they are otherwise.
OFFERS = [
    (f"offers   Bob {SQUARES}", ""),
    ("offers   Bob select 2: A2 | 3: A3 | 4: A4", ""),
    ("offers   Bob select 2 | 3: A3 | 4", ""),
    ("offers   Bob select 2 | 3", f"+ Bob {SQUARES}"),
    ("offers   Bob select 3 | 2 | 4", f"+ Bob {SQUARES}"),
    ("offers   Bob select 2: A1 | 3: A3 | 4: A4", "+ Bob select 2: A2 | 3: A3 | 4: A4"),
    ("offers   Bob select", f"+ Bob {SQUARES}"),
]


@pytest.mark.parametrize(("line", "got"), OFFERS)
def test_the_options_of_a_question_can_be_expected(line, got):
    assert (got in after_selecting(line)) if got else after_selecting(line) == ""


NUMBER = """\
rtab     1 season7
title    A number
players  Ann Bob
round    Q1 Ann Bob
board    Q1
    £100,000 | £200,000
minigame Ann Leap of Faith
begin
offers   Ann leap_of_faith.steps 1 to 3
?        Ann steps, Ann select
"""


def test_the_range_of_a_number_can_be_expected():
    assert told(NUMBER) == ""
    assert "+ Ann leap_of_faith.steps 1 to 3" in told(NUMBER.replace("1 to 3", "0 to 3"))


def test_blessing_mends_them():
    wrong = 'asks     Bob select What?\noffers   Bob select 1\n>Bob     nothing about "Revive"\n'
    blessed = bless_text(HEAD + SELECT + wrong + "?        Bob select\n", RULESETS)
    assert "asks     Bob select Bob, open a square." in blessed
    assert f"offers   Bob {SQUARES}" in blessed
    assert '>Bob     nothing about "Revive"' in blessed
    assert replay_text(blessed, RULESETS) == []


def test_a_refusal_may_be_written_as_far_as_it_matters():
    refused = HEAD + "Ann      select 99\n{}?        Ann select\n"
    whole = told(refused.format("!        x\n")).partition("+ ! ")[2].splitlines()[0]
    assert told(refused.format(f"!        {whole}\n")) == ""
    assert told(refused.format(f"!        {whole[:12]} …\n")) == ""
    assert "reads otherwise" in told(refused.format("!        Nobody …\n"))
    assert "reads otherwise" in told(refused.format(f"!        {whole[:12]}\n"))
