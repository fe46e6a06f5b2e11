"""`rtab simulate GAME`: how any game of these rules goes, for games that have no simulation of their own.

All computers play as the rules advise; then one of them does, against others who choose at random, from each seat in
turn. So it shows how long a game is, whether every game ends, and whether thinking pays.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from importlib import import_module
from random import Random
from statistics import median
from typing import Any, cast

from msgspec import Struct

from engine.kernel import PUBLIC, Game, Illegal, Ruleset, format_text
from engine.rulesets import RULESETS, ruleset
from host.core import stand_ins
from host.core.cards import dealt_cards
from workshop.simulate import length
from workshop.simulate.season7 import list_seat_names, parse_positive_count

GAMES = 100


MOST_MOVES = 20_000  # a game that takes more does not end


class PlayedGame(Struct, frozen=True):
    """A game that computers have played: its moves, whether it ended, and who won."""

    moves: int
    over: bool
    winners: tuple[str, ...]


def play_game(rules: Ruleset[Any], players: int, seed: str, thinkers: set[str] | None = None) -> PlayedGame:
    """Play one game in which only these seats, or all, choose as the rules advise."""
    dice = Random(seed)  # noqa: S311 - bots need no cryptography
    seats = list_seat_names(players)
    game = Game.start_from_state(rules, dealt_cards.build_initial_state(rules, seats, {}, seed), seed, keep=False)
    moves = 0
    while not game.over and moves < MOST_MOVES:
        moves += 1
        asked = game.list_questions()
        if not asked:
            if stand_ins.play_for_bots_unasked(game, seats, dice):
                continue
            break
        question = dice.choice(asked)
        if thinkers is None or question.who in thinkers:
            stand_ins.answer_for_bot(game, question, dice)
            continue
        try:
            game.answer(question.who, question.id, stand_ins.pick_random_answer(question, dice))
        except Illegal:
            game.lapse(question.id)
    return PlayedGame(moves, game.over, tuple(game.build_view(PUBLIC).winners))


def format_game_figures(rules: Ruleset[Any], players: int, games: int, seed: int) -> list[str]:
    """Play the games and format what came of them."""
    seats = list_seat_names(players)
    played = [play_game(rules, players, f"{seed} {n}") for n in range(games)]
    turns = [length.play_timed_game(rules, players, {}, f"{seed} {n}").turns for n in range(games)]
    alone = [(seats[n % players], play_game(rules, players, f"{seed} {n}", {seats[n % players]})) for n in range(games)]
    by_seat = ", ".join(f"{sum(seat in each.winners for each in played)}" for seat in seats)
    thought = sum(who in each.winners for who, each in alone)
    return [
        f"{rules.name}: {games} games of {players}, seed {seed}",
        f"ended: {sum(each.over for each in played)} of {games}",
        f"moves a game: {median(each.moves for each in played):.0f}",
        f"turns a game: {median(turns):.1f} (people who look in a sixth of a turn after they are asked)",
        f"won, by seat: {by_seat}",
        f"one who thinks, among others who choose at random, wins {thought / games:.0%}; by chance {1 / players:.0%}",
    ]


def run_game_simulation(argv: list[str]) -> int:
    """Measure the game that the first word names, and print the figures."""
    name, *argv = argv
    rules = ruleset(name)
    words = argparse.ArgumentParser(f"rtab simulate {name}", description=__doc__)
    words.add_argument("--games", type=parse_positive_count, default=GAMES, help=f"games (default {GAMES})")
    words.add_argument("--players", type=int, choices=[*rules.seats], default=min(4, rules.seats[-1]), metavar="N")
    words.add_argument("--seed", type=int, default=1, help="another seed, another run")
    asked = words.parse_args(argv)
    figures = format_game_figures(rules, max(asked.players, rules.seats[0]), asked.games, asked.seed)
    sys.stdout.write("\n".join(figures) + "\n")
    return 0


SIMULATIONS = {
    "ladder": "workshop.simulate.ladder:run_ladder_simulation",
    "millionaire": "workshop.simulate.ladder:run_ladder_simulation",  # the name its kind of game is known by
    "deluxe": "workshop.simulate.deluxe:run_deluxe_simulation",
    "deluxe-balance": "workshop.simulate.deluxe:run_deluxe_balance",
    "billionaire": "workshop.simulate.billionaire:run_billionaire_simulation",
    "season7": "workshop.simulate.season7:run_season7_simulation",
    "length": "workshop.simulate.length:run_length_simulation",
    "waiting": "workshop.simulate.season7:run_waiting_simulation",
    "medals": "workshop.simulate.length:run_medals_simulation",
    "voice": "workshop.simulate.voice:run_voice_simulation",
    "minigames": "workshop.simulate.minigames:run_minigames_simulation",
    "rounds": "workshop.simulate.season7:run_rounds_simulation",
    "rivals": "workshop.simulate.rivals:run_rivals_simulation",
}


ANY_GAME = "workshop.simulate.any_game:run_game_simulation"


def run_simulate_command(argv: list[str]) -> int:
    """Run the simulation that the first word names with the rest of the line."""
    what, *rest = argv or [""]
    if what not in SIMULATIONS and what not in RULESETS:
        named = dict.fromkeys([*SIMULATIONS, *RULESETS])
        print(f"rtab simulate needs one of: {', '.join(named)}.", file=sys.stderr)
        return 2
    try:
        words = rest if what in SIMULATIONS else argv
        module, function = SIMULATIONS.get(what, ANY_GAME).split(":")
        return cast("Callable[[list[str]], int]", getattr(import_module(module), function))(words)
    except Illegal as no:  # nobody can play so: too few players, or too many
        print(format_text(no.text, no.facts), file=sys.stderr)
        return 2
