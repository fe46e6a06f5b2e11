"""What holds for every minigame: its worth, its pace, its picture, and that a saved one goes on as it was."""

from random import Random

import pytest

from engine.kernel import Game, Reader, Record
from engine.minigames import MINIGAMES
from engine.season7.booths import find_minigame_opponent
from engine.season7.events import MinigameStarted
from engine.season7.rules import SEASON7
from engine.season7.state import Season7Player
from host.shown.picture.as_text import format_picture_texts
from workshop.bots.minigames import answer_carelessly
from workshop.simulate.minigames import build_minigame_season

NAMES = sorted(MINIGAMES)
COLUMNS = 30


@pytest.mark.parametrize("minigame", NAMES)
def test_it_can_be_put_away_and_taken_up_again_after_every_answer(minigame):
    dice = Random(minigame)  # a test's whims need no cryptography
    for i in range(10):
        game = Game.start_from_state(SEASON7, build_minigame_season(minigame), f"{minigame} {i}")
        while game.state.booths:
            question = game.list_questions()[0]
            game.answer(question.who, question.id, answer_carelessly(question, "", dice))
            loaded = Game.load(SEASON7, Record.from_json(game.save().to_json()))
            assert loaded.build_view() == game.build_view()
            assert [(q.id, q.who, q.facts) for q in loaded.list_questions()] == [
                (q.id, q.who, q.facts) for q in game.list_questions()
            ]


@pytest.mark.parametrize("minigame", NAMES)
def test_its_picture_fits_a_phone(minigame):
    dice = Random(minigame)  # a test's whims need no cryptography
    for i in range(30):
        game = Game.start_from_state(SEASON7, build_minigame_season(minigame), f"{minigame} {i}", keep=False)
        while game.state.booths:
            (drawn,) = (panel.pictures for panel in game.build_view().panels if panel.title == minigame)
            picture = "\n".join(format_picture_texts(drawn, Reader()))
            assert picture
            assert all(len(line) <= COLUMNS for line in picture.splitlines())
            question = game.list_questions()[0]
            game.answer(question.who, question.id, answer_carelessly(question, picture, dice))


@pytest.mark.parametrize("minigame", NAMES)
def test_a_player_who_sleeps_through_all_of_it_comes_to_an_end_and_loses_nothing(minigame):
    game = Game.start_from_state(SEASON7, build_minigame_season(minigame), minigame)
    for _ in range(30):
        if game.state.booths:
            game.lapse(game.list_questions()[0].id)
    assert not game.state.booths
    assert all(player.total >= 0 for player in game.state.players.values())


@pytest.mark.parametrize("minigame", NAMES)
def test_only_its_players_are_asked_and_each_question_has_an_end(minigame):
    game = Game.start_from_state(SEASON7, build_minigame_season(minigame), minigame)
    (booth,) = game.state.booths.values()
    assert {question.who for question in game.list_questions()} <= set(booth.players)
    assert {question.patience for question in game.list_questions()} == {"minigame"}


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
        game = Game.start_from_state(SEASON7, build_minigame_season(minigame), f"{minigame} {i}", keep=False)
        (question,) = game.list_questions()
        assert {told.what for told in game.told} <= {MinigameStarted.id}
        seen.add((str(game.build_view().panels[-1].pictures), str(question.facts), str(question.options)))
    assert len(seen) == 1


def test_a_shootout_is_against_the_lowest_of_the_round():
    season = build_minigame_season("Accelerator")
    season.players["Cat"] = Season7Player(total=-5)
    assert find_minigame_opponent(season, "Ann", "Q1") == ["Bob"]
    assert find_minigame_opponent(season, "Ann", "elsewhere") == ["Cat"]


def test_a_keeper_is_asked_where_to_dive_and_not_where_to_kick():
    game = Game.start_from_state(SEASON7, build_minigame_season("Penalty Shootout"), "one against one")
    kicks, dives = (
        [Reader().format_value(option.label) for option in question.options] for question in game.list_questions()
    )
    assert kicks[0] == "Left (a goal pays £1,200,000)"
    assert dives == [
        "Dive left (a goal pays £1,200,000)",
        "Dive middle (a goal pays £2,700,000)",
        "Dive right (a goal pays £6,200,000)",
    ]
