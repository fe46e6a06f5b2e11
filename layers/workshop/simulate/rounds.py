"""`rtab simulate rounds`: single rounds of Season 7, some of their players sensible and the others careless.

It shows how often a wildcard round is won at all, and how far thinking carries: with what groups may choose
(`--option wits=yes`) and without. The same seed gives the same bytes.
"""

from __future__ import annotations

import argparse
import sys
from random import Random
from typing import Any

import msgspec

from engine.kernel import Game
from engine.season7 import tables
from engine.season7.options import chosen
from engine.season7.rules import SEASON7
from engine.season7.state import Player, Round, Season, Seat
from workshop.bots import careless, season7
from workshop.simulate.season7 import choice, counted, names

RICHEST = 300_000_000  # what a player may have when the round begins


def play(variant: str, players: int, sensible: int, options: dict[str, Any], seed: str) -> list[str]:
    """Who wins one round; the sensible ones have the first names, and the turn order is drawn."""
    dice = Random(seed)  # noqa: S311 # whims need no cryptography
    game = Game.begin(SEASON7, alone(variant, names(players), options, dice), seed, keep=False)
    skilled = names(players)[:sensible]
    while (r := of_first_cycle(game.state)) is not None and r.stage in ("seal", "play"):
        question = game.pending()[0]
        if question.who in skilled:
            season7.answer(game, question, dice)
        else:
            careless.move(game, dice)
    return r.winners if r is not None else []


def of_first_cycle(season: Season) -> Round | None:
    """The round, as long as it is there: where nobody wins, the cycle is over at once."""
    return season.rounds.get("W") if season.cycle == 1 else None


def alone(variant: str, who: list[str], options: dict[str, Any], dice: Random) -> Season:
    """A season in which there is just this round."""
    found, order = chosen(options), dice.sample(who, len(who))
    peeks = tables.WITTY_PEEKS if found.wits else 1
    seats = {name: Seat(peeks=peeks) for name in order}
    r = Round(
        variant or "Quadrant 1", variant=variant, rows=found.rows, columns=found.columns, seats=seats, order=order
    )
    players = {name: Player(total=dice.randrange(RICHEST)) for name in who}
    return Season(found, players, cycle=1, phase="quadrants", rounds={"W": r}, wildcard=variant)


def measure(
    variant: str, players: int, sensible: int, options: dict[str, Any], rounds: int, seed: int
) -> dict[str, Any]:
    """Many rounds."""
    won = [play(variant, players, sensible, options, f"{seed}|{i}") for i in range(rounds)]
    skilled = set(names(players)[:sensible])
    wins = sum(len(skilled & {*each}) for each in won)
    others = sum(len(each) for each in won) - wins
    return {
        "round": variant or "regular",
        "players": players,
        "sensible": sensible,
        "rounds": rounds,
        "seed": seed,
        "won_by_anybody": round(sum(map(bool, won)) / rounds, 4),
        "sensible_seats_win": round(wins / rounds / sensible, 4) if sensible else None,
        "careless_seats_win": round(others / rounds / (players - sensible), 4) if players > sensible else None,
    }


def run(argv: list[str]) -> int:
    """Print what was measured, a figure a line, or JSON."""
    options = parser().parse_args(argv)
    if options.variant and options.variant not in tables.WILDCARDS:
        print(
            f"No wildcard round is called {options.variant}. There are: {', '.join(tables.WILDCARDS)}.", file=sys.stderr
        )
        return 2
    sensible = options.players if options.sensible is None else options.sensible
    found = measure(options.variant, options.players, sensible, dict(options.option), options.rounds, options.seed)
    if options.json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        print(*(f"{name.replace('_', ' '):<20} {value}" for name, value in found.items()), sep="\n")
    return 0


def parser() -> argparse.ArgumentParser:
    """What may stand on the line."""
    words = argparse.ArgumentParser(
        prog="rtab simulate rounds", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words.add_argument("variant", nargs="?", default="", metavar="WILDCARD", help="a wildcard round (default: regular)")
    words.add_argument("--players", type=counted, default=4, help="how many (default 4)")
    words.add_argument("--sensible", type=int, help="how many of them think (default: all)")
    words.add_argument("--rounds", type=counted, default=400, help="how many rounds (default 400)")
    words.add_argument("--seed", type=int, default=1, help="another seed, other rounds")
    words.add_argument(
        "--option", type=choice, action="append", default=[], metavar="NAME=VALUE", help="as hosts set them"
    )
    words.add_argument("--json", action="store_true", help="print JSON")
    return words
