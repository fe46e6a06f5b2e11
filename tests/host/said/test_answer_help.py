"""How people are told to answer in writing."""

from engine.kernel import Form
from engine.kernel.question import Option
from host.core.session import WritingStyle
from host.said.answers import format_answer_help
from host.shown.views import QuestionView
from host.shown.words import build_reader


def test_a_long_list_of_choices_names_its_numbers_and_then_its_words():
    options = [*(Option(n, f"A{n}") for n in range(1, 20)), Option("Metronome", "Metronome")]
    asked = QuestionView("Q1#1", "select", "p1", "", {}, Form(), options, secret=False, due=0.0)
    help_text = format_answer_help(asked, build_reader({}, WritingStyle()), "pick", lambda line: f"`{line}`")
    assert help_text == "Write pick and your choice: `1` … `19`, `Metronome`."
