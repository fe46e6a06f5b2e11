"""The tools for builders work for every game there is, and for one that they have never heard of."""

import json

import pytest

from engine.rulesets import RULESETS
from host.doors.command import main
from workshop.bench import moves


@pytest.mark.parametrize("name", [*RULESETS])
def test_moves_of_it_are_measured_over_distinct_states(name):
    rules = RULESETS[name]
    (found,) = moves.measure_moves([rules], 3, 12, 20, 1)
    assert found["turn_median_ms"] > 0
    assert found["decisions_per_second"] > 0
    moments = moves.iter_saved_moments(rules, moves.compute_seat_count(rules, 3))
    assert len({next(moments) for _ in range(12)}) > 8  # somebody may have let a choice stand as it was


def test_as_many_sit_down_as_there_is_room_for():
    toy = RULESETS["toy"]
    assert [moves.compute_seat_count(toy, players) for players in (1, 5, 100)] == [2, 5, 8]


def test_the_command_measures_any_game(capsys):
    assert main(["bench", "--ruleset", "toy", "--turns", "5", "--decisions", "9", "--runs", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["players"] == 8


def test_two_games_that_take_turns_are_compared(capsys):
    words = ["bench", "--ruleset", "toy", "--against", "deluxe", "--players", "4"]
    assert main([*words, "--turns", "5", "--decisions", "9", "--runs", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["toy_players"], found["deluxe_players"]) == (4, 4)
    ratio = found["toy_turn_record_bytes"] / found["deluxe_turn_record_bytes"]
    assert found["ratio_turn_record_bytes"] == round(ratio, 3)


@pytest.mark.whole
def test_the_cost_of_any_game_is_counted(capsys):
    assert main(["cost", "--ruleset", "toy", "--people", "2"]) == 0
    told = capsys.readouterr().out
    assert "inputs of 2 at The Toy: $0.00" in told
    assert "a month, 100 games: $" in told


def test_means_are_measured_beside_each_other(capsys):
    assert main(["bench", "--ruleset", "billionaire", "--means", "--turns", "50", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {name.partition(":")[0] for name in found} >= {"billionaire of 4", "billionaire of 4, kept in memory"}
    assert all(value > 0 for value in found.values())
