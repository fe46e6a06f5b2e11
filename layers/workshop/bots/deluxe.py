"""Careless and sensible players of the Deluxe edition, for simulations."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Any

from engine.deluxe import bench, computers
from engine.deluxe.state import Race
from engine.kernel import Game, Illegal, Question
from host.core.computer_player import at_random, unasked, value_for

FAILSAFES, BETS, PLAYS, SLEEPS = 0.15, 0.9, 0.05, 0.002


def move(game: Game[Race], dice: random.Random, sensible: Collection[str] = ()) -> None:
    """One decision of somebody who is asked; now and then somebody on the bench bets or hunts before."""
    bet(game, dice)
    asked = game.pending()
    if not asked:  # a round waits for who was removed, and may sign up again
        unasked(game, game.state.players, dice)
        return
    question = dice.choice(asked)
    if question.who in sensible and advised(game, question):
        return
    mood = dice.random()
    if mood < SLEEPS or question.form.kind == "text":
        game.lapse(question.id)
    elif mood < SLEEPS + PLAYS and (plays := game.plays(question.who)):
        play = dice.choice(plays)
        game.play(question.who, play.key, value_for(play, dice))
    elif question.key == "pick":
        pick(game, question, dice)
    else:
        game.answer(question.who, question.id, at_random(question, dice))


def pick(game: Game[Race], question: Question, dice: random.Random) -> None:
    """Any space, one's own bomb included; Failsafe in some of the turns that allow it."""
    spaces = [option.value for option in question.options if option.value != "Failsafe"]
    calls = len(spaces) < len(question.options) and dice.random() < FAILSAFES
    game.answer(question.who, question.id, "Failsafe" if calls else dice.choice(spaces))


def bet(game: Game[Race], dice: random.Random) -> None:
    """Whoever is on the bench takes any slip, or goes on any hunt."""
    for who in game.state.here() if any(r.stage == "play" and r.picks for r in game.state.grids.values()) else ():
        bets = bench.offered(game, who)
        if bets and dice.random() < BETS:
            play = dice.choice(bets)
            game.play(who, play.key, value_for(play, dice))


def advised(game: Game[Race], question: Question) -> bool:
    """Whatever a computer player would do; it may peek or bet before it answers."""
    advice: Any = computers.advise(game, question.who)
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
