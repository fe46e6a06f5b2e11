"""Computers have characters that one can learn: what is told of them when they sit down is what they do."""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from engine.billionaire import computers as billionaire_computers
from engine.deluxe import computers as deluxe_computers
from engine.kernel import Game
from engine.race.table import is_square_in_part
from engine.rulesets import RULESETS
from engine.season7 import computers as season7_computers
from host.core import stand_ins

HABITS: Mapping[str, Mapping[str, Any]] = {
    "season7": season7_computers.SEASON7_HABITS,
    "deluxe": deluxe_computers.DELUXE_HABITS,
}


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_every_name_has_a_character_of_its_own_and_a_sentence_about_it(name):
    found = [stand_ins.find_bot_character(RULESETS[name], each) for each in stand_ins.COMPUTER_NAMES]
    assert None not in found
    assert len({each.key for each in found[:8] if each}) == 8
    assert all(
        "p3" in str(each.build_description("p3")) and "{" not in str(each.build_description("p3"))
        for each in found
        if each
    )
    assert stand_ins.find_bot_character(RULESETS[name], "Ada") is None  # a person, or a stand-in for one


def sealed(name, character, strength, games=200):
    """On how many boards this computer seals where it likes to."""
    counts = Counter[bool]()
    for seed in range(games):
        game = Game.start(RULESETS[name], ["p1", "p2"], {"computers": strength}, str(seed))
        question = next(each for each in game.list_questions() if each.key == "bomb.seal")
        advice = game.ruleset.advise(game, question, character)
        values = [option.value for option in question.options if isinstance(option.value, int)]
        n: int = advice.value if advice else Random(seed).choice(values)
        r = {"season7": "rounds", "deluxe": "grids"}[name]
        board = getattr(game.state, r)[question.table]
        counts[is_square_in_part(board.rows, board.columns, n, HABITS[name][character].seals)] += 1
    return counts[True] / games


@pytest.mark.whole
@pytest.mark.parametrize("name", sorted(HABITS))
def test_a_novice_seals_where_it_likes_to_a_regular_often_an_expert_anywhere(name):
    novice, regular, expert = (sealed(name, "cornerer", each) for each in ("novice", "regular", "expert"))
    assert novice == 1 >= regular > expert


@pytest.mark.parametrize("name", sorted(HABITS))
def test_games_from_before_have_no_characters(name):
    game = Game.start(RULESETS[name], ["p1", "p2"], {}, "before")
    game.state.computers = ""
    question = game.list_questions()[0]
    advised = {str(game.ruleset.advise(game, question, character)) for character in ("", *HABITS[name])}
    assert len(advised) == 1


def test_who_overbids_bids_more_than_who_is_thrifty():
    bids = Counter[str]()
    for seed in range(12):
        game = Game.start(RULESETS["billionaire"], ["p1", "p2", "p3"], {}, str(seed), keep=False)
        while (question := game.list_questions()[0]).key != "bid":
            stand_ins.answer_for_bot(game, question, Random(seed))
        for character in ("overbidder", "", "miser"):
            advice = billionaire_computers.advise_billionaire_computer(game, question, character)
            assert advice
            bids[character] += int(advice.value)
    assert bids["overbidder"] > bids[""] > bids["miser"]


def test_a_chaser_mostly_selects_squares_beside_open_ones():
    beside = 0
    for seed in range(90):
        game = Game.start(RULESETS["season7"], ["p1", "p2"], {"computers": "regular"}, str(seed), keep=False)
        while (question := game.list_questions()[0]).key != "select":
            stand_ins.answer_for_bot(game, question, Random(1))
        r = game.state.rounds[question.table]
        r.cells[12].open = True
        advice = season7_computers.advise_season7_computer(game, question, "chaser")
        assert advice
        beside += advice.value in {7, 8, 9, 12, 14, 17, 18, 19} - set(r.seats[question.who].sealed)
    assert beside > 45  # 8 of 25 squares lie there; over many games it is 65 of 90


@pytest.mark.parametrize(("strength", "peeks"), [("novice", [False, False]), ("regular", [False, True])])
def test_a_regular_learns_in_a_long_season_to_peek_a_novice_never_does(strength, peeks):
    game = Game.start(RULESETS["season7"], ["p1", "p2"], {"computers": strength}, "long", keep=False)
    while (question := game.list_questions()[0]).key != "select":
        stand_ins.answer_for_bot(game, question, Random(1))
    found = []
    for game.state.cycle in (3, 4):
        advice = season7_computers.advise_season7_computer(game, question, "chaser")
        found.append(bool(advice and advice.play == "peek"))
    assert found == peeks


def test_a_regular_that_has_learnt_seals_in_corners_less_often():
    first, later = (season7_computers.find_present_strength("regular", cycle) for cycle in (1, 9))
    assert first and later
    assert later.corners < first.corners
    assert later.habit == first.habit
