"""A sensible player of Season 7, for simulations: never their own bomb, a peek before a pick, thought in minigames."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.kernel import Game, Question, Reader
from engine.minigames import MINIGAMES
from engine.season7 import computers, megagrid
from engine.season7.state import Season
from host.core.computer_player import at_random
from host.shown.picture.spelling import all_spelled
from workshop.bots.minigames import sensible

READER = Reader()
UNWANTED = (0, 1)  # what a peek may say: a bomb, a loss
HIGH_ENOUGH = 2  # rows of the Megagrid that are climbed


def answer(game: Game[Season], question: Question, dice: Random) -> None:
    """One decision."""
    booth, advice = game.state.booths.get(question.table), computers.advise(game, question.who, strength="expert")
    if advice is not None and advice.question in ("", question.id):
        if advice.play:
            game.play(question.who, advice.play, advice.value)
        else:
            game.answer(question.who, question.id, advice.value)
    elif booth is not None:
        game.answer(question.who, question.id, in_minigame(game, question, booth.game, dice))
    elif question.key == "select" and any(play.key == "peek" for play in game.plays(question.who)):
        game.play(question.who, "peek", some_square(game, question, dice))
    elif question.key == "select":
        game.answer(question.who, question.id, some_square(game, question, dice))
    else:
        game.answer(question.who, question.id, at_random(question, dice))


def in_minigame(game: Game[Season], question: Question, name: str, dice: Random) -> Any:
    """As one who has read the rules; the Megagrid's last rows are left alone."""
    if name == megagrid.NAME:
        climbs = question.facts["row"] <= HIGH_ENOUGH
        left = [int(n) for n in question.facts["left"]]
        return 1 + left.index(min(left)) if climbs else megagrid.STOP
    if name not in MINIGAMES:
        return at_random(question, dice)
    picture = "\n".join(all_spelled(game.look(question.table).pictures, READER))
    return sensible(name)(question, picture, dice)


def some_square(game: Game[Season], question: Question, dice: Random) -> Any:
    """Any square of which nothing bad is known; one that is known to be good, if there is one."""
    who, r = question.who, game.state.rounds[question.table]
    told = {n: category for eyes, n, category in r.peeks if eyes == who}
    squares = [option.value for option in question.options if isinstance(option.value, int)]
    good = [n for n in squares if told.get(n, 0) not in UNWANTED]
    open_ = [n for n in squares if n not in r.seats[who].sealed and n not in told]
    return dice.choice(good or open_ or squares)
