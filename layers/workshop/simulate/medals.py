"""`rtab simulate medals`: how many players earn each medal in their first game of a ruleset, to see that it is rare.

Players are those of `rtab simulate length`: they think in Season 7, and else play like computers of the usual strength.
The same seed gives the same bytes.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

from engine.kernel import Game, Ruleset
from engine.rulesets import RULESETS, ruleset
from host.core import stand_ins
from host.core.cards import dealt_cards
from workshop.simulate.length import THINK
from workshop.simulate.season7 import list_seat_names, parse_positive_count

PLAYERS, GAMES = 4, 50


def count_deeds_of_game(rules: Ruleset[Any], players: int, seed: str) -> Mapping[tuple[str, str], int]:
    """Play one whole game and return how often each player did each deed, or the highest figure of a best."""
    dice, seats, found = Random(seed), list_seat_names(players), Counter[tuple[str, str]]()  # noqa: S311 - bots
    state = dealt_cards.build_initial_state(rules, seats, {}, seed)
    game = Game.start_from_state(rules, state, seed, keep=False)
    move = THINK.get(rules.name, stand_ins.answer_for_bot)
    while not game.over:
        move(game, dice.choice(game.list_questions()), dice)
        for deed in (deed for told in game.told for deed in rules.list_deeds(told)):
            done = found[deed.who, deed.name]
            found[deed.who, deed.name] = max(done, deed.amount) if deed.best else done + deed.amount
    return found


def count_medals(rules: Ruleset[Any], players: int, games: int, seed: int) -> Counter[str]:
    """Return how many players of so many games earned each medal, each as if it were their first game."""
    earned, seats = Counter[str](), list_seat_names(players)
    for n in range(games):
        done = count_deeds_of_game(rules, players, f"{seed} {n}")
        for each in rules.achievements:
            earned[each.name] += sum(done.get((who, each.deed), 0) >= each.threshold for who in seats)
    return earned


def run_medals_simulation(argv: list[str]) -> int:
    """Measure and print, for each medal, the share of players who earn it in a first game."""
    words = argparse.ArgumentParser(
        "rtab simulate medals", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words.add_argument("--ruleset", action="append", choices=list(RULESETS), help="only this one (default: all)")
    words.add_argument("--players", type=int, default=PLAYERS, help=f"default {PLAYERS}")
    words.add_argument("--games", type=parse_positive_count, default=GAMES, help=f"of each (default {GAMES})")
    words.add_argument("--seed", type=int, default=1, help="random seed (the same seed gives the same games)")
    asked = words.parse_args(argv)
    for name in asked.ruleset or list(RULESETS):
        earned = count_medals(ruleset(name), asked.players, asked.games, asked.seed)
        for each in ruleset(name).achievements:
            share = earned[each.name] / (asked.players * asked.games)
            print(f"{name:<12} {each.name:<24} {share:6.1%}  {each.sentence}")
    return 0
