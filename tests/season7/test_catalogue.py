import pytest

from engine.season7 import tables
from engine.season7.catalogue import explain_season7_name, list_season7_topics
from engine.season7.hooks import find_square_scripts

EVERYTHING = [
    *(face for faces in tables.SQUARES_BY_CATEGORY.values() for face in faces),
    *tables.HIDDEN_SQUARES,
    *tables.WILDCARDS,
    "Bomb",
]


@pytest.mark.parametrize("face", EVERYTHING)
def test_whatever_lies_on_a_board_is_explained_in_a_sentence(face):
    rule = explain_season7_name(face)
    assert rule
    said = str(rule)
    assert said.startswith(face)
    assert len(said) > len(face) + 20
    assert "  " not in said


def test_it_may_be_spelt_carelessly():
    assert explain_season7_name(" gift  card") == explain_season7_name("Gift Card")
    assert explain_season7_name("commissioner") == explain_season7_name("The Commissioner")
    assert explain_season7_name("45% booster") == explain_season7_name("45% Booster")


def test_it_names_the_category():
    assert "(Category 6, Events.)" in str(explain_season7_name("Eclipse"))
    assert "(Category 9, Hidden Squares.)" in str(explain_season7_name("Deflect"))
    assert "(Category 8, Vintage.)" in str(explain_season7_name("High Stakes"))


@pytest.mark.parametrize("word", ["", "Teapot", "£", "%", "\u0000" * 50])
def test_other_words_are_not_made_up(word):
    assert explain_season7_name(word) is None


def test_all_names_but_those_of_plain_amounts_are_listed_once_by_category():
    groups = list_season7_topics()
    names = [name for group in groups.values() for name in group]
    plain = {face for face in EVERYTHING if "?" not in face and (tables.parse_cash(face) or tables.parse_booster(face))}
    assert sorted(names) == sorted({*EVERYTHING} - plain)
    assert {"Gift Card", "Eclipse"} <= {*groups["Events"]}
    assert (groups["Bombs"], groups["Wildcard Rounds"]) == (["Bomb"], sorted(tables.WILDCARDS))


def test_a_square_that_nobody_has_written_is_named():
    with pytest.raises(
        LookupError, match="“Gift Crad” stands in the tables, and no square's function is called gift_crad"
    ):
        find_square_scripts(["Gift Card", "Gift Crad"])
