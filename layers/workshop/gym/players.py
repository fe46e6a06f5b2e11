"""Baselines: players to measure others by. Each chooses an action from what its seat is offered.

`random` takes any action, all alike. `greedy` answers with what names the largest sum of money, or at random where
nothing names one; it shuns squares that it knows to be bad, never lets its time run out, and plays unasked only if it
must. The others are the house's own computers at each
strength: where these have no opinion they answer at random, and they play unasked only as they are advised.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any

from engine.billionaire import computers as billionaire_computers
from engine.deluxe import computers as deluxe_computers
from engine.kernel import Game, Play, Question
from engine.kernel.picture import BOARD
from engine.kernel.ruleset import Advice
from engine.ladder import computers as ladder_computers
from engine.season7 import computers as season7_computers
from host.core import stand_ins
from workshop.gym.environment import GameEnv
from workshop.gym.menu import LAPSE, PASS, What

Advise = Callable[[Game[Any], Question], Advice | None]
Player = Callable[[GameEnv, str], int]  # chooses the next action of the agent that is up
RANDOM, GREEDY = "random", "greedy"


def advise_on_ladder(game: Game[Any], question: Question, strength: str) -> Advice | None:
    """Return what a computer of this strength without a character answers on the ladder."""
    if question.key.partition(".")[0] not in ladder_computers.ANSWERED_KEYS:
        return None
    mind = ladder_computers.ClimberMind(game, question.who, "")
    mind.strength = ladder_computers.LADDER_STRENGTHS[strength]
    return mind.advise(question)


def advise_in_billionaire(game: Game[Any], question: Question, strength: str) -> Advice | None:
    """Return what a computer of this strength without a character answers in Billionaire; a novice has an opinion
    only about bids.
    """
    if strength == "novice" and question.key != "bid":
        return None
    return billionaire_computers.advise_billionaire_computer(game, question, strength=strength)


ADVISERS: Mapping[str, Mapping[str, Advise]] = {
    "season7": {
        name: partial(season7_computers.advise_season7_computer, strength=name)
        for name in season7_computers.SEASON7_STRENGTHS
    },
    "deluxe": {
        name: partial(deluxe_computers.advise_deluxe_computer, strength=name)
        for name in deluxe_computers.DELUXE_STRENGTHS
    },
    "ladder": {name: partial(advise_on_ladder, strength=name) for name in ladder_computers.LADDER_STRENGTHS},
    "billionaire": {
        name: partial(advise_in_billionaire, strength=name) for name in billionaire_computers.BILLIONAIRE_STRENGTHS
    },
}


class RandomPlayer:
    """Takes any action of the menu, all alike."""

    def __init__(self, dice: Random) -> None:
        self.dice = dice

    def __call__(self, env: GameEnv, agent: str) -> int:
        """Choose an action."""
        return self.dice.choice([*env.list_menu(agent)])


class GreedyPlayer:
    """Answers with what names the largest sum of money; passes when it is not asked."""

    def __init__(self, dice: Random) -> None:
        self.dice = dice

    def __call__(self, env: GameEnv, agent: str) -> int:
        """Choose an action."""
        menu = env.list_menu(agent)
        if PASS in menu:
            return PASS
        asked = env.list_legal_moves(agent).questions
        known = list_bad_squares(env, agent, asked[0]) if asked else set()
        sums = {
            at: find_sum(str(item.label))
            for at, item in menu.items()
            if at != LAPSE and item.value not in known and not (asked and item.what in OPTIONAL)
        }
        most = max(sums.values(), default=0)
        return self.dice.choice([at for at, amount in sums.items() if amount == most] or [*menu])


OPTIONAL = (What.PLAY, What.OPEN_PLAY, What.OWN_WORDS)  # what is left alone while there is a question to answer
BAD_KINDS = ("bomb", "loss")
SUM_OF_MONEY = re.compile(r"[£$]([\d,]*\d)")


def list_bad_squares(env: GameEnv, agent: str, question: Question) -> set[int]:
    """List the squares of the board that a question is about of which an agent knows that they are bad."""
    own = env.build_view(agent).own if question.of == BOARD else None
    return {n for n, note in own.notes.get(question.table, {}).items() if note.kind in BAD_KINDS} if own else set()


def find_sum(label: str) -> int:
    """Return the largest sum of money that a label names, or 0."""
    return max((int(digits.replace(",", "")) for digits in SUM_OF_MONEY.findall(label)), default=0)


class HousePlayer:
    """A computer of the house, of one strength. It looks at the game itself, as the house's computers do."""

    def __init__(self, dice: Random, advise: Advise) -> None:
        self.dice, self.advise = dice, advise
        self.plan: list[int] = []  # the rest of an answer of several actions

    def __call__(self, env: GameEnv, agent: str) -> int:
        """Choose an action: the next of the plan, or the first of a new one."""
        if not self.plan:
            self.plan = self.make_plan(env, agent)
        return self.plan.pop(0)

    def make_plan(self, env: GameEnv, agent: str) -> list[int]:
        """List the actions that give the advised answer to the first question, or make the advised play."""
        legal = env.list_legal_moves(agent)
        if not legal.questions:
            menu = env.list_menu(agent)
            return [PASS if PASS in menu else self.dice.choice([*menu])]
        question = legal.questions[0]
        advice = self.advise(env.game, question)
        if advice is not None and advice.play:
            offered = [item.asked for item in env.list_menu(agent).values() if isinstance(item.asked, Play)]
            play = next((each for each in offered if each.key == advice.play), None)
            if play is not None:
                return env.find_actions(agent, play, advice.value)
            advice = None
        value = advice.value if advice else stand_ins.pick_random_answer(question, self.dice)
        if env.infos[agent]["refused"] or not question.accepts_answer(value):
            return [LAPSE]
        return env.find_actions(agent, question, value)


def make_player(game: str, name: str, dice: Random) -> Player:
    """Make the player of this name for a game; raise KeyError if there is none."""
    if name == RANDOM:
        return RandomPlayer(dice)
    return GreedyPlayer(dice) if name == GREEDY else HousePlayer(dice, ADVISERS[game][name])


def list_player_names(game: str) -> list[str]:
    """List the names of the baselines of a game, the strongest of the house last."""
    return [RANDOM, GREEDY, *ADVISERS.get(game, ())]
