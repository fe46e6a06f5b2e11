"""The careless player: does anything that is legal, whatever the game."""

from __future__ import annotations

import random
from typing import Any

from engine.kernel import LOG, Game, Play, Question
from host.core.computer_player import at_random

PLAYS, SLEEPS = 0.1, 0.01  # how often somebody does something unasked, or lets the clock run out


def move(game: Game[Any], dice: random.Random) -> None:
    """One decision of somebody who is asked: an answer, or now and then a play instead, or nothing in time.

    To a question that wants words the careless have nothing to say.
    """
    question = dice.choice(game.pending())
    mood = dice.random()
    if mood < SLEEPS or question.form.kind == "text":
        game.lapse(question.id)
    elif mood > 1 - PLAYS and (plays := game.plays(question.who)):
        play = dice.choice(plays)
        game.play(question.who, play.key, value_for(play, dice))
    else:
        game.answer(question.who, question.id, at_random(question, dice))


def value_for(play: Play, dice: random.Random) -> Any:
    """Any choice that goes with a play."""
    if not play.options:
        return None
    asked = Question(key=play.key, who=LOG, text="", look=lambda: play.options, lapse=None, form=play.form)
    return at_random(asked, dice)
