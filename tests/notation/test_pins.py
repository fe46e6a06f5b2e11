"""Pins decide what chance draws: before the move or the first answer, whole or one square; or they say why not."""

import pytest

from engine.notation import bless_text, replay_text
from engine.rulesets import RULESETS

HEAD = "rtab     1 season7\ntitle    Pins\nplayers  Ann Bob Cat\nround    Q1 Bob Cat Ann\n"
MINIGAME = HEAD + "minigame Ann Times Table\nboard    Q1\n    £100,000 | £200,000 | Bomb@Cat\n\n"
PIN = "~        times_table.amounts 1000000 | 5000 | 10000 | 100000 | 80000 | 25000\n"
LOOK = """Ann      look A, B, F
>        A (× 0) hides £1,000,000.
>        B (× 1) hides £5,000.
>        F (× 20) hides £25,000.
"""
SHUFFLE = """~        times_table.shuffle 25000 | 1000000
Ann      shuffle A, F
?        Ann times_table.look, Bob select
"""


def told(text, luck=""):
    return "\n".join(map(str, replay_text(text, RULESETS, luck)))


@pytest.mark.parametrize("pinned", [PIN + "begin\n" + LOOK, PIN + LOOK])
def test_what_opening_a_minigame_draws_is_pinned_before_that_or_before_its_first_answer(pinned):
    for luck in ("", "other", "third"):
        assert told(MINIGAME + pinned + SHUFFLE, luck) == ""


OPENED = """holds    Bob Times Table
board    Q1
    £100,000 | Bomb@Bob | £200,000 | £300,000
out      Ann
Bob      select 1
~        bomb.mutates no
~        square00.minigame Spectrum
Cat      select 2
Bob      stake keep
"""


def test_it_is_so_for_a_minigame_that_a_move_opens():
    text = HEAD + OPENED + (PIN + LOOK).replace("Ann", "Bob") + "?        Bob times_table.shuffle\n"
    assert told(text) == ""


def test_after_the_first_answer_it_is_too_late_and_that_is_said():
    late = MINIGAME + PIN + "begin\n" + LOOK + PIN + "Ann      shuffle A, F\n?        Ann look, Bob select\n"
    assert "the beginning had drawn times_table.amounts already" not in told(late)  # that had its pin
    assert "nothing drew times_table.amounts." in told(late)
    free = MINIGAME + "Ann      look A, B, F\n" + PIN + "Ann      shuffle A, F\n?        Ann look, Bob select\n"
    assert "the beginning had drawn times_table.amounts already, and nothing drew it again" in told(free)


def test_what_a_move_at_another_table_comes_between_is_no_answer():
    text = MINIGAME + "Bob      select 1\n" + PIN + LOOK + "?        Ann times_table.shuffle, Cat select\n"
    assert told(text) == ""


def test_blessing_with_pins_brings_each_to_its_place():
    pinned = bless_text(MINIGAME + PIN + LOOK + "?        nothing\n", RULESETS, pin=True)
    assert pinned.index("times_table.amounts") < pinned.index("begin") < pinned.index("look A, B, F")
    assert replay_text(pinned, RULESETS) == []


SEAL = """rtab     1 season7
title    One square of a board that is drawn
players  Ann Bob
round    Q1 Ann Bob
Ann      seal 1
~        board.rest @1 Gift Card
~        board.shuffle @5 Gift Card
~        board.shuffle @7 OnePlus
~        board.rest @2 OnePlus
Bob      seal 2
:        Q1.5.face "Gift Card"
:        Q1.7.face "OnePlus"
?        Ann select
"""


def test_single_squares_of_a_board_are_fixed_and_the_rest_is_left_to_chance():
    for luck in ("", "other", "third"):
        assert told(SEAL, luck) == ""


ONE = SEAL.replace("~        board.shuffle @7 OnePlus\n~        board.rest @2 OnePlus\n", "").replace(
    ':        Q1.7.face "OnePlus"\n', ""
)
# What is wrong with a pin, the line at fault, and the reason that is given.
FAULTS = [
    ("board.shuffle @5 Gift Card", "board.shuffle @99 Gift Card", "draws 25, so there is no @99 for “Gift Card”"),
    ("board.shuffle @5 Gift Card", "board.shuffle @5 Gift Crad", "cannot draw “Gift Crad” here. It can draw: "),
    ("board.shuffle @5 Gift Card", "board.shuffle @5 a | b", "one place takes one outcome; write a line for each."),
    ("board.shuffle @5 Gift Card", "board.shuffle @5", "a pin is “~ KEY OUTCOME”"),
    (
        "board.shuffle @5 Gift Card",
        "board.shufle @5 Gift Card",
        "nothing drew board.shufle. Did you mean “board.shuffle”?",
    ),
    ("board.rest @1 Gift Card\n", "board.rest @1 Gift Card\n~        board.rest @1 OnePlus\n", "drew board.rest again"),
]


@pytest.mark.parametrize(("old", "new", "why"), FAULTS)
def test_a_pin_that_cannot_be_says_the_true_reason(old, new, why):
    text = ONE.replace(old, new)
    last = new.strip().split("\n")[-1]
    line = next(number for number, line in enumerate(text.split("\n"), 1) if last in line)
    differences = [each for each in replay_text(text, RULESETS) if each.line == line]
    assert any(why in each.why for each in differences)


def test_a_pin_before_a_refused_move_says_so():
    text = (
        MINIGAME
        + "~ bomb.mutates no\nBob      select 9\n!        “9” is not one of the choices: 1 to 4.\n"
        + "? Ann look, Bob select\n"
    )
    assert "this pin never came into play: the move is refused, so nothing is drawn" in told(text)


def test_a_pin_that_comes_too_early_is_told_where_it_belongs():
    early = ONE.replace("~        board.shuffle @5 Gift Card\n", "").replace(
        "Ann      seal 1\n", "~        board.shuffle @5 Gift Card\nAnn      seal 1\n"
    )
    why = "line 5: this pin never came into play: line 8 draws board.shuffle, so write the pin before that line"
    assert told(early).startswith(why)


def test_what_a_board_deals_must_have_been_drawn_for_it_and_that_is_said():
    (difference,) = replay_text(ONE.replace("~        board.rest @1 Gift Card\n", ""), RULESETS)
    assert difference.why.startswith(
        "board.shuffle cannot draw “Gift Card” here unless board.category6 or board.rest has drawn it: pin it there as "
        "well, such as “~ board.rest @1 Gift Card”. It can draw: "
    )


def test_the_pin_at_fault_is_named_and_not_another_of_its_key():
    text = MINIGAME + PIN + LOOK + "~ times_table.shuffle 25000 | 3\nAnn      shuffle A, F\n? Ann look, Bob select\n"
    assert told(text).startswith("line 14: times_table.shuffle cannot draw “3” here. It can draw: 1000000 | 25000")
