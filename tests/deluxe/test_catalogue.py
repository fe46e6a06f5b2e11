"""The catalogue of the Deluxe edition: every element, draw and question is met by a transcript, and explained."""

import ast
import re
from pathlib import Path

import pytest

from engine.deluxe import catalogue as rules_pages
from engine.deluxe import tables
from engine.deluxe.catalogue import list_deluxe_elements
from engine.deluxe.rules import DELUXE
from engine.kernel import Reader
from engine.minigames import MINIGAMES
from tests.test_catalogue import patterns, unmet
from workshop import catalogue

ROOT = Path(__file__).parent.parent.parent
TRANSCRIPTS = ROOT / "tests/transcripts"


@pytest.fixture(scope="module")
def met():
    return catalogue.replay_transcripts("deluxe", TRANSCRIPTS)


def in_source():
    """Every key of the game's own source."""
    paths = sorted(set((ROOT / "engine/deluxe").rglob("*.py")) - {ROOT / "engine/deluxe/voice.py"})  # it asks nothing
    found = {pattern for path in paths for pattern in patterns(ast.parse(path.read_text("utf-8")))}
    return {pattern for pattern in found if re.search("[a-z]", pattern)}


@pytest.mark.whole
@pytest.mark.as_released
def test_every_element_is_seen_in_a_transcript(met):
    entries = catalogue.list_catalogue_entries(list_deluxe_elements(), met)
    assert [entry.name for entry in entries if not entry.transcripts] == []


@pytest.mark.whole
def test_every_key_in_the_source_is_met_by_a_transcript(met):
    assert unmet(in_source(), met.chances.keys() | met.asks) == []


def test_there_is_as_much_of_everything_as_there_should_be():
    assert (len(tables.CHANGERS), len(tables.SPECIALS), len(tables.FUNKIES)) == (14, 26, 18)
    assert (len(tables.ITEMS), len(tables.ZONE_NAMES)) == (14, 15)
    assert sorted(tables.FAMILIES["Minigame"]) == sorted(MINIGAMES)
    assert sum(tables.SPACE_KINDS.values()) == 200
    assert sum(tables.MULTIPLIERS.values()) == 120
    assert sum(tables.BOOSTS.values()) == 123


def test_most_of_a_grid_of_phase_1_is_tiers_4_to_6():
    values, weights = tables.compute_money_weights(1)
    sizes = [abs(tables.parse_cash_face(value) or 0) for value in values]
    middle = sum(weight for size, weight in zip(sizes, weights, strict=True) if 22_500 <= size <= 250_000)
    assert 0.795 < middle / sum(weights) < 0.805


def test_everything_with_a_name_is_explained():
    reader = Reader()
    for group, names in DELUXE.list_topics().items():
        for name in names:
            said = reader.format_value(DELUXE.explain(name))
            assert said.startswith(f"{name}: "), name
            assert said.endswith(f"({group}.)")
            assert "£" not in said
            assert not re.search(r"\bU\b", said)


@pytest.mark.parametrize("word", ["$85,000", "Multiplier x+1", "boost +25", "fog  bank", "FAILSAFE"])
def test_words_are_understood_however_they_are_spelt(word):
    assert DELUXE.explain(word) is not None


def test_what_is_nothing_is_not_explained():
    assert DELUXE.explain("Megagrid") is None


def test_the_rules_page_says_what_the_scripts_say():
    page = (ROOT / "docs/deluxe.md").read_text("utf-8")
    listed = ("Score Changers", "Specials", "Funky effects", "Items", "Zones")
    missing = [
        name
        for group in listed
        for name in rules_pages.GROUPS[group]
        if f"\n- **{name}**: {rules_pages.find_plain_rule(name)}\n" not in page
    ]
    assert missing == []
