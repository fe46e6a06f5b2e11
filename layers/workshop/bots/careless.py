"""The careless player: does anything that is legal, whatever the game."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from engine.kernel import Game
from host.core.computer_player import at_random, unasked, value_for

PLAYS, SLEEPS = 0.1, 0.01  # how often somebody does something unasked, or lets the clock run out


def move(game: Game[Any], dice: random.Random, seats: Iterable[str] = ()) -> None:
    """One decision of somebody who is asked: an answer, or now and then a play instead, or nothing in time.

    To a question that wants words the careless have nothing to say. Where all wait for somebody who was removed, one of
    these seats does something unasked, such as coming back.
    """
    asked = game.pending()
    if not asked:
        unasked(game, seats or game.ruleset.players(game.state), dice)
        return
    question = dice.choice(asked)
    mood = dice.random()
    if mood < SLEEPS or question.form.kind == "text":
        game.lapse(question.id)
    elif mood > 1 - PLAYS and (plays := game.plays(question.who)):
        play = dice.choice(plays)
        game.play(question.who, play.key, value_for(play, dice))
    else:
        game.answer(question.who, question.id, at_random(question, dice))
