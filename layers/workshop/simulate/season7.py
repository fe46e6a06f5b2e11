"""`rtab simulate season7`: careless players race to the billion, game after game, and are measured.

The same seed gives the same bytes on standard output. How fast it went is another thing each time,
so it is said on standard error (as a line of JSON with --json).
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from engine.kernel import Game, Illegal, Told, format_money, format_text
from engine.race.numbers import parse_number_row
from engine.season7.events import RoundOver
from engine.season7.rules import SEASON7
from engine.season7.state import Season
from workshop.bots import careless
from workshop.simulate.progress import Progress

KEPT_EVERY = 10  # of so many games one is saved after every decision, to measure what is stored


class SeasonResult(msgspec.Struct):
    """The result of one season."""

    cycles: int = 0
    decisions: int = 0
    seats_won: list[int] = msgspec.field(default_factory=list)
    halfway: list[int] = msgspec.field(default_factory=list)  # the seats that led after half of the cycles
    played: Counter[int] = msgspec.field(default_factory=Counter)  # seats in rounds, by the size of the round
    survived: Counter[int] = msgspec.field(default_factory=Counter)
    cash: Counter[str] = msgspec.field(default_factory=Counter)
    record_bytes: int = 0
    tape_entries: int = 0
    seconds: float = 0.0


def play_season(players: int, chosen: dict[str, Any], seed: str, *, kept: bool) -> SeasonResult:
    """Play one whole season of careless players; if `kept`, save it after every decision to measure what is stored."""
    dice, fared, began = Random(seed), SeasonResult(), time.process_time()  # noqa: S311 # whims need no cryptography
    game = Game.start(SEASON7, list_seat_names(players), chosen, seed, keep=kept)
    while not game.over:
        careless.move_carelessly(game, dice)
        fared.decisions += 1
        for told in game.told:
            if told.what == RoundOver.id:
                seats = told.facts["seats"]
                fared.played[seats] += seats
                fared.survived[seats] += len(told.facts["winners"])
            elif "source" in told.facts:
                fared.cash[told.facts["source"]] += compute_total_change(told)
        if kept:
            record_saved_size(game, fared)
    fared.seconds = time.process_time() - began
    return record_season_result(game, fared)


def record_saved_size(game: Game[Season], fared: SeasonResult) -> None:
    """Save the game and keep the largest record and tape seen."""
    record = game.save()
    fared.tape_entries = max(fared.tape_entries, len(record.tape))
    fared.record_bytes = max(fared.record_bytes, len(record.to_json()))


def record_season_result(game: Game[Season], fared: SeasonResult) -> SeasonResult:
    """Fill in what is known only when the season is over, and return it."""
    season = game.state
    fared.cycles = season.cycle
    fared.seats_won = [n for n, who in enumerate(season.players) if who in season.champions]
    fared.halfway = list_halfway_leaders(season)
    return fared


def compute_total_change(told: Told) -> int:
    """Return what a movement of money has added to somebody's total; negative for a loss."""
    return int(told.facts["amount"] if told.deed == "won" else -told.facts["amount"])


def list_halfway_leaders(season: Season) -> list[int]:
    """Return the seats that led when half of the cycles were over, or none if there was only one cycle."""
    half = season.cycle // 2
    totals = [parse_number_row(player.chart)[half - 1] for player in season.players.values()] if half else []
    return [n for n, total in enumerate(totals) if total == max(totals)]


def list_seat_names(players: int) -> list[str]:
    """Return the seats p1, p2 and so on."""
    return [f"p{n}" for n in range(1, players + 1)]


def play_nth_season(players: int, chosen: dict[str, Any], seed: int, n: int) -> SeasonResult:
    """Play one of many seasons, with a seed of its own; every so many is saved."""
    return play_season(players, chosen, f"{seed}|{n}", kept=n % KEPT_EVERY == 0)


def iter_seasons(players: int, chosen: dict[str, Any], games: int, seed: int) -> Iterator[SeasonResult]:
    """Play many seasons on all cores, and yield the results in order."""
    one = partial(play_nth_season, players, chosen, seed)
    cores = min(os.cpu_count() or 1, games)
    if cores == 1:
        yield from map(one, range(games))
    else:
        with Pool(cores) as pool:
            yield from pool.imap(one, range(games))


# -- what it comes to


def compute_percentiles(numbers: list[int]) -> dict[str, int]:
    """Return the 5th, 50th and 95th percentile."""
    ranked = sorted(numbers)
    return {f"p{p}": ranked[min(len(ranked) - 1, len(ranked) * p // 100)] for p in (5, 50, 95)}


def build_season_summary(players: int, games: int, seed: int, fared: list[SeasonResult]) -> dict[str, Any]:
    """Return all figures except the time it took."""
    played: Counter[int] = sum((it.played for it in fared), Counter())
    survived: Counter[int] = sum((it.survived for it in fared), Counter())
    wins = Counter(seat for it in fared for seat in it.seats_won)
    cash: Counter[str] = Counter()
    for it in fared:
        cash.update(it.cash)
    led = [it for it in fared if it.halfway]
    kept = sum(bool({*it.halfway} & {*it.seats_won}) for it in led)
    return {
        "players": players,
        "games": games,
        "seed": seed,
        "cycles": compute_percentiles([it.cycles for it in fared]),
        "decisions": compute_percentiles([it.decisions for it in fared]),
        "decisions_total": sum(it.decisions for it in fared),
        "win_rate_by_seat": [round(wins[seat] / games, 4) for seat in range(players)],
        "half_time_leader_wins": round(kept / len(led), 4) if led else 0.0,
        "survival_by_player_count": {str(n): round(survived[n] / played[n], 4) for n in sorted(played)},
        "cash_by_source_per_game": {name: round(cash[name] / games) for name in sorted(cash)},
        "largest_record_bytes": max(it.record_bytes for it in fared),
        "longest_tape_entries": max(it.tape_entries for it in fared),
    }


def format_season_summary(found: dict[str, Any]) -> Iterator[str]:
    """Yield the summary as lines for people."""
    yield "{games} seasons of {players} careless players (seed {seed})".format_map(found)
    for name in ("cycles", "decisions"):
        yield "{0:<10} {p5:,} · {p50:,} · {p95:,}  (5th, 50th, 95th percentile)".format(name, **found[name])
    yield "wins by seat       " + " ".join(f"{rate:.0%}" for rate in found["win_rate_by_seat"])
    yield "half-time leader   wins {half_time_leader_wins:.0%}".format_map(found)
    survival = found["survival_by_player_count"]
    yield "survival by seats  " + " · ".join(f"{n}: {rate:.0%}" for n, rate in survival.items())
    for source, amount in sorted(found["cash_by_source_per_game"].items(), key=lambda item: -item[1]):
        yield f"{source:<24} {format_money(amount):>20} a game"
    yield "largest record {largest_record_bytes:,} bytes, longest tape {longest_tape_entries} entries".format_map(found)


def run_season7_simulation(argv: list[str]) -> int:
    """Play the seasons and print what they come to."""
    options = build_season7_parser().parse_args(argv)
    chosen = dict(options.option)
    try:
        SEASON7.create_state(list_seat_names(options.players), chosen)
    except Illegal as no:
        print(format_text(no.text, no.facts), file=sys.stderr)
        return 2
    games = iter_seasons(options.players, chosen, options.games, options.seed)
    fared = list(Progress(sys.stderr, "seasons", options.games).iter_with_bar(games))
    found = build_season_summary(options.players, options.games, options.seed, fared)
    if options.json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        print(*format_season_summary(found), sep="\n")
    if options.plot:
        from workshop.simulate.plot import draw_season_charts  # noqa: PLC0415 # pictures are slow to import and seldom wanted

        draw_season_charts(found, [it.cycles for it in fared]).save(options.plot)
    print_speed(found["decisions_total"] / sum(it.seconds for it in fared), as_json=options.json)
    return 0


def print_speed(per_second: float, *, as_json: bool) -> None:
    """Print the decisions per second on one core to standard error; saving counts in the games that were saved."""
    speed = {"decisions_per_second": round(per_second)}
    line = msgspec.json.encode(speed).decode() if as_json else f"{per_second:,.0f} decisions per second on one core"
    print(line, file=sys.stderr)


def build_season7_parser() -> argparse.ArgumentParser:
    """Build the argument parser of `rtab simulate season7`."""
    words = argparse.ArgumentParser(
        prog="rtab simulate season7", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words.add_argument("--players", type=int, default=16, help="2 to 40 (default 16)")
    words.add_argument("--games", type=parse_positive_count, default=20, help="how many seasons (default 20)")
    words.add_argument("--seed", type=int, default=1, help="another seed, other seasons")
    words.add_argument(
        "--option",
        type=parse_option_choice,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="as hosts set them",
    )
    words.add_argument("--json", action="store_true", help="print JSON")
    words.add_argument("--plot", type=Path, metavar="FILE.png", help="draw it too")
    return words


def parse_positive_count(text: str) -> int:
    """Parse a number of at least 1 from the command line."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("play at least one")
    return number


def parse_option_choice(text: str) -> tuple[str, Any]:
    """Parse an option of the game, such as `target=100000000`. A value that is not JSON is taken as a word."""
    name, _, value = text.partition("=")
    try:
        return name, msgspec.json.decode(value)
    except msgspec.DecodeError:
        return name, value
