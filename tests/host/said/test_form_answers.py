"""An answer that is typed is the same however it is written; numbers can be tapped where they are few."""

from types import SimpleNamespace
from typing import Any

import pytest

from engine.kernel import Form, Option, Reader
from host.core.session import WritingStyle
from host.doors.discord import answering
from host.doors.telegram.messages import asking
from host.said.answers import Choice, parse_form_answer
from host.said.reading import matching
from host.shown.views import QuestionView

SEVERAL = Form("several", 1, 3)
WORDS = [Choice("red", "Crimson"), Choice("blue", "Navy Blue"), Choice("p1", "Ann")]
SQUARES = [Choice(n, str(n)) for n in range(1, 26)]


@pytest.mark.parametrize("said", ["red", "RED", " Red ", "crimson", "CRIMSON", "Crimson"])
def test_a_choice_is_known_by_its_label_and_its_value_in_any_case(said):
    assert parse_form_answer(Form(), WORDS, [said]) == "red"


@pytest.mark.parametrize(
    ("options", "said", "value"),
    [
        (SQUARES, ["7"], [7]),
        (SQUARES, ["7 9"], [7, 9]),
        (SQUARES, ["7, 9"], [7, 9]),
        (SQUARES, ["7 and 9"], [7, 9]),
        (SQUARES, ["7; 9"], [7, 9]),
        (SQUARES, ["7\n9"], [7, 9]),
        (SQUARES, ["7", "9"], [7, 9]),
        (SQUARES, ["7 then 9 & 3 + 4"], [7, 9, 3, 4]),
        (SQUARES, ["99"], ["99"]),
        (WORDS, ["Navy Blue, Ann"], ["blue", "p1"]),
        (WORDS, ["navy blue; crimson"], ["blue", "red"]),
        (WORDS, ["blue red"], ["blue", "red"]),
        (WORDS, ["BLUE RED"], ["blue", "red"]),
        (WORDS, ["blue and red"], ["blue", "red"]),
        (WORDS, ["green"], ["green"]),
        (WORDS, [""], []),
    ],
)
def test_several_are_written_with_commas_words_and_lines_between(options, said, value):
    assert parse_form_answer(SEVERAL, options, said) == value


def read_labels(rows):
    """What stands on buttons, or in menus."""
    parts = [part for row in rows for part in row["components"]]
    return [each["label"] for part in parts for each in part.get("options", [part])]


@pytest.mark.parametrize("said", ["Defuse", "defuse", "DEFUSE ", "your Defuse"])
def test_a_value_with_capitals_is_known_in_any_case(said):
    assert parse_form_answer(Form(), [Choice("Fold", "Fold"), Choice("Defuse", "Your Defuse")], [said]) == "Defuse"


def test_what_fits_nothing_stays_as_it_was_written():
    assert parse_form_answer(Form(), WORDS, [" mauve "]) == "mauve"
    assert parse_form_answer(Form(), WORDS, []) == ""


@pytest.mark.parametrize(
    ("form", "values"),
    [
        (Form("number", 1, 5), [1, 2, 3, 4, 5]),
        (Form("number", 0, 100, 50), [0, 50, 100]),
        (Form("number", 10, 10), [10]),
        (Form("number", 1, asking.FEW_NUMBERS), [*range(1, asking.FEW_NUMBERS + 1)]),
        (Form("number", 1, asking.FEW_NUMBERS + 1), []),
        (Form("number", 0, 5 * asking.FEW_NUMBERS - 1, 5), [*range(0, 5 * asking.FEW_NUMBERS, 5)]),
        (Form("number", 0, 5 * asking.FEW_NUMBERS, 5), []),
        (Form("text"), []),
        (SEVERAL, []),
    ],
)
def test_so_few_numbers_are_tapped(form, values):
    labels = [label for label in map(str, values) if form.kind == "number"]
    rows = answering._build_form_rows(("g", "q"), form, [], Reader(), []) if form.kind == "number" else []
    assert read_labels(rows) == labels
    asked = QuestionView("q", "key", "p1", "How many?", {}, form, [], secret=False, due=0.0)
    assert [choice.value for choice in asking.list_tap_choices(asked, Reader())] == values


def test_options_are_tapped_by_their_labels():
    options = [Option(each.value, each.label) for each in WORDS]
    asked = QuestionView("q", "key", "p1", "Which?", {}, Form(), options, secret=False, due=0.0)
    assert asking.list_tap_choices(asked, Reader()) == WORDS


PAYMENTS = [
    Option("least", "Pay exactly: $5,000,000, Yukon Freight"),
    Option("keep cash", "Keep your cash, and pay: Yukon Freight"),
]
BIDS = [Option(0, "Nothing"), Option(2_000_000, "$2,000,000"), Option("all", "All: $5,000,000")]


def parse_own_words(options, text):
    asked = QuestionView("q", "q", "p1", "", {}, Form(words=True), options, secret=True, due=0, reads=True)
    shown: Any = SimpleNamespace(names={"p1": "Ann"}, style=WritingStyle(), view=None)
    return matching.parse_answer_value(shown, asked, text)


@pytest.mark.parametrize("said", ["Yukon Freight, 1m", "1m, Yukon Freight", "5m", "everything", "5m, 1m please"])
def test_cards_to_pay_with_are_left_to_the_rules(said):
    assert parse_own_words(PAYMENTS, said) == said


@pytest.mark.parametrize(("said", "amount"), [("I bid 3m", "3000000"), ("everything", "5000000"), ("Nothing", 0)])
def test_a_bid_is_read_as_an_amount(said, amount):
    assert parse_own_words(BIDS, said) == amount
