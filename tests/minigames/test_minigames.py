"""What holds for every minigame: its worth, its pace, its picture, and that a saved one goes on as it was."""

from random import Random
from statistics import mean, median

import pytest

from engine.kernel import Game, Reader, Record
from engine.minigames import MINIGAMES
from engine.season7.booth import opponent
from engine.season7.rules import SEASON7
from engine.season7.state import Player
from host.shown.picture.spelling import all_spelled
from workshop.bots.minigames import careless, sensible
from workshop.simulate.minigames import booked, page, play, row

NAMES = sorted(MINIGAMES)
PLAYS = 200
COLUMNS = 30
LEAST, MOST, NEVER = 3_000_000, 12_000_000, 200_000_000
LEAST_POINTS, MOST_POINTS = 40, 150
SLACK = 1.6  # a few hundred plays of a lottery lie that far off now and then


def fared(minigame, policy):
    return [play(minigame, policy, sensible(minigame), f"{minigame} {i}") for i in range(PLAYS)]


@pytest.mark.parametrize("minigame", NAMES)
def test_a_minigame_is_worth_playing_and_worth_thinking_about(minigame):
    thoughtful, thoughtless = fared(minigame, sensible(minigame)), fared(minigame, careless)
    low, high = (LEAST_POINTS, MOST_POINTS) if minigame == "Accelerator" else (LEAST, MOST)
    worth = mean(it.prize for it in thoughtful)
    assert low / SLACK < worth < high * SLACK
    assert 3 / SLACK < mean(sorted(it.prize for it in thoughtful)[-PLAYS // 20 :]) / worth < 10 * SLACK
    assert mean(it.prize for it in thoughtless) < worth * 0.85
    assert all(0 <= it.prize <= NEVER for it in thoughtful + thoughtless)
    assert median(it.questions for it in thoughtful) <= 8


@pytest.mark.parametrize("minigame", NAMES)
def test_it_can_be_put_away_and_taken_up_again_after_every_answer(minigame):
    dice = Random(minigame)  # a test's whims need no cryptography
    for i in range(10):
        game = Game.begin(SEASON7, booked(minigame), f"{minigame} {i}")
        while game.state.booths:
            question = game.pending()[0]
            game.answer(question.who, question.id, careless(question, "", dice))
            loaded = Game.load(SEASON7, Record.from_json(game.save().to_json()))
            assert loaded.view() == game.view()
            assert [(q.id, q.who, q.facts) for q in loaded.pending()] == [
                (q.id, q.who, q.facts) for q in game.pending()
            ]


@pytest.mark.parametrize("minigame", NAMES)
def test_its_picture_fits_a_phone(minigame):
    dice = Random(minigame)  # a test's whims need no cryptography
    for i in range(30):
        game = Game.begin(SEASON7, booked(minigame), f"{minigame} {i}", keep=False)
        while game.state.booths:
            (drawn,) = (panel.pictures for panel in game.view().panels if panel.title == minigame)
            picture = "\n".join(all_spelled(drawn, Reader()))
            assert picture
            assert all(len(line) <= COLUMNS for line in picture.splitlines())
            question = game.pending()[0]
            game.answer(question.who, question.id, careless(question, picture, dice))


@pytest.mark.parametrize("minigame", NAMES)
def test_a_player_who_sleeps_through_all_of_it_comes_to_an_end_and_loses_nothing(minigame):
    game = Game.begin(SEASON7, booked(minigame), minigame)
    for _ in range(30):
        if game.state.booths:
            game.lapse(game.pending()[0].id)
    assert not game.state.booths
    assert all(player.total >= 0 for player in game.state.players.values())


@pytest.mark.parametrize("minigame", NAMES)
def test_only_its_players_are_asked_and_each_question_has_an_end(minigame):
    game = Game.begin(SEASON7, booked(minigame), minigame)
    (booth,) = game.state.booths.values()
    assert {question.who for question in game.pending()} <= set(booth.players)
    assert {question.patience for question in game.pending()} == {"minigame"}


SEALED = [
    "Biscuit Risk-It",
    "Digital Fortress",
    "For the Rest of Your Game",
    "High Stakes",
    "Hypercube",
    "Math Time",
    "Postcode Lottery",
    "Power Number",
    "Punch-a-Bunch",
    "Smash for Cash",
    "Spectrum",
    "Split Decision",
    "Tic Tac Dough",
    "Times Table",
    "Treble Chance",
]  # nothing of what these hide shows before the first answer


@pytest.mark.parametrize("minigame", SEALED)
def test_nothing_that_is_hidden_shows_at_the_beginning(minigame):
    seen = set()
    for i in range(20):
        game = Game.begin(SEASON7, booked(minigame), f"{minigame} {i}", keep=False)
        (question,) = game.pending()
        assert not game.told
        seen.add((str(game.view().panels[-1].pictures), str(question.facts), str(question.options)))
    assert len(seen) == 1


def test_a_shootout_is_against_the_lowest_of_the_round():
    season = booked("Accelerator")
    season.players["Cat"] = Player(total=-5)
    assert opponent(season, "Ann", "Q1") == ["Bob"]
    assert opponent(season, "Ann", "elsewhere") == ["Cat"]


def test_a_keeper_is_asked_where_to_dive_and_not_where_to_kick():
    game = Game.begin(SEASON7, booked("Penalty Shootout"), "one against one")
    kicks, dives = ([Reader().value(option.label) for option in question.options] for question in game.pending())
    assert kicks[0] == "Left (goal: £1,200,000)"
    assert dives == ["Dive left (goal: £1,200,000)", "Dive middle (goal: £1,600,000)", "Dive right (goal: £2,400,000)"]


def test_the_page_has_rules_and_a_row_for_each_player():
    text = page([row("Fractioniser", player, 20, 1) for player in ("careless", "sensible")], 20)
    assert "## Fractioniser\n\nSix of the cards" in text
    assert text.count("\n| Fractioniser |") == 2
