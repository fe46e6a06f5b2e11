"""`rtab simulate deluxe-balance`: every measure of the Deluxe edition's balance, and whether it holds to its aim.

Many races: it takes two hours on one idle core. The same seed gives the same bytes on standard output.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from math import sqrt
from typing import Any, NamedTuple

import msgspec

from engine.deluxe import tables
from workshop.simulate.deluxe import build_race_summary, iter_races
from workshop.simulate.progress import Progress
from workshop.simulate.season7 import parse_positive_count

TABLES, EIGHT = (4, 8, 12, 24), 8
FEWEST, SHORTEST, LONGEST, MEDIAN = 8, 15, 80, 40  # rounds: 5th percentile, median from and to, 95th percentile
LEAST_SHARE, BONUSES = 0.1, (0.35, 0.7)  # of the winner's money
LAST_WINS, CLEVER_WINS = 1 / 30, 2 / EIGHT
MOVED, ABOVE_SHARE = 0.25, 0.02
BETTING = "betting"
ON_THE_GRID = [kind for kind in tables.SPACE_KINDS if kind != tables.MONEY]


class BalanceMeasure(NamedTuple):
    """Some races to play with the same options, with a label."""

    label: str
    players: int
    games: int
    chosen: dict[str, Any]
    sensible: int = 0


def iter_balance_measures(games: int, seats: int) -> Iterator[BalanceMeasure]:
    """Yield all sets of races to play, the most telling first."""
    yield from (BalanceMeasure(f"{players} players", players, games, {}) for players in TABLES)
    yield BalanceMeasure("one of eight sensible", EIGHT, games, {}, sensible=1)
    for players in TABLES:
        for kind in ON_THE_GRID:
            yield BalanceMeasure(f"{players} without {kind}", players, games, {"without": [kind]})
        for option in ("zones", BETTING):
            yield BalanceMeasure(f"{players} without {option}", players, games, {option: False})
    yield from (
        BalanceMeasure(f"{EIGHT} without {zone}", EIGHT, games, {"without": [zone]}) for zone in tables.ZONE_NAMES
    )
    yield from (BalanceMeasure(f"seats of {players}", players, seats, {}) for players in TABLES)


class BalanceAim(msgspec.Struct):
    """An aim of the balance, what was found, and whether it holds."""

    aim: str
    found: str
    holds: bool


def iter_balance_aims(found: dict[str, dict[str, Any]]) -> Iterator[BalanceAim]:
    """Yield every aim with what was found for it."""
    for players in TABLES:
        yield from iter_table_aims(players, found[f"{players} players"])
    last = found[f"{EIGHT} players"]["last_at_half_wins"]
    yield BalanceAim("8: the last at half-time wins one race in thirty", f"{last:.1%}", last >= LAST_WINS)
    clever = found["one of eight sensible"]["sensible_wins"]
    yield BalanceAim("8: one sensible player wins twice its share", f"{clever:.1%}", clever >= CLEVER_WINS)
    for label, each in found.items():
        if " without " in label and not label.endswith(BETTING):  # which is no kind of space or zone
            whole = found[f"{each['players']} players"]["rounds"]["p50"]
            moved = each["rounds"]["p50"] / whole - 1
            yield BalanceAim(f"{label}: the median moves by a quarter at most", f"{moved:+.0%}", abs(moved) <= MOVED)
        if label.startswith("seats"):
            share = 1 / each["players"]
            chance = 2 * sqrt(share * (1 - share) / each["games"])
            best = max(each["win_rate_by_seat"]) - share
            yield BalanceAim(f"{label}: none two points above its share", f"{best:+.1%}", best <= ABOVE_SHARE + chance)


def iter_table_aims(players: int, each: dict[str, Any]) -> Iterator[BalanceAim]:
    """Yield the aims for one number of players: how long a race takes, and where its winner's money comes from."""
    low, middle, high = (each["rounds"][name] for name in ("p5", "p50", "p95"))
    length = low >= FEWEST and SHORTEST <= middle <= MEDIAN and high <= LONGEST
    yield BalanceAim(f"{players}: rounds from 8, median 15 to 40, up to 80", f"{low} · {middle} · {high}", length)
    for name, share in each["shares_of_winners_money"].items():
        from_, to = BONUSES if name == "bonuses" else (LEAST_SHARE, 1.0)
        yield BalanceAim(f"{players}: {from_:.0%} to {to:.0%} from {name}", f"{share:.1%}", from_ <= share <= to)


def run_deluxe_balance(argv: list[str]) -> int:
    """Play all the races, print the aims, and return 1 if one is missed."""
    options = build_balance_parser().parse_args(argv)
    found = dict[str, dict[str, Any]]()
    for it in iter_balance_measures(options.games, options.seats):
        played = iter_races(it.players, it.chosen, it.sensible, it.games, options.seed)
        fared = list(Progress(sys.stderr, f"races, {it.label}", it.games).iter_with_bar(played))
        found[it.label] = build_race_summary(it.players, it.games, options.seed, it.sensible, fared)
    judged = [*iter_balance_aims(found)]
    if options.json:
        print(msgspec.json.format(msgspec.json.encode({"measured": found, "aims": judged})).decode())
    else:
        print(*(f"{'holds ' if it.holds else 'MISSED'}  {it.aim}: {it.found}" for it in judged), sep="\n")
    return 0 if all(it.holds for it in judged) else 1


def build_balance_parser() -> argparse.ArgumentParser:
    """Build the argument parser of `rtab simulate deluxe-balance`."""
    words = argparse.ArgumentParser(prog="rtab simulate deluxe-balance", description=__doc__)
    words.add_argument(
        "--games", type=parse_positive_count, default=200, help="how many races for each measure (default 200)"
    )
    words.add_argument(
        "--seats", type=parse_positive_count, default=2000, help="how many to compare the seats (default 2000)"
    )
    words.add_argument("--seed", type=int, default=1, help="another seed, other races")
    words.add_argument("--json", action="store_true", help="print JSON")
    return words
