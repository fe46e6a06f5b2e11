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
from engine.season7.options import parse_season7_options
from engine.season7.rules import SEASON7
from engine.season7.state import Season, Season7Player, Season7Round, Season7Seat
from workshop.bots import careless, season7
from workshop.simulate.season7 import list_seat_names, parse_option_choice, parse_positive_count

RICHEST = 300_000_000  # what a player may have when the round begins


def play_single_round(variant: str, players: int, sensible: int, options: dict[str, Any], seed: str) -> list[str]:
    """Play one round and return its winners. The sensible players have the first names; the turn order is drawn."""
    dice = Random(seed)  # noqa: S311 # whims need no cryptography
    game = Game.start_from_state(
        SEASON7, build_round_season(variant, list_seat_names(players), options, dice), seed, keep=False
    )
    skilled = list_seat_names(players)[:sensible]
    while (r := find_measured_round(game.state)) is not None and r.stage in ("seal", "play"):
        question = game.list_questions()[0]
        if question.who in skilled:
            season7.answer_sensibly(game, question, dice)
        else:
            careless.move_carelessly(game, dice)
    return r.winners if r is not None else []


def find_measured_round(season: Season) -> Season7Round | None:
    """Return the round, or None once it is gone: where nobody wins, the cycle ends at once."""
    return season.rounds.get("W") if season.cycle == 1 else None


def build_round_season(variant: str, who: list[str], options: dict[str, Any], dice: Random) -> Season:
    """Build a season in which only this round is played, with random totals."""
    found, order = parse_season7_options(options), dice.sample(who, len(who))
    peeks = tables.WITTY_PEEKS if found.wits else 1
    seats = {name: Season7Seat(peeks=peeks) for name in order}
    r = Season7Round(
        variant or "Quadrant 1", variant=variant, rows=found.rows, columns=found.columns, seats=seats, order=order
    )
    players = {name: Season7Player(total=dice.randrange(RICHEST)) for name in who}
    return Season(found, players, cycle=1, phase="quadrants", rounds={"W": r}, wildcard=variant)


def measure_rounds(
    variant: str, players: int, sensible: int, options: dict[str, Any], rounds: int, seed: int
) -> dict[str, Any]:
    """Play many rounds and return how often they are won, and by whom."""
    won = [play_single_round(variant, players, sensible, options, f"{seed}|{i}") for i in range(rounds)]
    skilled = set(list_seat_names(players)[:sensible])
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


def run_rounds_simulation(argv: list[str]) -> int:
    """Print what was measured, a figure a line, or JSON."""
    options = build_rounds_parser().parse_args(argv)
    if options.variant and options.variant not in tables.WILDCARDS:
        print(
            f"No wildcard round is called {options.variant}. There are: {', '.join(tables.WILDCARDS)}.", file=sys.stderr
        )
        return 2
    sensible = options.players if options.sensible is None else options.sensible
    found = measure_rounds(
        options.variant, options.players, sensible, dict(options.option), options.rounds, options.seed
    )
    if options.json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        print(*(f"{name.replace('_', ' '):<20} {value}" for name, value in found.items()), sep="\n")
    return 0


def build_rounds_parser() -> argparse.ArgumentParser:
    """Build the argument parser of `rtab simulate rounds`."""
    words = argparse.ArgumentParser(
        prog="rtab simulate rounds", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words.add_argument("variant", nargs="?", default="", metavar="WILDCARD", help="a wildcard round (default: regular)")
    words.add_argument("--players", type=parse_positive_count, default=4, help="how many (default 4)")
    words.add_argument("--sensible", type=int, help="how many of them think (default: all)")
    words.add_argument("--rounds", type=parse_positive_count, default=400, help="how many rounds (default 400)")
    words.add_argument("--seed", type=int, default=1, help="another seed, other rounds")
    words.add_argument(
        "--option",
        type=parse_option_choice,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="as hosts set them",
    )
    words.add_argument("--json", action="store_true", help="print JSON")
    return words
