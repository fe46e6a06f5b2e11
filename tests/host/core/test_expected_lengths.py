"""What a lobby says of the length of a game, and which goal fits the time that people have."""

import json
from pathlib import Path

import pytest

from engine.kernel import Illegal, Reader
from engine.rulesets import RULESETS, ruleset
from host.core import games
from host.core.deadlines import clocks, expected_lengths
from host.core.deadlines.expected_lengths import TIME_BUDGETS
from host.core.session import Command
from host.shown import views

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
            "With 4 players, a cycle usually takes about 10 days, although a turn can take up to 1 day. "
            "The game takes about 130 days to £1,000,000,000."
        ),
        "The game takes about 26 days to £250,000,000.",
    ]
    assert told("season7", 4, 600.0, {"target": 250_000_000}) == [
        (
            "With 4 players, a cycle usually takes about 80 minutes, although a turn can take up to 10 minutes. "
            "The game takes about 4 hours to £250,000,000."
        )
    ]


@pytest.mark.usefixtures("measured")
def test_a_goal_that_nobody_has_measured_is_judged_by_the_one_nearest_to_it():
    assert told("season7", 4, clocks.DAY, {"target": 300_000_000})[0].endswith(
        "The game takes about 32 days to £300,000,000."
    )


@pytest.mark.usefixtures("measured")
def test_nothing_is_said_before_there_are_enough_players_nor_of_what_was_not_measured():
    assert told("season7", 1, clocks.DAY, {}) == []
    assert told("ladder", 4, clocks.DAY, {}) == []
    assert told("season7", 4, clocks.DAY, {"target": "x"}) == []


@pytest.mark.parametrize("name", list(RULESETS))
def test_the_longest_goal_that_fits_is_offered_and_can_be_agreed_upon(name):
    """For every number of players that is seated: nothing is offered that the measured table does not hold."""
    rules = ruleset(name)
    table = json.loads(expected_lengths.LENGTH_TABLE_PATH.read_text("utf-8"))[name]
    assert {choice.span for choice in expected_lengths.list_fitting_lengths(rules)} >= {"evening", "race"}
    for players in rules.seats:
        for choice in expected_lengths.list_fitting_lengths(rules, players):
            rules.check_options(choice.options)
            pace, most = clocks.parse_pace(choice.pace), TIME_BUDGETS[choice.span].seconds
            assert pace < most
            if choice.span == "race":
                continue
            measured = [int(count) for count in table]
            assert players <= max(measured)
            row = table[str(max(count for count in measured if count <= players))]
            known = [key for key, chosen in rules.timed.items() if chosen == choice.options]
            turns, _ = row[known[0] if known else str(choice.options[rules.goal])]
            assert turns * pace * (1.25 if pace >= clocks.HOUR else 1) <= expected_lengths.CERTAINTY * most, (
                players,
                choice,
            )


@pytest.mark.parametrize(
    ("name", "span"), [("season7", "month"), ("deluxe", "evening"), ("ladder", "evening"), ("billionaire", "month")]
)
def test_the_longest_game_that_ends_within_three_weeks_is_suggested(name, span):
    found = expected_lengths.list_fitting_lengths(ruleset(name))
    suggested = expected_lengths.find_suggested_length(found)
    assert suggested is not None
    assert suggested.span == span
    longest = 21 * expected_lengths.CERTAINTY * clocks.DAY
    assert suggested.seconds == max(each.seconds for each in found if each.seconds <= longest)
    assert expected_lengths.find_suggested_length([]) is None


@pytest.mark.parametrize("players", [2, 3, 4, 6, 8, 12])
@pytest.mark.parametrize("name", ["season7", "deluxe", "ladder", "billionaire"])
def test_what_is_suggested_ends_within_three_weeks_however_many_sit_down(host, name, players):
    """The button counts four players; the goal is fitted to those who come."""
    rules = ruleset(name)
    if players not in rules.seats:
        return
    choice = expected_lengths.find_suggested_length(expected_lengths.list_fitting_lengths(rules))
    assert choice is not None
    game = games.open_lobby(host, Command(by="ann"), name, dict(choice.options), choice.pace, span=choice.span).game
    for _ in range(players):
        assert games.add_bot(host, Command(by="ann"), game).ok
    options = views.load_game_view(host, game).options
    found = expected_lengths._find_expected_turns(rules, players, options)
    assert found is not None
    assert found[0] * clocks.parse_pace(choice.pace) <= 21 * clocks.DAY


@pytest.mark.parametrize(
    ("name", "span", "goals"),
    [
        ("ladder", "month", {2: 3, 4: 3, 12: 1}),
        ("ladder", "half-hour", {2: 6, 4: 3, 12: 1}),
        ("ladder", "evening", {4: 6, 12: 3}),
        ("season7", "month", {3: 500_000_000, 4: 250_000_000, 16: 250_000_000, 24: 100_000_000}),
        ("season7", "week", {2: 100_000_000, 4: 100_000_000, 12: 50_000_000}),
        ("season7", "evening", {8: 650_000_000, 9: 650_000_000, 12: 400_000_000, 16: 400_000_000}),
    ],
)
def test_a_goal_is_fixed_by_how_many_are_there_when_the_game_begins(host, name, span, goals):
    choice = expected_lengths.parse_length_choice(name, span)
    for players, goal in goals.items():
        opened = games.open_lobby(host, Command(by="ann"), name, dict(choice.options), choice.pace, span=span)
        for _ in range(players):
            assert games.add_bot(host, Command(by="ann"), opened.game).ok
        shown = views.load_game_view(host, opened.game, "")
        assert shown.options[ruleset(name).goal] == goal
        assert games.start_game(host, Command(by="ann"), opened.game).ok
        assert views.load_saved_game(host, opened.game).session.options[ruleset(name).goal] == goal


def test_a_goal_that_was_chosen_stays_however_many_come(host):
    opened = games.open_lobby(host, Command(by="ann"), "ladder", {"rounds": 3}, "daily")
    for _ in range(12):
        games.add_bot(host, Command(by="ann"), opened.game)
    assert games.start_game(host, Command(by="ann"), opened.game).ok
    assert views.load_saved_game(host, opened.game).session.options == {"rounds": 3}


def test_no_length_is_promised_to_more_players_than_were_measured():
    assert [each.span for each in expected_lengths.list_fitting_lengths(ruleset("season7"), 17)] == ["race"]
    assert [each.span for each in expected_lengths.list_fitting_lengths(ruleset("ladder"), 1)] == ["race"]


@pytest.mark.parametrize("name", list(RULESETS))
def test_a_lobby_that_grows_keeps_the_length_that_it_promised_or_says_that_it_may_not(host, name):
    """Four fifths of the time at the median; the 90th percentile is less than a third above it (docs/length.md)."""
    rules = ruleset(name)
    table = json.loads(expected_lengths.LENGTH_TABLE_PATH.read_text("utf-8"))[name]
    for choice in expected_lengths.list_fitting_lengths(rules):
        if choice.span == "race":
            continue
        opened = games.open_lobby(host, Command(by="ann"), name, dict(choice.options), choice.pace, span=choice.span)
        for players in range(1, max(rules.seats) + 1):
            assert games.add_bot(host, Command(by="ann"), opened.game).ok
            if players < 2:
                continue
            shown = views.load_game_view(host, opened.game)
            lines = [Reader().format_value(each) for each in views.list_lobby_notes(shown)]
            warned = any("may take longer than" in line for line in lines)
            found = expected_lengths._find_expected_turns(rules, players, shown.options)
            assert found is not None
            share = found[0] * shown.pace * (1.25 if shown.pace >= clocks.HOUR else 1)
            share /= TIME_BUDGETS[choice.span].seconds
            assert warned == (share > expected_lengths.CERTAINTY or players > max(map(int, table))), (
                choice.span,
                players,
                lines,
            )
            assert not warned or players > 4, "so many as the offer reckons with fit"


@pytest.mark.parametrize(
    ("name", "span", "players"),
    [("season7", "half-hour", 8), ("season7", "evening", 16), ("deluxe", "evening", 16), ("ladder", "evening", 12)],
)
def test_a_length_is_kept_with_no_word_of_warning(name, span, players):
    assert expected_lengths.phrase_broken_length(name, players, clocks.parse_pace(TIME_BUDGETS[span].pace), span) == ""


@pytest.mark.usefixtures("measured")
def test_what_lies_between_measured_numbers_of_players_is_interpolated_and_beyond_is_at_least(monkeypatch):
    rows = {"4": {"1000000000": (40.0, 3.0)}, "8": {"1000000000": (60.0, 4.0)}}
    monkeypatch.setattr(expected_lengths, "_load_length_table", lambda: {"season7": rows})
    assert told("season7", 6, 600.0, {})[0].endswith(
        "takes about 35 minutes, although a turn can take up to 10 minutes. "
        "The game takes about 8 hours to £1,000,000,000."
    )
    assert told("season7", 9, 600.0, {})[0].endswith(
        "takes at least 40 minutes, although a turn can take up to 10 minutes. "
        "The game takes at least 10 hours to £1,000,000,000."
    )
    assert told("season7", 3, 600.0, {}) == []


def test_nothing_is_said_of_boards_that_were_not_measured():
    small = dict(ruleset("season7").timed["half-hour"])
    assert told("season7", 4, clocks.DAY, {"rows": 8, "columns": 8}) == []
    assert len(told("season7", 4, clocks.MINUTE, small)) == 1
    assert told("season7", 4, clocks.MINUTE, small | {"target": 100_000_000})[0].endswith(
        "The game takes about 5 minutes to £100,000,000."
    )


@pytest.mark.parametrize("name", list(RULESETS))
def test_no_lap_is_longer_than_its_game_and_alone_nothing_is_said(name):
    rules = ruleset(name)
    assert told(name, 1, clocks.DAY, {}) == []
    for goal in rules.goals:
        for players in range(2, max(rules.seats) + 1):
            found = expected_lengths._find_expected_turns(rules, players, {rules.goal: goal})
            assert found is not None
            assert 0 < found[1] <= found[0]


def test_a_length_that_a_slower_turn_breaks_is_not_promised():
    with pytest.raises(Illegal):
        expected_lengths.parse_length_choice("season7", "week", turn=3 * clocks.DAY)
    assert expected_lengths.parse_length_choice("season7", "month", turn=3 * clocks.DAY).options == {
        "target": 100_000_000
    }


@pytest.mark.usefixtures("measured")
def test_what_does_not_fit_is_refused_with_what_there_is():
    assert expected_lengths.parse_length_choice("season7", "Month").options == {"target": 25_000_000}
    with pytest.raises(Illegal) as no:
        expected_lengths.parse_length_choice("season7", "century")
    assert no.value.facts["spans"] == ["month", "race"]


def test_the_page_about_length_says_what_the_table_says():
    page = " ".join((Path(__file__).parents[3] / "docs/length.md").read_text("utf-8").split())
    assert " ".join(told("season7", 4, clocks.DAY, {})).removesuffix(".") in page


def test_half_an_hour_of_season_7_is_small_boards_to_400_million(host):
    choice = expected_lengths.parse_length_choice("season7", "half-hour")
    assert choice.pace == "1m"
    assert choice.options == {
        "target": 400_000_000,
        "rows": 4,
        "columns": 4,
        "super_rows": 4,
        "super_columns": 5,
    }
    opened = games.open_lobby(host, Command(by="ann"), "season7", dict(choice.options), choice.pace, span="half-hour")
    for _ in range(4):
        games.add_bot(host, Command(by="ann"), opened.game)
    assert games.start_game(host, Command(by="ann"), opened.game).ok
    shown = views.load_game_view(host, opened.game, "")
    assert shown.view
    assert [(panel.board.rows, panel.board.columns) for panel in shown.view.panels if panel.board] == [(4, 4)]
