"""Careless and sensible players of the Deluxe edition, for simulations."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Any

from engine.deluxe import bench, computers
from engine.deluxe.state import DeluxeRace
from engine.kernel import Game, Illegal, Question
from host.core.stand_ins import pick_play_value, pick_random_answer, play_for_bots_unasked

FAILSAFES, BETS, PLAYS, SLEEPS = 0.15, 0.9, 0.05, 0.002


def move_in_deluxe(game: Game[DeluxeRace], dice: random.Random, sensible: Collection[str] = ()) -> None:
    """Make one decision of a Deluxe game, after letting players on the bench bet or hunt. Players named in `sensible`
    follow the computer player's advice; the others answer at random.
    """
    place_bench_bets(game, dice)
    asked = game.list_questions()
    if not asked:  # a round waits for who was removed, and may sign up again
        play_for_bots_unasked(game, game.state.players, dice)
        return
    question = dice.choice(asked)
    if question.who in sensible and follow_advice(game, question):
        return
    mood = dice.random()
    if mood < SLEEPS or question.form.kind == "text":
        game.lapse(question.id)
    elif mood < SLEEPS + PLAYS and (plays := game.list_plays(question.who)):
        play = dice.choice(plays)
        game.play(question.who, play.key, pick_play_value(play, dice))
    elif question.key == "pick":
        pick_space(game, question, dice)
    else:
        game.answer(question.who, question.id, pick_random_answer(question, dice))


def pick_space(game: Game[DeluxeRace], question: Question, dice: random.Random) -> None:
    """Answer with a random space, the player's own bomb included; where Failsafe is allowed, call it now and then."""
    spaces = [option.value for option in question.options if option.value != "Failsafe"]
    calls = len(spaces) < len(question.options) and dice.random() < FAILSAFES
    game.answer(question.who, question.id, "Failsafe" if calls else dice.choice(spaces))


def place_bench_bets(game: Game[DeluxeRace], dice: random.Random) -> None:
    """Let most players on the bench take a random slip or hunt that they are offered."""
    for who in game.state.here() if any(r.stage == "play" and r.picks for r in game.state.grids.values()) else ():
        bets = bench.list_bench_plays(game, who)
        if bets and dice.random() < BETS:
            play = dice.choice(bets)
            game.play(who, play.key, pick_play_value(play, dice))


def follow_advice(game: Game[DeluxeRace], question: Question) -> bool:
    """Do what a computer player would do, and return whether there was any advice. Advice that is refused lets the
    question lapse.
    """
    advice: Any = computers.advise_deluxe_computer(game, question)
    if advice is None:
        return False
    try:
        if advice.question:
            game.answer(question.who, advice.question, advice.value)
        else:
            game.play(question.who, advice.play, advice.value)
    except Illegal:
        game.lapse(question.id)
    return True
