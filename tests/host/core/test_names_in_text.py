import pytest

from engine.kernel import Form, Illegal, Option, Question
from engine.kernel.errors import Unclear
from host.core.games import replace_names_with_seats
from host.core.session import clean_display_name

NAMES = {"p1": "Ann", "p2": "Ann Marie", "p3": "Row", "p4": "."}


def words_only(text):
    if not text.startswith(("row", "p")):
        raise Illegal("What?")
    return text


def asked(form):
    return Question(key="k", who="p1", text="Well?", look=list, lapse="", form=form, typed=words_only)


@pytest.mark.parametrize("form", [Form("text"), Form(words=True)])
@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Ann holds Defuse", "p1 holds Defuse"),
        ("ann marie's bomb", "p2's bomb"),
        ("row B", "row B"),  # it makes sense as it stands
        ("Annabel", "Annabel"),
        (7, 7),
    ],
)
def test_people_write_names(form, typed, meant):
    assert replace_names_with_seats(asked(form), typed, NAMES) == meant


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("\U0001f9d1\u200d\U0001f680 Ann", "\U0001f9d1\u200d\U0001f680 Ann"),  # an astronaut
        ("\U0001f3f3\ufe0f\u200d\U0001f308", "\U0001f3f3\ufe0f\u200d\U0001f308"),
        ("\U0001f9d1\U0001f3fd\u200d\u2695\ufe0f", "\U0001f9d1\U0001f3fd\u200d\u2695\ufe0f"),
        ("A\u200dn\u200dn", "Ann"),
        ("\u200d\U0001f680\u200d", "\U0001f680"),
        ("x" * 38 + "\U0001f9d1\u200d\U0001f680", "x" * 38 + "\U0001f9d1"),  # cut between them
        ("An\u202en\n", "Ann"),
        ("\u200d", "Somebody"),
        (7, "Somebody"),
    ],
)
def test_a_name_keeps_its_letters_and_its_emoji_whole(said, name):
    assert clean_display_name(said) == name


def test_choices_stay_as_they_are():
    assert replace_names_with_seats(asked(Form()), "Ann", NAMES) == "Ann"


def test_whoever_cannot_be_chosen_is_known_by_name_too():
    question = asked(Form())
    question.look = lambda: [Option("p1", "p1"), Option("p3", "p3")]
    assert replace_names_with_seats(question, "ann marie", NAMES) == "p2"
    assert replace_names_with_seats(question, "p3", NAMES) == "p3"


def unclear(text):
    if "holds" not in text or not text.startswith("p"):
        raise Unclear("What?")
    return text


def test_what_a_script_would_ask_back_is_first_tried_with_seats():
    question = asked(Form(words=True))
    question.typed, question.asks_back = unclear, True
    assert question.check("Ann holds Defuse") == "Ann holds Defuse"
    assert replace_names_with_seats(question, "Ann holds Defuse", NAMES) == "p1 holds Defuse"
    assert replace_names_with_seats(question, "does she?", NAMES) == "does she?"


def test_a_game_without_names():
    assert replace_names_with_seats(asked(Form("text")), "Ann", {}) == "Ann"
