"""`rtab simulate deluxe`: careless players race to two wins with a billion, game after game, and are measured.

The same seed gives the same bytes on standard output. How fast it went is another thing each time,
so it is said on standard error (as a line of JSON with --json).
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from math import sqrt
from multiprocessing import Pool, cpu_count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from engine.deluxe import tables
from engine.deluxe.rules import DELUXE
from engine.deluxe.state import DeluxeRace
from engine.kernel import Game, Illegal, format_text
from engine.race.table import parse_number_row
from workshop.bots import sample_players as bots
from workshop.simulate.progress import Progress
from workshop.simulate.season7 import (
    add_option_argument,
    compute_percentiles,
    list_seat_names,
    parse_positive_count,
    print_speed,
)

KEPT_EVERY = 20  # of so many games one is saved after every decision, to measure what is stored

SHARES = {  # of the winner's money
    "bonuses": ("bonus",),
    "spaces": ("spaces", "bombs", "changers"),
    "minigames": ("minigames", "jackpot"),
    "bench": ("bench",),
}


class DeluxeRaceResult(msgspec.Struct):
    """The result of one race."""

    rounds: int = 0
    decisions: int = 0
    winner: int = 0
    last_at_half: bool = False  # the winner was last then
    sensible_won: bool = False
    money: Counter[str] = msgspec.field(default_factory=Counter)  # the winner's, by source
    record_bytes: int = 0
    tape_entries: int = 0
    seconds: float = 0.0


def play_race(players: int, chosen: dict[str, Any], sensible: int, seed: str, *, kept: bool) -> DeluxeRaceResult:
    """Play one whole race; if `kept`, save it after every decision to measure what is stored."""
    dice, fared, began = Random(seed), DeluxeRaceResult(), time.process_time()  # noqa: S311 # whims need no cryptography
    game = Game.start(DELUXE, list_seat_names(players), chosen, seed, keep=kept)
    clever = frozenset(dice.sample(list_seat_names(players), sensible))
    while not game.over:
        bots.move_in_deluxe(game, dice, clever)
        fared.decisions += 1
        if kept:
            record = game.save()
            fared.tape_entries = max(fared.tape_entries, len(record.tape))
            fared.record_bytes = max(fared.record_bytes, len(record.to_json()))
    fared.seconds = time.process_time() - began
    return record_race_result(game.state, fared, clever)


def record_race_result(race: DeluxeRace, fared: DeluxeRaceResult, clever: frozenset[str]) -> DeluxeRaceResult:
    """Fill in what is known only when the race is over, and return it."""
    winner = race.champions[0]
    fared.rounds = race.round
    fared.winner = list(race.players).index(winner)
    fared.sensible_won = winner in clever
    fared.money.update(race.players[winner].earned)
    at = (race.round - 1) // 2
    charts = {who: parse_number_row(player.chart) for who, player in race.players.items()}
    totals = {who: chart[at] for who, chart in charts.items() if len(chart) > at}
    fared.last_at_half = winner in totals and totals[winner] == min(totals.values())
    return fared


def play_nth_race(players: int, chosen: dict[str, Any], sensible: int, seed: int, n: int) -> DeluxeRaceResult:
    """Play one of many races, with a seed of its own; every so many is saved."""
    return play_race(players, chosen, sensible, f"{seed}|{n}", kept=n % KEPT_EVERY == 0)


def iter_races(
    players: int, chosen: dict[str, Any], sensible: int, games: int, seed: int
) -> Iterator[DeluxeRaceResult]:
    """Play many races on all cores, and yield the results in order."""
    one = partial(play_nth_race, players, chosen, sensible, seed)
    cores = min(cpu_count(), games)
    if cores == 1:
        yield from map(one, range(games))
    else:
        with Pool(cores) as pool:
            yield from pool.imap(one, range(games))


# -- what it comes to


def compute_money_shares(fared: list[DeluxeRaceResult]) -> dict[str, float]:
    """Return the shares of the winners' money by where it came from."""
    money: Counter[str] = Counter()
    for it in fared:
        money.update(it.money)
    whole = sum(money.values())
    return {name: round(sum(money[source] for source in sources) / whole, 4) for name, sources in SHARES.items()}


def build_race_summary(
    players: int, games: int, seed: int, sensible: int, fared: list[DeluxeRaceResult]
) -> dict[str, Any]:
    """Return all figures except the time it took."""
    wins = Counter(it.winner for it in fared)
    return {
        "players": players,
        "sensible": sensible,
        "games": games,
        "seed": seed,
        "rounds": compute_percentiles([it.rounds for it in fared]),
        "decisions": compute_percentiles([it.decisions for it in fared]),
        "decisions_total": sum(it.decisions for it in fared),
        "shares_of_winners_money": compute_money_shares(fared),
        "win_rate_by_seat": [round(wins[seat] / games, 4) for seat in range(players)],
        "last_at_half_wins": round(sum(it.last_at_half for it in fared) / games, 4),
        "sensible_wins": round(sum(it.sensible_won for it in fared) / games, 4),
        "largest_record_bytes": max(it.record_bytes for it in fared),
        "longest_tape_entries": max(it.tape_entries for it in fared),
    }


def format_race_summary(found: dict[str, Any]) -> Iterator[str]:
    """Yield the summary as lines for people."""
    yield "{games} races of {players} players, {sensible} of them sensible (seed {seed})".format_map(found)
    for name in ("rounds", "decisions"):
        yield "{0:<10} {p5:,} · {p50:,} · {p95:,}  (5th, 50th, 95th percentile)".format(name, **found[name])
    yield "winner's money  " + " · ".join(
        f"{name} {share:.1%}" for name, share in found["shares_of_winners_money"].items()
    )
    yield "wins by seat    " + " ".join(f"{rate:.0%}" for rate in found["win_rate_by_seat"])
    yield "last at half-time wins {last_at_half_wins:.1%}; sensible players win {sensible_wins:.1%}".format_map(found)
    yield "largest record {largest_record_bytes:,} bytes, longest tape {longest_tape_entries} entries".format_map(found)


def draw_race_charts(found: dict[str, Any], fared: list[DeluxeRaceResult], path: Path) -> None:
    """Draw the summary as charts and save the picture."""
    from workshop.simulate import plot  # noqa: PLC0415 # pictures are slow to import and seldom wanted

    title = "{games} races of {players} players, {sensible} of them sensible, seed {seed}".format_map(found)
    charts = {
        "Rounds to the end": plot.build_histogram_bars([it.rounds for it in fared]),
        "Wins by seat": [(str(n), rate, f"{rate:.0%}") for n, rate in enumerate(found["win_rate_by_seat"], 1)],
        "Where the winner's money came from": plot.build_share_bars(found["shares_of_winners_money"]),
    }
    plot.draw_charts_page(title, charts).save(path)


def run_deluxe_simulation(argv: list[str]) -> int:
    """Play the races and print what they come to."""
    options = build_deluxe_parser().parse_args(argv)
    chosen = {name: value.split(",") if name == "without" else value for name, value in options.option}
    try:
        DELUXE.create_state(list_seat_names(options.players), chosen)
    except Illegal as no:
        print(format_text(no.text, no.facts), file=sys.stderr)
        return 2
    games = iter_races(options.players, chosen, options.sensible, options.games, options.seed)
    fared = list(Progress(sys.stderr, "races", options.games).iter_with_bar(games))
    found = build_race_summary(options.players, options.games, options.seed, options.sensible, fared)
    if options.json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        print(*format_race_summary(found), sep="\n")
    if options.plot:
        draw_race_charts(found, fared, options.plot)
    print_speed(found["decisions_total"] / max(0.001, sum(it.seconds for it in fared)), as_json=options.json)
    return 0


def build_deluxe_parser() -> argparse.ArgumentParser:
    """Build the argument parser of `rtab simulate deluxe`."""
    words = argparse.ArgumentParser(
        prog="rtab simulate deluxe", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words.add_argument("--players", type=int, default=8, help="2 to 40 (default 8)")
    words.add_argument(
        "--sensible", type=int, default=0, help=("how many of them think; the others play at random (default none)")
    )
    words.add_argument("--games", type=parse_positive_count, default=20, help="how many races (default 20)")
    words.add_argument("--seed", type=int, default=1, help="random seed (the same seed gives the same races)")
    add_option_argument(words)
    words.add_argument("--json", action="store_true", help="print JSON")
    words.add_argument("--plot", type=Path, metavar="FILE.png", help="draw a plot of it into this file")
    return words


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
        "--seats", type=parse_positive_count, default=2000, help="how many races to compare the seats (default 2000)"
    )
    words.add_argument("--seed", type=int, default=1, help="random seed (the same seed gives the same races)")
    words.add_argument("--json", action="store_true", help="print JSON")
    return words
