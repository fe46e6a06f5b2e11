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
from multiprocessing import Pool, cpu_count
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from engine.deluxe.rules import DELUXE
from engine.deluxe.state import Race
from engine.kernel import Game, Illegal, render
from engine.race.numbers import numbers
from workshop.bots import deluxe as bots
from workshop.simulate.progress import Progress
from workshop.simulate.season7 import choice, counted, names, percentiles, say_speed

KEPT_EVERY = 20  # of so many games one is saved after every decision, to measure what is stored
SHARES = {  # of the winner's money
    "bonuses": ("bonus",),
    "spaces": ("spaces", "bombs", "changers"),
    "minigames": ("minigames", "jackpot"),
    "bench": ("bench",),
}


class RaceFared(msgspec.Struct):
    """How one race went."""

    rounds: int = 0
    decisions: int = 0
    winner: int = 0
    last_at_half: bool = False  # the winner was last then
    sensible_won: bool = False
    money: Counter[str] = msgspec.field(default_factory=Counter)  # the winner's, by source
    record_bytes: int = 0
    tape_entries: int = 0
    seconds: float = 0.0


def play(players: int, chosen: dict[str, Any], sensible: int, seed: str, *, kept: bool) -> RaceFared:
    """One whole race; a kept one is saved after every decision."""
    dice, fared, began = Random(seed), RaceFared(), time.process_time()  # noqa: S311 # whims need no cryptography
    game = Game.new(DELUXE, names(players), chosen, seed, keep=kept)
    clever = frozenset(dice.sample(names(players), sensible))
    while not game.over:
        bots.move(game, dice, clever)
        fared.decisions += 1
        if kept:
            record = game.save()
            fared.tape_entries = max(fared.tape_entries, len(record.tape))
            fared.record_bytes = max(fared.record_bytes, len(record.to_json()))
    fared.seconds = time.process_time() - began
    return finished(game.state, fared, clever)


def finished(race: Race, fared: RaceFared, clever: frozenset[str]) -> RaceFared:
    """What the race has come to."""
    winner = race.champions[0]
    fared.rounds = race.round
    fared.winner = list(race.players).index(winner)
    fared.sensible_won = winner in clever
    fared.money.update(race.players[winner].earned)
    at = (race.round - 1) // 2
    charts = {who: numbers(player.chart) for who, player in race.players.items()}
    totals = {who: chart[at] for who, chart in charts.items() if len(chart) > at}
    fared.last_at_half = winner in totals and totals[winner] == min(totals.values())
    return fared


def nth(players: int, chosen: dict[str, Any], sensible: int, seed: int, n: int) -> RaceFared:
    """One of many races."""
    return play(players, chosen, sensible, f"{seed}|{n}", kept=n % KEPT_EVERY == 0)


def races(players: int, chosen: dict[str, Any], sensible: int, games: int, seed: int) -> Iterator[RaceFared]:
    """Many races, in order, on as many cores as there are."""
    one = partial(nth, players, chosen, sensible, seed)
    cores = min(cpu_count(), games)
    if cores == 1:
        yield from map(one, range(games))
    else:
        with Pool(cores) as pool:
            yield from pool.imap(one, range(games))


# -- what it comes to


def shares(fared: list[RaceFared]) -> dict[str, float]:
    """Of all that winners have, what came from where."""
    money: Counter[str] = Counter()
    for it in fared:
        money.update(it.money)
    whole = sum(money.values())
    return {name: round(sum(money[source] for source in sources) / whole, 4) for name, sources in SHARES.items()}


def summary(players: int, games: int, seed: int, sensible: int, fared: list[RaceFared]) -> dict[str, Any]:
    """All that was measured, but for the time it took."""
    wins = Counter(it.winner for it in fared)
    return {
        "players": players,
        "sensible": sensible,
        "games": games,
        "seed": seed,
        "rounds": percentiles([it.rounds for it in fared]),
        "decisions": percentiles([it.decisions for it in fared]),
        "decisions_total": sum(it.decisions for it in fared),
        "shares_of_winners_money": shares(fared),
        "win_rate_by_seat": [round(wins[seat] / games, 4) for seat in range(players)],
        "last_at_half_wins": round(sum(it.last_at_half for it in fared) / games, 4),
        "sensible_wins": round(sum(it.sensible_won for it in fared) / games, 4),
        "largest_record_bytes": max(it.record_bytes for it in fared),
        "longest_tape_entries": max(it.tape_entries for it in fared),
    }


def told(found: dict[str, Any]) -> Iterator[str]:
    """The same for people."""
    yield "{games} races of {players} players, {sensible} of them sensible (seed {seed})".format_map(found)
    for name in ("rounds", "decisions"):
        yield "{0:<10} {p5:,} · {p50:,} · {p95:,}  (5th, 50th, 95th percentile)".format(name, **found[name])
    yield "winner's money  " + " · ".join(
        f"{name} {share:.1%}" for name, share in found["shares_of_winners_money"].items()
    )
    yield "wins by seat    " + " ".join(f"{rate:.0%}" for rate in found["win_rate_by_seat"])
    yield "last at half-time wins {last_at_half_wins:.1%}; sensible players win {sensible_wins:.1%}".format_map(found)
    yield "largest record {largest_record_bytes:,} bytes, longest tape {longest_tape_entries} entries".format_map(found)


def draw(found: dict[str, Any], fared: list[RaceFared], path: Path) -> None:
    """The same as a picture."""
    from workshop.simulate import plot  # noqa: PLC0415 # pictures are slow to import and seldom wanted

    title = "{games} races of {players} players, {sensible} of them sensible, seed {seed}".format_map(found)
    charts = {
        "Rounds to the end": plot.histogram([it.rounds for it in fared]),
        "Wins by seat": [(str(n), rate, f"{rate:.0%}") for n, rate in enumerate(found["win_rate_by_seat"], 1)],
        "Where the winner's money came from": plot.shares(found["shares_of_winners_money"]),
    }
    plot.page(title, charts).save(path)


def run(argv: list[str]) -> int:
    """Play the races and print what they come to."""
    options = parser().parse_args(argv)
    chosen = {name: value.split(",") if name == "without" else value for name, value in options.option}
    try:
        DELUXE.new(names(options.players), chosen)
    except Illegal as no:
        print(render(no.text, no.facts), file=sys.stderr)
        return 2
    games = races(options.players, chosen, options.sensible, options.games, options.seed)
    fared = list(Progress(sys.stderr, "races", options.games).over(games))
    found = summary(options.players, options.games, options.seed, options.sensible, fared)
    if options.json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        print(*told(found), sep="\n")
    if options.plot:
        draw(found, fared, options.plot)
    say_speed(found["decisions_total"] / max(0.001, sum(it.seconds for it in fared)), as_json=options.json)
    return 0


def parser() -> argparse.ArgumentParser:
    """What may stand on the line."""
    words = argparse.ArgumentParser(
        prog="rtab simulate deluxe", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words.add_argument("--players", type=int, default=8, help="2 to 40 (default 8)")
    words.add_argument("--sensible", type=int, default=0, help="how many of them think (default none)")
    words.add_argument("--games", type=counted, default=20, help="how many races (default 20)")
    words.add_argument("--seed", type=int, default=1, help="another seed, other races")
    words.add_argument(
        "--option", type=choice, action="append", default=[], metavar="NAME=VALUE", help="as hosts set them"
    )
    words.add_argument("--json", action="store_true", help="print JSON")
    words.add_argument("--plot", type=Path, metavar="FILE.png", help="draw it too")
    return words
