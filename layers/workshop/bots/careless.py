"""The careless player: does anything that is legal, whatever the game."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from engine.kernel import Game
from host.core.stand_ins import pick_play_value, pick_random_answer, play_for_bots_unasked

PLAYS, SLEEPS = 0.1, 0.01  # how often somebody does something unasked, or lets the clock run out


def move_carelessly(game: Game[Any], dice: random.Random, seats: Iterable[str] = ()) -> None:
    """Make one decision for a random player who is asked: an answer, now and then a play instead, or let the time run
    out. Questions that want words are left to lapse. Where nobody is asked, one of these seats makes a play, such
    as coming back.
    """
    asked = game.list_questions()
    if not asked:
        play_for_bots_unasked(game, seats or game.ruleset.list_players(game.state), dice)
        return
    question = dice.choice(asked)
    mood = dice.random()
    if mood < SLEEPS or question.form.kind == "text":
        game.lapse(question.id)
    elif mood > 1 - PLAYS and (plays := game.list_plays(question.who)):
        play = dice.choice(plays)
        game.play(question.who, play.key, pick_play_value(play, dice))
    else:
        game.answer(question.who, question.id, pick_random_answer(question, dice))
