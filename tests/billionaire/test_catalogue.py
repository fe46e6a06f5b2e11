"""All that has a name can be explained, is listed, and is met by a transcript; the page for players says what is so."""

import ast
import re
from pathlib import Path

import pytest

from engine.billionaire import catalogue, rulebook
from engine.billionaire.rules import BILLIONAIRE
from engine.billionaire.tables import (
    INVESTMENTS,
    POWER_DECK,
    PROFIT_DECK,
    REGIONS,
    TRACK,
    TRADING_MILLIONS,
    build_profit_deck,
)
from engine.kernel import Reader
from workshop import catalogue as listing

ROOT = Path(__file__).parent.parent.parent
TRANSCRIPTS = ROOT / "tests/transcripts"
KEY = re.compile(r"[a-z_]+(\.[a-z_]+)?")
ASKED = re.compile(r"(draw|draw_one|ask|cash_drawn)")


@pytest.fixture(scope="module")
def met():
    return listing.replay_transcripts("billionaire", TRANSCRIPTS)


def test_everything_can_be_explained():
    for group, names in BILLIONAIRE.list_topics().items():
        assert names, group
        for name in names:
            assert Reader().format_value(BILLIONAIRE.explain(name.upper())).startswith(f"{name}: ")
    assert BILLIONAIRE.explain("Oil") is None


def test_every_element_is_listed_once_and_says_what_is_ours():
    names = [element.name for element in BILLIONAIRE.list_elements()]
    assert len(names) == len(set(names))
    assert {*POWER_DECK, *INVESTMENTS, *catalogue.BILLIONAIRE_RULES} == set(names)
    assert all(element.house for element in BILLIONAIRE.list_elements() if element.name in INVESTMENTS)


def families():
    return {key for element in BILLIONAIRE.list_elements() for key in element.keys}


@pytest.mark.whole
def test_every_key_of_an_element_is_met_by_a_transcript_and_no_other(met):
    assert {key.partition(".")[0] for key in met.chances.keys() | met.asks} == families()


def test_every_key_in_the_source_belongs_to_an_element():
    for path in sorted((ROOT / "engine/billionaire").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                given = node.args if ASKED.fullmatch(called) else []
                given += [each.value for each in node.keywords if (called, each.arg) == ("Question", "key")]
                said = [str(arg.value) for arg in given if isinstance(arg, ast.Constant)]
                assert {key.partition(".")[0] for key in said if KEY.fullmatch(key)} <= families(), path.name


@pytest.mark.whole
def test_every_rule_card_space_and_result_is_seen_in_a_transcript(met):
    entries = listing.list_catalogue_entries(BILLIONAIRE.list_elements(), met)
    assert [entry.name for entry in entries if not entry.transcripts] == []


def test_the_components_are_those_of_the_table():
    assert len(TRACK) == 24
    assert sum(PROFIT_DECK.values()) == 36
    assert sum(POWER_DECK.values()) == 20
    assert {region: sum(cards.values()) * 10 for region, cards in TRADING_MILLIONS.items()} == dict.fromkeys(
        REGIONS, 930
    )
    assert {region: len(cards) for region, cards in TRADING_MILLIONS.items()} == dict.fromkeys(REGIONS, 12)
    for size in range(20, 61):
        assert len(build_profit_deck(size)) == size
    assert build_profit_deck(36) == [value for value, count in PROFIT_DECK.items() for _ in range(count)]


def test_the_page_for_players_is_printed_from_the_rules():
    page = (ROOT / "docs/billionaire.md").read_text("utf-8")
    assert page == rulebook.build_rules_page(), (
        "print it anew: from engine.billionaire.rulebook import build_rules_page"
    )
    for each in (*INVESTMENTS, *POWER_DECK, *catalogue.BILLIONAIRE_RULES, *BILLIONAIRE.about_options):
        assert each in page
