"""The tool that rewords sentences: each line of a transcript is told by an event of its own game."""

from functools import partial

import pytest

from tests.rewording import build_patterns, reword_source, reword_text

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


def test_a_rule_is_reworded_and_what_its_docstring_tells_engineers_stays():
    source = 'def land(t):\n    """You win{0}.\n\n    Return nothing; `n` is 1.\n    """\n    t.tell("You win{0}.")\n'
    new = {"You win.": "You get the money."}
    assert reword_source(source.format(""), new) == (
        source.format("").replace("You win.", new["You win."]),
        {"You win."},
    )
    assert reword_source(source.format(" it"), new) == (source.format(" it"), set())
