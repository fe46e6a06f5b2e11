"""How a header lays a season out: its lines in any order, boards that wait for bombs, who is out, what is used up."""

from itertools import permutations

import pytest

from engine.notation import replay_text
from engine.rulesets import RULESETS

FIRST = "rtab     1 season7\ntitle    A header\nplayers  Ann Bob Cat\n"
BOARD = "board    Q1\n    £100,000 | Bomb@Bob | £300,000\n    £400,000 | £500,000 | £600,000\n"
LINES = [
    "minigame Cat Spectrum\n",
    BOARD,
    "holds    Bob Defuse, Tag Along Ann\n",
    "out      Cat\n",
    "set      Q1.penalty 2500000\n",
]
ROUND = "round    Q1 Ann Bob Cat\n"
LAID = """
=        Cat out; Bob holds Defuse, Tag Along Ann
:        Bob.pledges [["Tag Along","Ann","Q1"]]
~        bomb.mutates no
~        square00.minigame Spectrum
Ann      select 2
>        Ann loses £2,500,000.
?        Cat spectrum.squares, Bob square00.stake
"""


# Lines of which one would be lost, and the complaint.
TWICE = [
    ("season7", "players  Ann Bob Cat\n", "line 4: “players” stands once; line 3 has it already."),
    ("season7", "title    Another\n", "line 4: “title” stands once; line 2 has it already."),
    (
        "season7",
        "option   target 1000000\noption   target 2000000\n",
        "line 5: “option target” stands once; line 4 has",
    ),
    ("season7", "bank     Ann £5; Bob £1\nbank     Ann £7\n", "line 5: “bank Ann” stands once; line 4 has it already."),
    ("season7", "booster  Ann 5%; Ann 7%\n", "line 4: “booster Ann” stands once; line 4 has it already."),
    ("season7", "cycle    1\ncycle    2\n", "line 5: “cycle” stands once; line 4 has it already."),
    ("deluxe", "boost    Ann 120%\nboost    Bob 120%; Ann 130%\n", "line 5: “boost Ann” stands once; line 4 has it"),
    ("deluxe", "round    1\nround    2\n", "line 5: “round” stands once; line 4 has it already."),
    ("ladder", "box      2\nbox      2\n", "line 5: “box” stands once; line 4 has it already."),
    (
        "billionaire",
        "holds    Ann Security\nholds    Ann Espionage\n",
        "line 5: “holds Ann” stands once; line 4 has it",
    ),
]


@pytest.mark.parametrize(("game", "lines", "why"), TWICE)
def test_a_line_that_would_undo_another_is_a_fault(game, lines, why):
    assert told(FIRST.replace("season7", game) + lines + "? nothing\n").startswith(why)


def told(text):
    return "\n".join(map(str, replay_text(text, RULESETS)))


@pytest.mark.parametrize("order", list(permutations(range(5)))[::7])
def test_its_lines_may_stand_in_any_order(order):
    header = "".join(LINES[n] for n in order)
    assert told(FIRST + header + ROUND + LAID) == ""


def test_a_board_may_lie_while_bombs_are_still_sealed():
    text = (
        FIRST
        + ROUND
        + BOARD.replace("Q1", "Q1 sealing")
        + """
Ann      seal 2
Cat      seal 1
Bob      seal 2
!        “2” is not one of the choices: 1 or 3 to 6.
Bob      seal 3
>        Q1 begins. Turn order: Ann, Bob and Cat.
:        Q1.2.bombs ["Bob","Ann"]
:        Q1.3.bombs ["Bob"]
:        Q1.1.face "£100,000"
?        Ann select
"""
    )
    assert told(text) == ""


def test_a_board_is_in_play_or_sealing_and_nothing_else():
    assert "expected “board ROUND [sealing]" in told(FIRST + ROUND + BOARD.replace("Q1", "Q1 later") + "? nothing\n")


OUT = """
out      Ann
peek     used Bob
gained   Bob -£26,000; Cat £50,000
Bob      play peek 1
!        You have no peeks left in this round.
:        Q1.Bob.gained -26000
:        Q1.Cat.gained 50000
=        Ann out; Bob £0
?        Bob select
"""


def test_who_is_out_whose_peek_is_used_and_what_was_gained_are_words_of_the_header():
    assert told(FIRST + ROUND + BOARD + OUT) == ""


# A line of the header, and what is wrong with it.
WRONG = [
    ("out      Dan", "nobody called “Dan” plays."),
    ("peek     Bob", "expected “peek used NAME NAME …”."),
    ("peek     used", "expected “peek used NAME NAME …”."),
    ("gained   Bob a lot", "“a lot” is no amount of money; expected NAME £AMOUNT; …."),
    ("later    Dan\nout      Dan", "nobody called “Dan” plays."),
]


@pytest.mark.parametrize(("line", "why"), WRONG)
def test_what_a_line_lacks_is_said(line, why):
    assert why in told(FIRST + ROUND + BOARD + line + "\n? Ann select\n")


@pytest.mark.parametrize("line", ["out Ann", "gained Ann £1,000", "peek used Ann", "minigame Ann Spectrum"])
def test_what_needs_a_round_says_so(line):
    assert "Ann sits in no round; expected a line “round … Ann …”." in told(FIRST + f"{line}\n? nothing\n")


def test_a_super_round_may_have_any_name():
    text = (
        FIRST
        + """
round    Final super Ann Bob
board    Final
    Bomb@Ann | £100,000 | £200,000
~        bomb.mutates no
~        square00.minigame Spectrum
Ann      select 1
>        Final is over. Bob wins.
Bob      stake keep
>        The Megagrid is next, for Bob. It starts with £10,000,000.
?        Bob megagrid.square
"""
    )
    assert told(text.replace("Final is over", "Super Round is over")) == ""
