"""The tool that rewords sentences: each line of a transcript is told by an event of its own game."""

from functools import partial

import pytest

from tests.rewording import (
    build_longest_patterns,
    build_patterns,
    is_piece,
    list_quotes,
    reword_parts,
    reword_source,
    reword_text,
)

pytestmark = pytest.mark.whole
ROUND, GRID = "{round} is over. {verdict}.", "{grid} is over. {verdict}."
NEW = {ROUND: "That was {round}: {verdict}.", GRID: "{verdict} on {grid}."}
OF_RULES = {"season7": {ROUND}, "deluxe": {GRID}}


@pytest.mark.parametrize(
    ("game", "says"), [("season7", "That was Board 1: Ann wins."), ("deluxe", "Ann wins on Board 1."), ("ladder", "")]
)
def test_two_games_with_a_sentence_of_one_shape_reword_each_its_own(game, says):
    transcript = f"rtab     1 {game}\nAnn      pick 1\n>        Board 1 is over. Ann wins.\n"
    reworded = reword_text(transcript, partial(build_patterns, NEW, OF_RULES))
    assert reworded.splitlines()[2] == f">        {says or 'Board 1 is over. Ann wins.'}"


def test_a_sentence_that_stays_keeps_its_lines_from_one_of_the_same_shape():
    of_rules = {"season7": {"{who} is back in the round!"}}
    new = {"{who} is back in the round!": "{who} returns!"}
    text = "rtab     1 season7\n>        Ann is out of the round.\n>        Ann is back in the round!\n"
    reworded = reword_text(text, partial(build_patterns, new, of_rules))
    assert reworded.splitlines()[1:] == [">        Ann is out of the round.", ">        Ann returns!"]


def test_a_refusal_is_no_line_of_an_event_of_the_same_shape():
    answer = "Your answer is {letter}."
    find = partial(build_patterns, {answer: "You say {letter}."}, {"ladder": {answer}})
    lines = "rtab     1 ladder\n>Ann     Your answer is B.\n!        Your answer is final.\n"
    assert reword_text(lines, find).splitlines()[1:] == [">Ann     You say B.", "!        Your answer is final."]


@pytest.mark.parametrize(
    ("line", "reworded"),
    [
        ("!        Bob has locked 2. You can choose: 1 to 3.", "!        2 is locked by Bob. You can choose: 1 to 3."),
        ("!Ann     Wait. Bob has locked 2.", "!Ann     Wait. 2 is locked by Bob."),
        ("asks     Ann look Bob has locked 2. Stop it?", "asks     Ann look 2 is locked by Bob. End it?"),
        ("offers   Ann look 1: Go | 2: Go on | 3: Go", "offers   Ann look 1: Walk | 2: Go on | 3: Walk"),
        ("!        Choose from 1, “Go” or Go.", "!        Choose from 1, “Walk” or Go."),
        ("!        Choose 1. Go there.", "!        Choose 1. Go there."),
        ("asks     Ann look Do you stop it?", "asks     Ann look Do you stop it?"),
    ],
)
def test_a_refusal_and_a_question_are_reworded_in_each_sentence(line, reworded):
    new = {"{who} has locked {n}.": "{n} is locked by {who}.", "Stop it?": "End it?", "Go": "Walk"}
    find = partial(build_patterns, new, {"season7": {*new}})
    assert reword_text(f"rtab     1 season7\n{line}\n", find).splitlines()[1] == reworded


def test_what_tests_quote_is_reworded_with_its_values_and_its_pieces_are_named():
    new = {"{who} has locked {n}.": "{n} is locked by {who}."}
    source = 'assert "Ann has locked 2. Wait." in told\nassert " has locked " in told\nassert f"{a} has locked {b}."\n'
    quotes = list_quotes(source)
    assert quotes == [(1, "Ann has locked 2. Wait."), (2, " has locked ")]
    assert reword_parts(quotes[0][1], build_longest_patterns(new)) == "2 is locked by Ann. Wait."
    assert [is_piece(text, new) for _, text in quotes] == [False, True]


def test_a_rule_is_reworded_and_what_its_docstring_tells_engineers_stays():
    source = 'def land(t):\n    """You win{0}.\n\n    Return nothing; `n` is 1.\n    """\n    t.tell("You win{0}.")\n'
    new = {"You win.": "You get the money."}
    assert reword_source(source.format(""), new) == (
        source.format("").replace("You win.", new["You win."]),
        {"You win."},
    )
    assert reword_source(source.format(" it"), new) == (source.format(" it"), set())
