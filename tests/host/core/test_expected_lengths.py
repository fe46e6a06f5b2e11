"""What a lobby says of the length of a game, and which goal fits the time that people have."""

from pathlib import Path

import pytest

from engine.kernel import Illegal, Reader
from engine.rulesets import RULESETS, ruleset
from host.core.deadlines import clocks, expected_lengths
from host.core.deadlines.expected_lengths import TIME_BUDGETS

TABLE = {"season7": {"4": {"1000000000": (104.0, 8.0), "250000000": (21.0, 8.0), "25000000": (8.0, 8.0)}}}


@pytest.fixture
def measured(monkeypatch):
    monkeypatch.setattr(expected_lengths, "_load_length_table", lambda: TABLE)


def told(*about):
    return [Reader().format_value(each) for each in expected_lengths.format_expected_length(*about)]


@pytest.mark.usefixtures("measured")
def test_how_long_it_is_likely_to_last_and_how_long_with_a_smaller_goal():
    assert told("season7", 4, clocks.DAY, {}) == [
        (
            "With 4 players and up to 1 day for a turn, a cycle takes about 8 days. "
            "The game takes about 104 days to £1,000,000,000."
        ),
        "The game takes about 21 days to £250,000,000.",
    ]
    assert told("season7", 4, 600.0, {"target": 250_000_000}) == [
        (
            "With 4 players and up to 10 minutes for a turn, a cycle takes about 80 minutes. "
            "The game takes about 4 hours to £250,000,000."
        )
    ]


@pytest.mark.usefixtures("measured")
def test_a_goal_that_nobody_has_measured_is_judged_by_the_one_nearest_to_it():
    assert told("season7", 5, clocks.DAY, {"target": 300_000_000})[0].endswith("The game takes about 25 days in all.")


@pytest.mark.usefixtures("measured")
def test_nothing_is_said_before_there_are_enough_players_nor_of_what_was_not_measured():
    assert told("season7", 1, clocks.DAY, {}) == []
    assert told("ladder", 4, clocks.DAY, {}) == []
    assert told("season7", 4, clocks.DAY, {"target": "x"}) == []


@pytest.mark.parametrize("name", list(RULESETS))
def test_the_longest_goal_that_fits_is_offered_and_can_be_agreed_upon(name):
    rules = ruleset(name)
    if not rules.goals:
        return
    found = expected_lengths.list_fitting_lengths(rules)
    assert {choice.span for choice in found} >= {"evening", "race"}
    for choice in found:
        rules.check_options(choice.options)
        assert choice.seconds <= TIME_BUDGETS[choice.span].seconds * expected_lengths.CERTAINTY
        assert clocks.parse_pace(choice.pace) < TIME_BUDGETS[choice.span].seconds


@pytest.mark.usefixtures("measured")
def test_what_does_not_fit_is_refused_with_what_there_is():
    assert expected_lengths.parse_length_choice("season7", "Month").options == {"target": 250_000_000}
    with pytest.raises(Illegal) as no:
        expected_lengths.parse_length_choice("season7", "century")
    assert no.value.facts["spans"] == ["month", "race"]


def test_the_page_about_length_says_what_the_table_says():
    page = " ".join((Path(__file__).parents[3] / "docs/length.md").read_text("utf-8").split())
    assert " ".join(told("season7", 4, clocks.DAY, {})).removesuffix(".") in page
