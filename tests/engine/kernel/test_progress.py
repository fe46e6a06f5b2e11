"""Nothing may be repeated without end: a tape is bounded, whoever plays and however stubbornly."""

import pytest

from engine.kernel import Form, Illegal, Option, Play, Question, Told, format_text
from engine.kernel.record import MAX_REPEATS
from tests.rulesets.tiny import answer, begin, reloaded

BACK, ON = "back", "on"


async def round_and_round(t):
    """Somebody may go back for as long as they like."""
    while await t.ask("way", "Ann", "Which way?", [BACK, ON], lapse=ON) == BACK:
        pass
    t.state.cash["Ann"] = 1
    return 7


async def with_a_booth(t):
    if t.state.booth is None and "booth" not in t.state.cash:
        t.state.booth = []
    await t.ask("other", "Bob", "And you?", [1], lapse=1)


def wish(game, who, value):
    game.say(Told("You wish for {n}.", {"n": value}, who, "main"))


WISH = {"wish": (Play("wish", "Wish", [Option(1, "1"), Option(2, "2")], Form("choice")), wish)}


def refused(act):
    with pytest.raises(Illegal) as no:
        act()
    return format_text(no.value.text, no.value.facts)


def test_who_goes_back_again_and_again_is_told_that_it_is_enough_and_the_clock_goes_on():
    game = begin(round_and_round)
    for _ in range(MAX_REPEATS):
        answer(game, BACK)
    before = game.save().to_json()
    assert "could not go on" in refused(lambda: answer(game, BACK))
    assert "could not go on" in refused(lambda: answer(game, ON))
    assert game.save().to_json() == before
    game = reloaded(game)
    assert "could not go on" in refused(lambda: answer(game, BACK))
    game.lapse(game.list_questions()[0].id)
    assert game.state.cash == {"Ann": 1}
    answer(game, BACK)  # that was another time round


def test_what_one_has_done_too_often_keeps_nobody_else_from_anything():
    async def both(t):
        while True:
            await t.ask_any(Question(key="way", text="Which way?", lapse=ON), ["Ann", "Bob"], lambda _: [BACK, ON])

    game = begin(both)
    for _ in range(MAX_REPEATS):
        answer(game, BACK)
    refused(lambda: answer(game, BACK))
    answer(game, BACK, at=1)
    game.lapse(game.list_questions()[0].id)
    game.lapse(game.list_questions()[0].id)


def test_a_private_tape_is_bounded_though_the_game_moves_on():
    game = begin(with_a_booth, round_and_round)
    answer(game, 1)
    for _ in range(MAX_REPEATS):
        game.answer("Ann", game.list_questions()[-1].id, BACK)
        answer(game, 1)  # so that the game itself is at rest
    assert len(game.state.booth or ()) == MAX_REPEATS
    assert "could not go on" in refused(lambda: game.answer("Ann", game.list_questions()[-1].id, BACK))
    assert len(reloaded(game).state.booth or ()) == MAX_REPEATS
    game.lapse(game.list_questions()[-1].id)
    assert game.state.booth is None


def test_a_play_is_bounded_while_something_is_half_done_and_only_then():
    async def half_done(t):
        await t.ask("one", "Ann", "One?", [1], lapse=1)
        await t.ask("two", "Ann", "Two?", [1], lapse=1)

    game = begin(half_done, plays=WISH)
    for _ in range(2 * MAX_REPEATS):
        game.play("Bob", "wish", 1)
    answer(game, 1)
    for _ in range(MAX_REPEATS):
        game.play("Bob", "wish", 2)
    assert "wait until the game goes on" in refused(lambda: game.play("Bob", "wish", 1))
    game.play("Ann", "wish", 1)
    answer(game, 1)
    game.play("Bob", "wish", 1)
