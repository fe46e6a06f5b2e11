"""How questions written by hand, and tables of facts, become the bank."""

import json

import pytest

from engine.ladder.box import Entry
from workshop.bank.grow import grow
from workshop.bank.quiz import Unreadable, quiz, topics

HEAD = "licence CC0-1.0\ndate 2026-11\n\n"
WOMBAT = """8 | Marsupials | 2019 | Australia
What shape are the droppings of a wombat?
Cubes | Rings | Cones | Discs
Finding out how won an Ig Nobel Prize.
Soft Matter, 2021
"""
TABLE = """topic    Capitals
source   own
licence  CC0-1.0
date     2026-11
fact     an atlas
columns  country capital note
levels   1 14
most     {most}
ask +1 capital | What is the capital of {{country}}? | {{note}}.

France | Paris | it lies on the Seine
Italy | Rome | it has seven hills
Peru | Lima | it hardly ever rains there
Ghana | Accra | it grew from three forts
Egypt | Cairo | it is by the Nile
Cuba | Havana | it has old cars
Japan | Tokyo | it was called Edo
Chad | N'Djamena | it was Fort-Lamy
"""


@pytest.fixture
def facts(tmp_path):
    folder = tmp_path / "facts"
    folder.mkdir()
    (folder / "topics.txt").write_text("nature | Marsupials\ngeography | Capitals\n")
    return folder


def read(facts, text):
    file = facts / "set-x-nature.quiz"
    file.write_text(HEAD + text)
    return list(quiz(file, topics(facts)))


def grown(facts, name):
    return [json.loads(line) for line in (facts.parent / f"{name}.jsonl").read_text().splitlines()]


def test_a_question_as_it_is_written(facts):
    (entry,) = read(facts, WOMBAT)
    assert entry == Entry(
        entry.id,
        8,
        "nature",
        "What shape are the droppings of a wombat?",
        ("Cubes", "Rings", "Cones", "Discs"),
        "Finding out how won an Ig Nobel Prize.",
        "Race to a Billion",
        "CC0-1.0",
        "2026-11",
        narrow="Marsupials",
        year=2019,
        country="Australia",
        fact="Soft Matter, 2021",
    )
    assert entry.id.startswith("set-x-nature-")


def test_what_a_question_has_not_got_is_a_dash_and_what_was_checked_is_a_sixth_line(facts):
    bare = WOMBAT.replace("2019 | Australia", "- | -").replace("Soft Matter, 2021", "-")
    checked = WOMBAT.replace("wombat", "bear").replace("2019", "-30") + "checked 2026-11-22 pubs.rsc.org\n"
    first, second = read(facts, f"{bare}\n{checked}")
    assert (first.year, first.country, first.fact, first.checked) == (None, "", "", "")
    assert (second.year, second.checked) == (-30, "2026-11-22 pubs.rsc.org")


@pytest.mark.parametrize(
    ("was", "typed", "why"),
    [
        ("Soft Matter, 2021\n", "", "a block has five lines, and perhaps a sixth that begins with “checked”"),
        ("Soft Matter, 2021\n", "one\ntwo\n", "a block has five lines, and perhaps a sixth that begins with “checked”"),
        ("Marsupials", "Birds", "“Birds” is no topic of topics.txt"),
        ("8 |", "hard |", "it begins with a level, a topic, a year and a country"),
        ("2019", "long ago", "it begins with a level, a topic, a year and a country"),
        (" | Discs", "", "there are 3 parts in “Cubes | Rings | Cones”, not four"),
    ],
)
def test_a_block_that_cannot_be_read_is_named(facts, was, typed, why):
    text = WOMBAT.replace(was, typed)
    with pytest.raises(Unreadable) as refused:
        read(facts, text)
    assert str(refused.value) == f"set-x-nature.quiz, “{text.splitlines()[0]}”: {why}"


def test_the_bank_keeps_levels_and_tags_and_leaves_out_what_is_given_away(facts):
    given = "9 | Marsupials | - | -\nWhere do Australians live?\nAustralia | Bermuda | Colombia | Dominica\nSo.\n-\n"
    read(facts, f"{WOMBAT}\n{given}")
    (left_out,) = grow(facts, facts.parent)
    assert "“australia”, the answer, is near “australians”" in left_out
    (line,) = grown(facts, "set-x-nature")
    assert (line["level"], line["narrow"], line["year"], line["country"]) == (8, "Marsupials", 2019, "Australia")
    assert "template" not in line
    assert "checked" not in line


def test_wrong_answers_of_a_table_are_those_that_are_right_nowhere(facts):
    """Whoever has met the other questions of the table must not know from them what is wrong here."""
    (facts / "capitals.facts").write_text(TABLE.format(most=2))
    assert grow(facts, facts.parent) == []
    lines = grown(facts, "capitals")
    rights = {line["answers"][0] for line in lines}
    assert rights == {"Paris", "Cairo"}
    assert [line["level"] for line in lines] == [2, 9]
    assert {(line["template"], line["fact"]) for line in lines} == {("capitals", "an atlas")}
    assert [line["why"] for line in lines] == ["It lies on the Seine.", "It is by the Nile."]
    assert not rights & {wrong for line in lines for wrong in line["answers"][1:]}


def test_a_table_leaves_out_a_row_that_has_no_wrong_answers_of_its_length(facts):
    (facts / "capitals.facts").write_text(TABLE.format(most=8))
    grow(facts, facts.parent)
    assert "N'Djamena" not in {line["answers"][0] for line in grown(facts, "capitals")}
