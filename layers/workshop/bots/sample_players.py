"""Players for simulations: careless ones of any game, and sensible ones of both races."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable
from random import Random
from typing import Any

from engine.deluxe import bench
from engine.deluxe.computers import advise_deluxe_computer
from engine.deluxe.state import DeluxeRace
from engine.kernel import Game, Illegal, Question, Reader
from engine.minigames import MINIGAMES
from engine.race.table import format_coordinate
from engine.season7 import booths
from engine.season7.computers import advise_season7_computer
from engine.season7.state import Season
from host.core.stand_ins import pick_play_value, pick_random_answer, play_for_bots_unasked
from host.shown.picture.as_text import format_picture_texts
from workshop.bots.minigames import load_sensible_policy

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


READER = Reader()
HIGH_ENOUGH = 2  # rows of the Megagrid that are climbed


def answer_sensibly(game: Game[Season], question: Question, dice: Random) -> None:
    """Make one decision for a sensible player: thought in minigames, the advice of an expert computer player, which
    goes by all that was told, or else anything legal.
    """
    booth, advice = (
        game.state.booths.get(question.table),
        advise_season7_computer(game, question, strength="expert"),
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
    advice = advise_season7_computer(game, question, strength="expert")
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


FAILSAFES, BETS, DELUXE_PLAYS, DELUXE_SLEEPS = 0.15, 0.9, 0.05, 0.002


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
    if mood < DELUXE_SLEEPS or question.form.kind == "text":
        game.lapse(question.id)
    elif mood < DELUXE_SLEEPS + DELUXE_PLAYS and (plays := game.list_plays(question.who)):
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
    advice: Any = advise_deluxe_computer(game, question)
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
