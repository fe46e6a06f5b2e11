"""Computers answer every minigame sensibly: a regular as many people do, an expert nearly as well as can be."""

from math import hypot
from random import Random
from statistics import mean, stdev

import pytest

from engine.kernel import Game
from engine.minigames import MINIGAMES
from engine.minigames.computers import advise_in_minigame
from engine.season7.rules import SEASON7
from host.core.stand_ins import pick_random_answer
from workshop.bots.minigames import answer_carelessly, load_sensible_policy
from workshop.simulate.minigames import PLAYER, build_minigame_season, play_minigame_once


def play(minigame, strength, seed):
    """Play a minigame once, and return what a computer of this strength wins. Answers that are no choice raise."""
    game, dice = Game.start_from_state(SEASON7, build_minigame_season(minigame), seed, keep=False), Random(seed)
    while game.state.booths:
        question = game.list_questions()[0]
        answer = advise_in_minigame(game, question, strength if question.who == PLAYER else "novice")
        assert (answer is None) == (question.who != PLAYER)
        game.answer(question.who, question.id, pick_random_answer(question, dice) if answer is None else answer)
    return game.state.players[PLAYER].total or game.state.players[PLAYER].booster


@pytest.mark.parametrize("minigame", sorted(MINIGAMES))
@pytest.mark.parametrize("strength", ["regular", "expert"])
def test_a_computer_has_an_answer_to_every_question(minigame, strength):
    assert max(play(minigame, strength, str(seed)) for seed in range(8)) > 0


def ask(minigame, key, rolls=200):
    """Find the first question with this key in which somebody may stop, in any of several plays."""
    for seed in range(rolls):
        game = Game.start_from_state(SEASON7, build_minigame_season(minigame), str(seed), keep=False)
        dice = Random(seed)
        while game.state.booths:
            question = game.list_questions()[0]
            if question.key == key and any(option.value in ("stop", "keep") for option in question.options):
                return game, question
            game.answer(question.who, question.id, pick_random_answer(question, dice))
    raise AssertionError(key)


@pytest.mark.parametrize(
    ("minigame", "key", "fact", "stop"),
    [
        ("Punch-a-Bunch", "punch_a_bunch.hole", "slip", "keep"),
        ("Spectrum", "spectrum.squares", "bank", ["stop"]),
        ("For the Rest of Your Game", "for_the_rest_of_your_game.envelope", "last", "keep"),
    ],
)
def test_a_computer_stops_with_much_and_goes_on_with_little_an_expert_later(minigame, key, fact, stop):
    game, question = ask(minigame, key)

    def stops(strength, amount):
        question.facts[fact] = amount
        return advise_in_minigame(game, question, strength) == stop

    assert not any(stops(strength, 50_000) for strength in ("regular", "expert"))
    assert all(stops(strength, 20_000_000) for strength in ("regular", "expert"))
    enough = {
        strength: next(n for n in range(0, 20_000_000, 50_000) if stops(strength, n))
        for strength in ("regular", "expert")
    }
    assert enough["regular"] < enough["expert"]


def test_an_expert_opens_only_where_the_dragon_was_not_heard():
    woken = 0
    for seed in range(30):
        game = Game.start_from_state(SEASON7, build_minigame_season("Tic Tac Dough"), str(seed), keep=False)
        for _ in range(2):  # listens, then opens what is sure
            question = game.list_questions()[0]
            game.answer(PLAYER, question.id, advise_in_minigame(game, question, "expert"))
        woken += not game.state.booths
    assert not woken


def play_often(minigame, plays):
    """What each wins in so many plays: a careless player, the best there is, a regular and an expert."""
    thinks = load_sensible_policy(minigame)
    policies = {"careless": answer_carelessly, "best": thinks}
    return {
        name: [play_minigame_once(minigame, policies[name], thinks, f"{name} {n}").prize for n in range(plays)]
        if name in policies
        else [play(minigame, name, f"{name} {n}") for n in range(plays)]
        for name in (*policies, "regular", "expert")
    }


def is_surely_below(one, other, share=1.0):
    """Is one's mean below this share of the other's by more than chance makes of it, 2.5 standard errors?"""
    return share * mean(other) - mean(one) > 2.5 * hypot(stdev(one), share * stdev(other)) / len(one) ** 0.5


@pytest.mark.whole
@pytest.mark.parametrize("minigame", sorted(MINIGAMES))
def test_no_regular_wins_less_than_a_careless_player_and_no_expert_much_less_than_the_best(minigame):
    won = play_often(minigame, 300)
    assert not is_surely_below(won["regular"], won["careless"])
    assert not is_surely_below(won["expert"], won["regular"])
    assert not is_surely_below(won["expert"], won["best"], 0.7)


@pytest.mark.whole
def test_in_all_minigames_a_regular_wins_more_than_a_careless_player_and_an_expert_more_than_that():
    won = [play_often(minigame, 40) for minigame in sorted(MINIGAMES)]
    careless, regular, expert, best = (
        sum(mean(each[name]) for each in won) for name in ("careless", "regular", "expert", "best")
    )
    assert careless < regular < expert
    assert expert > 0.7 * best
