"""`rtab bench`: what a move costs here and now, by unit and statistic. A measure, not a test: nothing fails on it.

turn: load a record, apply one selection, save it again and work out the views of all players and of the public,
in a season of so many players in the middle of a cycle. decisions: whatever careless players do, in memory, through
whole seasons; a second is one of processor time on one core, so that other work on the machine hardly shows.
tap: what the web table does for a tap on a square, from the form to the answer, with so many games open on SQLite.
With --ruleset: one answer, as above, in many distinct states of any game; and decisions, as above. With --against:
the same of a second game, in turns with the first, and how much more the first one costs.
--means: the mean over distinct states beside the median, for every ruleset with 4, 16 and 40 players, loading included
and with the game kept in memory; with --release FOLDER beside a checkout of another release, all woken in turn in one
run. It takes answers of all kinds; with --key select only the picking of a square, which is a turn as above.
--busy 64 200: moves over HTTP with so many busy tables, on one core, every one on the disk before it is answered; with
--release beside another release in the same run, with --slow 8 on a disk that takes 8 ms more for each commit.
flat: whether that tap costs the same with one game open and with ten thousand, in the first cycle and in the fortieth.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any

import msgspec

from engine.kernel import PUBLIC, Game
from engine.rulesets import RULESETS
from engine.season7.rules import SEASON7
from engine.season7.state import Season
from workshop.bench import busy_host as bench_busy
from workshop.bench import moves
from workshop.bench import taps as bench_taps
from workshop.bots import sample_players

BENCH_SEED = "bench"
PLAIN_ROUNDS = {"lone_wildcard": 0}  # the same kind of round in every cycle
CYCLE, OPEN_SQUARES = 2, 24  # the middle of a cycle: rounds under way in the second


def build_mid_cycle_record(players: int) -> bytes:
    """Play a season to the middle of a cycle, where somebody is asked to select, and return its record."""
    dice = Random(BENCH_SEED)  # noqa: S311 # whims need no cryptography
    game = Game.start(SEASON7, [f"p{n}" for n in range(1, players + 1)], PLAIN_ROUNDS, BENCH_SEED)
    while not is_mid_cycle(game):
        sample_players.move_carelessly(game, dice)
    return game.save().to_json()


def is_mid_cycle(game: Game[Season]) -> bool:
    """Return whether the season has reached the middle of the cycle that is measured."""
    season = game.state
    opened = sum(cell.open for r in season.rounds.values() for cell in r.cells)
    selecting = any(question.key == "select" for question in game.list_questions())
    return season.cycle >= CYCLE and season.phase == "quadrants" and opened >= OPEN_SQUARES and selecting


def play_recorded_turn(record: bytes) -> bytes:
    """Load a record, make one selection, save the game and work out all views, as the host does for a turn."""
    game = Game.load_stored(SEASON7, record)
    question = next(question for question in game.list_questions() if question.key == "select")
    game.answer(question.who, question.id, question.options[0].value)
    saved = game.save().to_json()
    for who in (PUBLIC, *game.state.players):
        game.build_view(who)
    return saved


def measure_turns(players: int, times: int) -> dict[str, Any]:
    """Measure the time of a turn, repeated from the same record."""
    record = build_mid_cycle_record(players)
    took = []
    for _ in range(times):
        began = time.perf_counter()
        play_recorded_turn(record)
        took.append((time.perf_counter() - began) * 1000)
    return {
        "turn_median_ms": round(median(took), 3),
        "turn_p95_ms": round(sorted(took)[len(took) * 95 // 100], 3),
        "turn_fastest_ms": round(min(took), 3),
        "turn_record_bytes": len(record),
    }


def measure_decisions(players: int, count: int, runs: int) -> dict[str, Any]:
    """Measure how many decisions one core takes in a second: the median of several runs through the same season."""
    rates = [count / measure_season_seconds(players, count) for _ in range(runs)]
    return {"decisions_per_second": round(median(rates)), "decisions_per_second_best": round(max(rates))}


def measure_season_seconds(players: int, count: int) -> float:
    """Return the processor time of so many decisions."""
    dice = Random(BENCH_SEED)  # noqa: S311 # whims need no cryptography
    seats = [f"p{n}" for n in range(1, players + 1)]
    game = Game.start(SEASON7, seats, {}, BENCH_SEED, keep=False)
    began = time.process_time()
    for _ in range(count):
        if game.over:
            game = Game.start(SEASON7, seats, {}, BENCH_SEED, keep=False)
        sample_players.move_carelessly(game, dice)
    return time.process_time() - began


def run_bench_command(argv: list[str]) -> int:
    """Measure what the options ask for, and print it."""
    options = build_bench_parser().parse_args(argv)
    found = find_measure(options)(options)
    if options.json or options.flat:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        for name, value in found.items():
            print(f"{name:<48} {value:>12,}")
    return 0


def find_measure(options: argparse.Namespace) -> Callable[[argparse.Namespace], dict[str, Any]]:
    """Return the function that measures what the options ask for."""
    if options.busy:
        return measure_busy
    if options.means:
        return measure_means
    if options.flat:
        return measure_flat
    return measure_any_game if options.ruleset else measure_defaults


def measure_means(options: argparse.Namespace) -> dict[str, Any]:
    """Measure the means of one ruleset or all, beside another release where one is given."""
    rulesets = [options.ruleset] if options.ruleset else list(RULESETS)
    found = moves.measure_beside(rulesets, options.turns, options.key, options.release)
    return {f"{name}: {unit}": value for name, figures in found.items() for unit, value in figures.items()}


def measure_busy(options: argparse.Namespace) -> dict[str, Any]:
    """Measure moves over HTTP at busy tables."""
    found = bench_busy.measure_busy_tables(options.busy, options.seconds, options.release, options.slow / 1000)
    return {f"{name}: {unit}": value for name, figures in found.items() for unit, value in figures.items()}


def measure_flat(options: argparse.Namespace) -> dict[str, Any]:
    """Measure a tap with few open games and many, in early cycles and late ones."""
    from workshop.bench import tap_scaling as bench_flat  # noqa: PLC0415 - it counts with AWS's library, which is not always there

    return bench_flat.measure_tap_scaling(options.endpoint, options.taps)


def measure_any_game(options: argparse.Namespace) -> dict[str, Any]:
    """Measure moves of one game; or of two in turns, and how much more the first one costs."""
    names = [options.ruleset, *([options.against] if options.against else [])]
    games = [RULESETS[name] for name in names]
    found = moves.measure_moves(games, options.players, options.turns, options.decisions, options.runs)
    if not options.against:
        return found[0]
    one, other = found
    return {f"{name}_{key}": mine[key] for name, mine in zip(names, found, strict=True) for key in mine} | {
        f"ratio_{key}": round(one[key] / other[key], 3) for key in one
    }


def measure_defaults(options: argparse.Namespace) -> dict[str, Any]:
    """Measure a turn, decisions and a tap."""
    return {
        "players": options.players,
        **measure_turns(options.players, options.turns),
        **measure_decisions(options.players, options.decisions, options.runs),
        **bench_taps.measure_taps(build_mid_cycle_record(bench_taps.TAP_SEATS), options.games, options.taps),
    }


def build_bench_parser() -> argparse.ArgumentParser:
    """Build the argument parser of `rtab bench`."""
    words = argparse.ArgumentParser(
        prog="rtab bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words.add_argument("--players", type=int, default=16, help="number of players in the season (default 16)")
    words.add_argument("--ruleset", choices=RULESETS, help="measure moves of this game instead, in different states")
    words.add_argument("--against", choices=RULESETS, help="compare with moves of this game, measured in turns")
    words.add_argument("--turns", type=int, default=500, help="how many turns to time (default 500)")
    words.add_argument("--decisions", type=int, default=4_000, help="decisions in each run (default 4000)")
    words.add_argument("--runs", type=int, default=5, help="how many runs (default 5)")
    words.add_argument("--games", type=int, default=1_000, help="open games while taps are timed (default 1000)")
    words.add_argument("--taps", type=int, default=300, help="taps to time (default 300)")
    words.add_argument(
        "--flat", action="store_true", help=("compare few open games with many, and early cycles with late ones")
    )
    words.add_argument(
        "--means", action="store_true", help=("print means over different states, for 4, 16 and 40 players")
    )
    words.add_argument(
        "--key", default="", help=("for --means: measure only answers to questions with this key, for example select")
    )
    words.add_argument("--release", default="", help="for --means and --busy: folder with the code of another release")
    words.add_argument(
        "--busy",
        type=int,
        nargs="+",
        metavar="TABLES",
        help=("measure moves over HTTP while this many games are played"),
    )
    words.add_argument(
        "--seconds", type=float, default=9.0, help=("for --busy: seconds of play for each host (default 9)")
    )
    words.add_argument("--slow", type=float, default=0.0, help="for --busy: extra milliseconds for each commit")
    words.add_argument("--endpoint", default="", help="for --flat: URL of a DynamoDB to use instead of SQLite")
    words.add_argument("--json", action="store_true", help="print JSON")
    return words
