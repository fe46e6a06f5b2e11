"""What holds for every minigame: its worth, its pace, its picture, and that a saved one goes on as it was."""

from random import Random

import pytest

from engine.kernel import Game, Reader, Record
from engine.minigames import MINIGAMES
from engine.season7.booth import opponent
from engine.season7.events import MinigameStarted
from engine.season7.rules import SEASON7
from engine.season7.state import Player
from host.shown.picture.spelling import all_spelled
from workshop.bots.minigames import careless
from workshop.simulate.minigames import booked

NAMES = sorted(MINIGAMES)
COLUMNS = 30


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
        assert {told.what for told in game.told} <= {MinigameStarted.id}
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
    assert dives == ["Dive left (goal: £1,200,000)", "Dive middle (goal: £2,700,000)", "Dive right (goal: £6,200,000)"]
