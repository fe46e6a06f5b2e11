"""How questions written by hand become the bank."""

import json

import pytest

from engine.ladder.box import BoxEntry
from workshop.bank.importing import UnreadableQuizBlock, iter_quiz_entries, load_topic_categories, write_grown_bank

HEAD = "licence CC0-1.0\ndate 2026-11\n\n"
WOMBAT = """8 | Marsupials | 2019 | Australia
What shape are the droppings of a wombat?
Cubes | Rings | Cones | Discs
Finding out how won an Ig Nobel Prize.
Soft Matter, 2021
about wombat | cubes
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
    return list(iter_quiz_entries(file, load_topic_categories(facts)))


def grown(facts, name):
    return [json.loads(line) for line in (facts.parent / f"{name}.jsonl").read_text().splitlines()]


def test_a_question_as_it_is_written(facts):
    (entry,) = read(facts, WOMBAT)
    assert entry == BoxEntry(
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
        about="wombat | cubes",
    )
    assert entry.id.startswith("set-x-nature-")


def test_what_a_question_has_not_got_is_a_dash_and_what_was_checked_is_a_line_of_its_own(facts):
    bare = WOMBAT.replace("2019 | Australia", "- | -").replace("Soft Matter, 2021", "-")
    checked = WOMBAT.replace("wombat", "bear").replace("2019", "-30") + "checked 2026-11-22 pubs.rsc.org\n"
    first, second = read(facts, f"{bare}\n{checked}")
    assert (first.year, first.country, first.fact, first.checked) == (None, "", "", "")
    assert (second.year, second.checked) == (-30, "2026-11-22 pubs.rsc.org")


def test_a_question_keeps_its_id_when_it_is_put_otherwise(facts):
    """Games, reports and levels that have drifted know it by that."""
    (before,) = read(facts, WOMBAT)
    worded = WOMBAT.replace(
        "What shape are the droppings of a wombat?", "A wombat's droppings have an odd shape. Which?"
    )
    (after,) = read(facts, f"{worded}id {before.id}\n")
    assert (after.id, after.question) == (before.id, "A wombat's droppings have an odd shape. Which?")


TAGGED = "a block has 5 lines, and then about, id, checked"


@pytest.mark.parametrize(
    ("was", "typed", "why"),
    [
        ("Soft Matter, 2021\n", "", TAGGED),
        ("about wombat | cubes\n", "", TAGGED),
        ("about wombat | cubes\n", "checked 2026 here\nabout wombat | cubes\n", TAGGED),
        ("about wombat | cubes", "wombat | cubes", TAGGED),
        ("| cubes", "", "there are 1 parts in “wombat”, not 2"),
        ("Marsupials", "Birds", "“Birds” is no topic of topics.txt"),
        ("8 |", "hard |", "it begins with a level, a topic, a year and a country"),
        ("2019", "long ago", "it begins with a level, a topic, a year and a country"),
        (" | Discs", "", "there are 3 parts in “Cubes | Rings | Cones”, not 4"),
    ],
)
def test_a_block_that_cannot_be_read_is_named(facts, was, typed, why):
    text = WOMBAT.replace(was, typed)
    with pytest.raises(UnreadableQuizBlock) as refused:
        read(facts, text)
    assert str(refused.value) == f"set-x-nature.quiz, “{text.splitlines()[0]}”: {why}"


def test_the_bank_keeps_levels_and_tags_and_leaves_out_what_is_given_away(facts):
    asked = "9 | Marsupials | - | -\nWhere do Australians live?\nAustralia | Bermuda | Colombia | Dominica\n"
    given = f"{asked}So.\n-\nabout x | y\n"
    read(facts, f"{WOMBAT}\n{given}")
    (left_out,) = write_grown_bank(facts, facts.parent)
    assert "“australia”, the answer, is near “australians”" in left_out
    (line,) = grown(facts, "set-x-nature")
    assert (line["level"], line["narrow"], line["year"], line["country"]) == (8, "Marsupials", 2019, "Australia")
    assert "checked" not in line
