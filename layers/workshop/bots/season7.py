"""A sensible player of Season 7, for simulations: never their own bomb, a peek before a pick, thought in minigames."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.kernel import Game, Question, Reader
from engine.minigames import MINIGAMES
from engine.season7 import booths, computers
from engine.season7.state import Season
from host.core.stand_ins import pick_random_answer
from host.shown.picture.as_text import format_picture_texts
from workshop.bots.minigames import load_sensible_policy

READER = Reader()
UNWANTED_PEEKS = (0, 1)  # what a peek may say: a bomb, a loss
HIGH_ENOUGH = 2  # rows of the Megagrid that are climbed


def answer_sensibly(game: Game[Season], question: Question, dice: Random) -> None:
    """Make one decision for a sensible player: the computer player's advice, thought in minigames, a peek before a
    pick, or else anything legal.
    """
    booth, advice = (
        game.state.booths.get(question.table),
        computers.advise_season7_computer(game, question, strength="expert"),
    )
    if booth is not None:
        game.answer(question.who, question.id, find_minigame_answer(game, question, booth.game, dice))
    elif advice is not None:
        if advice.play:
            game.play(question.who, advice.play, advice.value)
        else:
            game.answer(question.who, question.id, advice.value)
    elif question.key == "select" and any(play.key == "peek" for play in game.list_plays(question.who)):
        game.play(question.who, "peek", pick_promising_square(game, question, dice))
    elif question.key == "select":
        game.answer(question.who, question.id, pick_promising_square(game, question, dice))
    else:
        game.answer(question.who, question.id, pick_random_answer(question, dice))


def find_minigame_answer(game: Game[Season], question: Question, name: str, dice: Random) -> Any:
    """Return the best known answer in a minigame; in the Megagrid only its first rows are climbed."""
    if name == booths.MEGAGRID_NAME:
        left = booths.read_bombs_by_column(game.find_table(question.table).pictures)
        return 1 + left.index(min(left)) if question.facts["row"] <= HIGH_ENOUGH else booths.STOP
    if name not in MINIGAMES:
        return pick_random_answer(question, dice)
    picture = "\n".join(format_picture_texts(game.find_table(question.table).pictures, READER))
    return load_sensible_policy(name)(question, picture, dice)


def pick_promising_square(game: Game[Season], question: Question, dice: Random) -> Any:
    """Return a random square that is known to be good, else one of which nothing bad is known, else any."""
    who, r = question.who, game.state.rounds[question.table]
    told = {n: category for eyes, n, category in r.peeks if eyes == who}
    squares = [option.value for option in question.options if isinstance(option.value, int)]
    good = [n for n in squares if told.get(n, 0) not in UNWANTED_PEEKS]
    open_ = [n for n in squares if n not in r.seats[who].sealed and n not in told]
    return dice.choice(good or open_ or squares)
