"""Single rounds, measured: the castle can be won, and with wits thinking carries further."""

import json
from random import Random

import pytest

from engine.kernel import Game
from engine.race.table import format_coordinate
from engine.season7 import computers, events
from engine.season7.rules import SEASON7
from host.doors.command import main
from workshop.bots import sample_players
from workshop.simulate.season7 import build_round_season, measure_rounds

CASTLE = "Takeshi's Castle"
WITS = {"wits": True}


def spread(options, rounds, seed=1):
    """How much more often than a careless seat a sensible one wins."""
    found = measure_rounds("", 4, 1, options, rounds, seed)
    return found["sensible_seats_win"] - found["careless_seats_win"]


@pytest.mark.whole
def test_a_castle_is_won_now_and_then():
    assert 0.1 <= measure_rounds(CASTLE, 4, 4, {}, 120, 1)["won_by_anybody"] <= 0.4


@pytest.mark.whole
def test_with_wits_thinking_carries_further():
    assert spread(WITS, 80) > spread({}, 80) + 0.15


@pytest.mark.slow
def test_so_they_do_over_many_rounds():
    for seed in (2, 3):
        assert 0.15 <= measure_rounds(CASTLE, 4, 4, {}, 1000, seed)["won_by_anybody"] <= 0.35
        alone = measure_rounds(CASTLE, 4, 1, {}, 1000, seed)
        assert 0.15 <= alone["won_by_anybody"] <= 0.35
        assert alone["sensible_seats_win"] > 1.5 * alone["careless_seats_win"]
        assert spread(WITS, 600, seed) > 2 * spread({}, 600, seed)


@pytest.mark.whole
def test_the_same_seed_gives_the_same_bytes(capsys):
    printed = []
    for seed in ("1", "1", "2"):
        words = ["simulate", "rounds", CASTLE, "--rounds", "30", "--seed", seed, "--json"]
        assert main(words) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1] != printed[2]
    assert json.loads(printed[0])["careless_seats_win"] is None
    assert main(["simulate", "rounds", "Fort Boyard"]) == 2
    assert "Takeshi's Castle" in capsys.readouterr().err


def begin_round(options, asked):
    """A round of two in which both have hidden their bombs, and whose turn it is."""
    game = Game.start_from_state(SEASON7, build_round_season("", ["p1", "p2"], options, Random(1)), "told")
    while game.list_questions()[0].key != asked:
        question = game.list_questions()[0]
        game.answer(question.who, question.id, 25 if question.who == "p1" else 24)
    return game, game.list_questions()[0]


def test_a_computer_player_goes_by_what_everybody_was_told():
    game, question = begin_round(WITS, "select")
    who = question.who
    r = game.state.rounds["W"]
    assert r.seats[who].peeks == 2
    while (advice := computers.advise_season7_computer(game, question)) is not None and advice.play:
        game.play(who, advice.play, advice.value)
        assert r.peeks[-1][1] == advice.value
    assert r.peeks
    assert advice is not None
    assert computers.compute_bomb_risk(r, who, advice.value, {n: category for _, n, category in r.peeks}) < 10
    game.answer(who, advice.question, advice.value)
    assert [*r.near] == [advice.value]
    assert any(told.kind is events.NearBombsCounted for told in game.told)


def find_choice(game, question, answer):
    """Which square a bot selects or locks; it may peek before."""
    who, dice, said = question.who, Random(2), []
    game.answer = lambda *given: said.append(given[-1])
    while not said:
        answer(game, next(each for each in game.list_questions() if each.who == who), dice)
    return said[0]


@pytest.mark.parametrize(
    ("options", "asked", "answer", "knows"),
    [
        ({"peeks": "open"}, "select", sample_players.answer_sensibly, True),
        ({}, "select", sample_players.answer_sensibly, False),
        ({}, "select", sample_players.answer_knowing_habits, True),
        ({"duel": True}, "duel.lock", sample_players.answer_sensibly, False),
        ({"duel": True, "peeks": "open"}, "duel.lock", sample_players.answer_sensibly, True),
    ],
)
def test_what_everybody_may_know_reaches_the_mind_of_a_thinking_player(options, asked, answer, knows):
    """All squares but 13 are known to be bad: by peeks that all heard, or as hiding places of the other player."""
    game, question = begin_round(options, asked)
    r, other = game.state.rounds["W"], "p1" if question.who == "p2" else "p2"
    r.seats[question.who].peeks = 0
    bad = [n for n in range(1, 26) if n != 13]
    if answer is sample_players.answer_knowing_habits:
        game.state.players[other].hiding_places = [format_coordinate(n, r.columns) for n in bad]
    else:
        r.peeks = [(other, n, 0) for n in bad]
    assert (find_choice(game, question, answer) == 13) == knows
