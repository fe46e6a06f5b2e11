"""What gives a question away."""

import re

import pytest

from engine.ladder.box import BoxEntry
from engine.ladder.rules import LADDER_RULESET
from host.core.cards import dealt_cards
from workshop.bank.check import list_content_words, list_question_hints


def asks(question, *answers, level=9):
    right, *wrong = answers
    four = (right, *wrong, "Nothing", "Nobody", "Nowhere")[:4]
    name = f"q-{right.casefold().replace(' ', '-')}"
    return BoxEntry(name, level, "plain", question, four, "So it is.", "own", "CC0-1.0", "2025")


def test_no_question_of_the_bank_is_given_away():
    assert [str(hint) for hint in list_question_hints(dealt_cards.load_card_box(LADDER_RULESET.name).cards)] == []


def test_every_explanation_says_more_than_question_and_answer():
    cards = dealt_cards.load_card_box(LADDER_RULESET.name).cards
    assert [
        it.id for it in cards if list_content_words(it.why) <= list_content_words(f"{it.question} {it.answers[0]}")
    ] == []


def test_titles_stand_alone_in_their_quotation_marks():
    cards = dealt_cards.load_card_box(LADDER_RULESET.name).cards
    assert [it.id for it in cards if re.search(r"“[^”]*, (an? |in the |of )", it.question)] == []


@pytest.mark.parametrize(
    ("question", "answer", "near"),
    [
        ("What is the young of an owl called?", "Owlet", ("owlet", "owl")),
        ("In which book do we meet Jay Gatsby?", "The Great Gatsby", ("gatsby", "gatsby")),
        ("Which country did Jomo Kenyatta lead?", "Kenya", ("kenya", "kenyatta")),
        ("Which acid is in cream of tartar?", "Tartaric acid", ("tartaric", "tartar")),
        ("Whose language is “\u02bbŌlelo Hawai\u02bbi”?", "Hawaiian", ("hawaiian", "hawaii")),
        ("On which river does Volgograd lie?", "Volga", ("volga", "volgograd")),
        ("Who calls their language Kiswahili?", "Swahili", ("swahili", "kiswahili")),
    ],
)
def test_an_answer_whose_stem_stands_in_the_question(question, answer, near):
    (hint,) = list_question_hints([asks(question, answer, "Citric acid")])
    told = f"“{near[0]}”, the answer, is near “{near[1]}”, of which it asks: {question}"
    assert str(hint) == f"q-{answer.casefold().replace(' ', '-')}: {told}"


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("Which of these rivers is in Asia?", ("Red River", "Snake River")),  # a wrong answer says so, too
        ("In which year was the fall of 1240?", ("1242", "1000")),  # numbers have no stems
        ("Who was the first to do it?", ("Washington", "Adams")),  # “was” is everywhere
        ("Which art is shown here?", ("Ballet", "Opera")),
    ],
)
def test_what_gives_nothing_away(question, answers):
    assert list_question_hints([asks(question, *answers)]) == []


def test_the_easiest_questions_may_help():
    assert list_question_hints([asks("What is the young of a duck called?", "Duckling", level=4)]) == []
    assert len(list_question_hints([asks("What is the young of a duck called?", "Duckling", level=5)])) == 1
