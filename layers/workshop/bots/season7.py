"""A sensible player of Season 7, for simulations: never their own bomb, a peek before a pick, thought in minigames."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.kernel import Game, Question, Reader
from engine.minigames import MINIGAMES
from engine.race.table import format_coordinate
from engine.season7 import booths, computers
from engine.season7.state import Season
from host.core.stand_ins import pick_random_answer
from host.shown.picture.as_text import format_picture_texts
from workshop.bots.minigames import load_sensible_policy

READER = Reader()
HIGH_ENOUGH = 2  # rows of the Megagrid that are climbed


def answer_sensibly(game: Game[Season], question: Question, dice: Random) -> None:
    """Make one decision for a sensible player: thought in minigames, the advice of an expert computer player, which
    goes by all that was told, or else anything legal.
    """
    booth, advice = (
        game.state.booths.get(question.table),
        computers.advise_season7_computer(game, question, strength="expert"),
    )
    if booth is not None:
        game.answer(question.who, question.id, find_minigame_answer(game, question, booth.game, dice))
    elif advice is None:
        game.answer(question.who, question.id, pick_random_answer(question, dice))
    elif advice.play:
        game.play(question.who, advice.play, advice.value)
    else:
        game.answer(question.who, question.id, advice.value)


def answer_knowing_habits(game: Game[Season], question: Question, dice: Random) -> None:
    """Make one decision for a sensible player who reads habits: of the squares that are as safe, one where no other
    player in the round has hidden a bomb before.
    """
    safest = list_squares_away_from_habits(game, question) if question.key == "select" else []
    if safest:
        game.answer(question.who, question.id, dice.choice(safest))
    else:
        answer_sensibly(game, question, dice)


def list_squares_away_from_habits(game: Game[Season], question: Question) -> list[Any]:
    """List the squares that a habit makes safer than the one that an expert computer would select; empty if it would
    select one of these itself, knows a better reason, or peeks first.
    """
    r, who = game.state.rounds[question.table], question.who
    shown = {place for rival in r.list_living() if rival != who for place in game.state.players[rival].hiding_places}
    squares = {option.value for option in question.options if isinstance(option.value, int)}
    habits = {n for n in squares if format_coordinate(n, r.columns) in shown}
    advice = computers.advise_season7_computer(game, question, strength="expert")
    known = {n for eyes, n, _ in r.peeks if eyes == who or game.state.options.are_peeks_open()} | {*r.seats[who].sealed}
    if advice is None or advice.play or advice.value not in habits - known:
        return []
    return sorted(squares - habits - known)


def find_minigame_answer(game: Game[Season], question: Question, name: str, dice: Random) -> Any:
    """Return the best known answer in a minigame; in the Megagrid only its first rows are climbed."""
    if name == booths.MEGAGRID_NAME:
        left = booths.read_bombs_by_column(game.find_table(question.table).pictures)
        return 1 + left.index(min(left)) if question.facts["row"] <= HIGH_ENOUGH else booths.STOP
    if name not in MINIGAMES:
        return pick_random_answer(question, dice)
    picture = "\n".join(format_picture_texts(game.find_table(question.table).pictures, READER))
    return load_sensible_policy(name)(question, picture, dice)
