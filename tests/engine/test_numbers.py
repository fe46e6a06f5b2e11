"""Rows of numbers that only grow, as they stand in a record."""

from random import Random

import msgspec
import pytest

from engine.kernel import Game
from engine.race.table import NONE_YET, append_to_number_row, encode_number_row, parse_number_row
from engine.rulesets import RULESETS
from workshop.bots import sample_players


def test_a_row_grows_at_its_end_and_lets_go_of_what_is_too_old():
    assert parse_number_row(NONE_YET) == []
    grown = append_to_number_row(append_to_number_row(NONE_YET, -5), 7)
    assert parse_number_row(grown) == [-5, 7]
    assert parse_number_row(append_to_number_row(grown, 9, most=2)) == [7, 9]
    assert encode_number_row([]) is NONE_YET


@pytest.mark.parametrize(("name", "brief"), [("season7", {"target": 60_000_000}), ("deluxe", {"target": 5_000_000})])
def test_the_record_says_it_as_it_always_did_and_the_end_shows_it(name, brief):
    rules, dice = RULESETS[name], Random(name)
    game = Game.start(rules, ["p1", "p2", "p3"], brief, "numbers")
    assert game.build_view("p1").chart == {}
    while not game.over:
        sample_players.move_carelessly(game, dice)
    kept = msgspec.json.decode(game.save().to_json())["snapshot"]["state"]["players"]
    shown = game.build_view("p1").chart
    assert shown == {who: kept[who]["chart"] for who in shown}
    assert {who: totals[-1] for who, totals in shown.items()} == {who: kept[who]["total"] for who in shown}
