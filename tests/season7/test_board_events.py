"""Random rounds on boards full of events: nothing crashes, nothing is lost by saving, and all comes to an end."""

import random

import msgspec
import pytest

from engine.kernel.errors import Illegal
from engine.kernel.game import Game
from engine.season7 import host_answers, tables
from engine.season7.hooks import HOOKS
from engine.season7.rounds import add_round
from engine.season7.rules import SEASON7
from engine.season7.squares import board_events
from engine.season7.state import Season, Season7Cell, Season7Options, Season7Player
from engine.season7.view import build_own_view
from tests.season7.money import Purse

NAMES = ["Ann", "Bob", "Cat", "Dan"]
ROOMS = (board_events.__name__, host_answers.__name__, board_events.__name__)
BOARD_EVENTS = [face for face, script in HOOKS.squares.items() if script.__module__ in ROOMS]
OTHERS = [
    face for c in (6, 7, 8) for face in tables.SQUARES_BY_CATEGORY[c] if face not in BOARD_EVENTS and "£" not in face
]
LONG_ENOUGH = 600  # moves; rows are added now and then, so a round has no fixed length


def lucky(seed):
    return random.Random(seed)  # a test wants the same moves again


def laid_out(luck, kind):
    season = Season(
        Season7Options(without=[*OTHERS, *tables.HIDDEN_SQUARES, *tables.MINIGAMES[1:]]),
        {who: Season7Player(booster=luck.randrange(0, 60, 7)) for who in NAMES},
    )
    season.cycle, season.phase = 2, "super" if kind == "super" else "quadrants"
    name = "SR" if kind == "super" else "Q1"
    r = add_round(season, name, name, NAMES, kind=kind, rows=5, columns=5)
    faces = [*BOARD_EVENTS, "£100,000", "-£50,000", "£???,000", "??% Booster", "£1,000,000", tables.MINIGAMES[0]]
    r.cells = [Season7Cell(luck.choice(faces)) for _ in range(25)]
    for who in NAMES:
        r.cells[luck.randrange(25)].bombs.append(who)
    r.stage, r.turn = "play", NAMES[0]
    return season, name


def move(game, luck):
    """One legal move: mostly an answer, now and then a play or silence."""
    asked = luck.choice(game.list_questions())
    plays = game.list_legal_moves(asked.who).plays
    chance = luck.random()
    if chance < 0.05:
        game.lapse(asked.id)
    elif chance < 0.15 and plays:
        play = luck.choice(plays)
        values = [option.value for option in play.options]
        game.play(asked.who, play.key, luck.sample(values, 1) if play.form.kind == "several" else luck.choice(values))
    else:
        game.answer(asked.who, asked.id, luck.choice(asked.options).value)


def play_on(game, name, luck):
    purse = Purse(game)
    for _ in range(LONG_ENOUGH):
        if name not in game.state.rounds or game.state.rounds[name].stage != "play":
            return
        assert game.list_questions()
        move(game, luck)
        purse.add_up(game)
        again = Game.load(SEASON7, game.save())
        assert msgspec.json.encode(again.state) == msgspec.json.encode(game.state)
        assert [question.id for question in again.list_questions()] == [
            question.id for question in game.list_questions()
        ]
    pytest.fail(f"the round has not ended after {LONG_ENOUGH} moves")


@pytest.mark.parametrize("seed", range(24))
def test_random_rounds_of_board_events(seed):
    luck = lucky(seed)
    season, name = laid_out(luck, luck.choice(["regular", "super"]))
    game = Game.start_from_state(SEASON7, season, f"secret {seed}")
    play_on(game, name, luck)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1400))
def test_many_random_rounds_of_board_events(seed):
    test_random_rounds_of_board_events(seed)


def asked_the_host(words):
    season, _ = laid_out(lucky(0), "regular")
    season.rounds["Q1"].cells[0] = Season7Cell("Ask the Host")
    game = Game.start_from_state(SEASON7, season, "secret")
    game.answer("Ann", game.list_questions()[0].id, 1)
    seat = game.state.rounds["Q1"].seats["Ann"]
    before = msgspec.json.encode(game.state)
    try:
        game.answer("Ann", game.list_questions()[0].id, words)
    finally:
        seat.draft = []
        assert msgspec.json.encode(game.state) == before
        assert len(game.list_questions()) == len(NAMES)
    return game


def test_the_host_refuses_what_says_nothing():
    with pytest.raises(Illegal):
        asked_the_host("")


@pytest.mark.parametrize("words", ["7", "Bob", "is", "has", "row", "x" * 190, "does does hold hold", "💣"])
def test_what_is_no_question_is_not_answered_but_the_two_nearest_are_offered(words):
    game = asked_the_host(words)
    question = next(question for question in game.list_questions() if question.who == "Ann")
    assert len(question.options) >= 2
    assert not [told for told in game.told if "Yes" in told.text or "No" in told.text]


def test_nobody_has_a_mark_for_a_bomb_that_an_eclipse_has_moved():
    season, name = laid_out(lucky(1), "regular")
    season.rounds[name].cells[0] = Season7Cell("Eclipse")
    season.rounds[name].seats["Ann"].sealed = [7]
    game = Game.start_from_state(SEASON7, season, "secret")
    assert list(build_own_view(season, "Ann", [name]).notes[name]) == [7]
    game.answer("Ann", game.list_questions()[0].id, 1)
    assert list(build_own_view(game.state, "Ann", [name]).notes[name]) == []
