"""Computer players on the ladder: what they know, what they make of lifelines, and when they go."""

import re
from collections import Counter

import pytest
from msgspec.structs import replace

from engine.ladder import computers
from engine.ladder.rules import LADDER_RULESET
from engine.ladder.state import LADDER_LETTERS, TAKE, FriendAdvice
from host.doors.command import main
from workshop.simulate.rivals import measure_rivals

STRENGTHS = list(computers.LADDER_STRENGTHS)


def unknowing(begun, who="Bob", rung=6, **options):
    """A game in which Bob does not know the answer to the question of this rung."""
    for seed in range(200):
        game = begun(seed, ["Ann", "Bob", "Cat"], **options)
        while game.state.rung < rung:
            for question in list(game.list_questions()):
                game.answer(question.who, question.id, game.state.right)
        if not computers.ClimberMind(game, who, "").knows_answer(game.state.card):
            return game
    raise AssertionError


def advice(game, who="Bob"):
    found = LADDER_RULESET.advise(game, next(each for each in game.list_questions() if each.who == who))
    assert found is not None
    return found.value


def test_a_computer_uses_a_lifeline_and_then_answers_with_what_it_has_told(begun):
    game = unknowing(begun)
    game.state.players["Bob"].lifelines = ["50:50"]
    assert advice(game) == "50:50"
    question = next(each for each in game.list_questions() if each.who == "Bob")
    game.answer("Bob", question.id, "50:50")
    assert advice(game) in game.state.list_open_letters("Bob")


@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_card_that_everybody_has_handed_in_is_believed(begun, strength):
    game = unknowing(begun, computers=strength)
    game.state.players["Bob"].lifelines = []
    for letter in LADDER_LETTERS:
        game.state.climbers["Bob"].cards = [letter] * 3
        assert advice(game) == letter


def test_a_friend_is_believed(begun):
    game = unknowing(begun)
    game.state.players["Bob"].lifelines = []
    game.state.climbers["Bob"].advice = FriendAdvice("Ann", "I think it is c")
    assert advice(game) == "C"


def test_nobody_leaves_with_a_hundred_dollars_who_thinks_ahead(begun):
    game = unknowing(begun, rung=2)
    game.state.players["Bob"].lifelines = []
    assert advice(game) in LADDER_LETTERS


def test_a_sensible_player_leaves_with_half_a_million(begun):
    for strength in STRENGTHS:
        game = unknowing(begun, rung=15, computers=strength)
        game.state.players["Bob"].lifelines = []
        assert advice(game) == TAKE


def test_with_nothing_to_lose_one_guesses(begun):
    game = unknowing(begun, rung=11, ladder=[*range(100, 1100, 100), 1001], havens=[10], computers="novice")
    game.state.players["Bob"].lifelines = []
    assert advice(game) in LADDER_LETTERS


@pytest.mark.parametrize("character", computers.LADDER_CHARACTERS, ids=lambda each: each.key)
def test_a_character_knows_its_own_topics_best(begun, character):
    topics = computers.CLIMBING[character.key]
    card = begun(1, ["Ann"]).state.box[8][0]
    shares = []
    for category in (topics.good[0], "elsewhere", topics.weak[0]):
        cards = [like(card, n, category) for n in range(400)]
        mind = computers.ClimberMind(begun(1, ["Ann"]), "Ann", character.key)
        shares.append(sum(map(mind.knows_answer, cards)) / len(cards))
    assert shares[0] > shares[1] + 0.05 > shares[2] + 0.1


@pytest.mark.parametrize("strength", ["", *STRENGTHS])
def test_the_first_five_in_one_message_are_answered_with_their_numbers(begun, strength):
    game = begun(3, ["Ann", "Bob"], first="together")
    game.state.computers = strength
    for _ in range(10):
        question = game.list_questions()[0]
        found = LADDER_RULESET.advise(game, question)
        assert found is not None
        assert found.value[0] == question.key[-1]
        game.answer(question.who, found.question, found.value)


def test_games_from_before_go_on_as_they_were(begun):
    """Their computers halved once, and took the money."""
    game = unknowing(begun)
    game.state.computers = ""
    seen = Counter[str]()
    for n in range(60):
        game.state.card = like(game.state.card, n, "plain")
        seen[advice(game)] += 1
    assert set(seen) == {"50:50", game.state.right}


def like(card, n, category):
    return replace(card, id=f"c{n}", category=category)


@pytest.mark.whole
def test_regular_computers_come_far_and_experts_now_and_then_to_the_top():
    """Small numbers with wide bounds; docs/balance.md has the aims and what thousands of climbs came to."""
    counts = {each: measure_rivals("ladder", 3, {"computers": each}, 100, 1, alone=True).counts for each in STRENGTHS}
    late = {each: found["rounds with a computer at question 10"] / found["rounds"] for each, found in counts.items()}
    assert late["novice"] < 0.4
    assert 0.55 <= late["regular"] < 0.75 < late["expert"]
    millions = {each: found["millions"] / found["climbs"] for each, found in counts.items()}
    assert max(millions["novice"], millions["regular"]) < 0.005
    assert 0.01 < millions["expert"] < 0.06


def test_the_simulation_tells_shares_with_their_intervals(capsys):
    assert main(["simulate", "rivals", "ladder", "--games", "2"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"wins: [\d.]+% of 2 \(95 %: [\d.]+% to [\d.]+%\)", out)
    assert main(["simulate", "rivals", "ladder", "--log"]) == 0
    log = capsys.readouterr().out
    assert log.count(" knows much about ") == 3  # the card of each computer
    assert "The right answer is" in log
    assert main(["simulate", "rivals", "ladder", "--strength", "clever"]) == 2
