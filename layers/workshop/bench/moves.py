"""What a move of any game costs, over many distinct states of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from random import Random
from statistics import mean, median
from typing import Any

from engine.kernel import PUBLIC, Game, Ruleset
from engine.rulesets import RULESETS
from host.core.cards import dealt_cards
from host.core.stand_ins import pick_random_answer
from workshop.bots import sample_players

SEED, FOREVER = "bench", float("inf")


def measure_moves(
    games: Sequence[Ruleset[Any]], players: int, times: int, count: int, runs: int
) -> list[dict[str, Any]]:
    """Measure, for each game, answer, save and views at many distinct moments (the fastest of several runs each), and
    decisions a second without saving (the median run). Games take turns, so that other load on the machine affects
    all of them alike.
    """
    records = [list(islice(iter_saved_moments(rules, compute_seat_count(rules, players)), times)) for rules in games]
    took = [[FOREVER] * times for _ in games]
    rates: list[list[float]] = [[] for _ in games]
    for _ in range(runs):
        for at in range(times):
            for mine, some, rules in zip(took, records, games, strict=True):
                mine[at] = min(mine[at], measure_answer(rules, some[at], Random(at)))  # noqa: S311
        for some_rates, rules in zip(rates, games, strict=True):
            some_rates.append(count / measure_decision_seconds(rules, compute_seat_count(rules, players), count))
    return [
        {
            "players": compute_seat_count(rules, players),
            "decisions_per_second": round(median(some_rates)),
            "turn_mean_ms": round(mean(mine), 3),
            "turn_median_ms": round(median(mine), 3),
            "turn_p95_ms": round(sorted(mine)[len(mine) * 95 // 100], 3),
            "turn_record_bytes": round(mean(map(len, some))),
        }
        for rules, some, mine, some_rates in zip(games, records, took, rates, strict=True)
    ]


def iter_saved_moments(rules: Ruleset[Any], players: int) -> Iterator[bytes]:
    """Yield a game as it is saved after each decision of random players; when one is over another begins."""
    dice = Random(SEED)  # noqa: S311 # whims need no cryptography
    seats = [f"p{n}" for n in range(1, players + 1)]
    number = 0
    while True:
        number += 1
        secret = f"{SEED} {number}"
        game = Game.start_from_state(rules, dealt_cards.build_initial_state(rules, seats, {}, secret), secret)
        while not game.over:
            if game.list_questions():  # else it waits for somebody who was removed
                yield game.save().to_json()
            sample_players.move_carelessly(game, dice, seats)


def measure_decision_seconds(rules: Ruleset[Any], players: int, count: int) -> float:
    """Return the processor time of so many decisions, without that of laying out the games."""
    dice = Random(SEED)  # noqa: S311 # whims need no cryptography
    seats = [f"p{n}" for n in range(1, players + 1)]
    took, done, number = 0.0, 0, 0
    while done < count:
        number += 1
        secret = f"{SEED} {number}"
        game = Game.start_from_state(
            rules, dealt_cards.build_initial_state(rules, seats, {}, secret), secret, keep=False
        )
        began = time.process_time()
        while done < count and not game.over:
            sample_players.move_carelessly(game, dice, seats)
            done += 1
        took += time.process_time() - began
    return took


def measure_answer(rules: Ruleset[Any], record: bytes, dice: Random) -> float:
    """Load a game, answer one question, save it and work out all views, and return the milliseconds of processor
    time.
    """
    began = time.process_time()
    game = Game.load_stored(rules, record)
    question = dice.choice(game.list_questions())
    if question.form.kind == "text":
        game.lapse(question.id)
    else:
        game.answer(question.who, question.id, pick_random_answer(question, dice))
    game.save().to_json()
    for who in (PUBLIC, *rules.list_players(game.state)):
        game.build_view(who)
    return (time.process_time() - began) * 1000


def compute_seat_count(rules: Ruleset[Any], players: int) -> int:
    """Return the number of players asked for, limited to what the game has room for."""
    return min(max(players, rules.seats[0]), rules.seats[-1])


BENCH_FOLDER = Path(__file__).parent
ROOT = BENCH_FOLDER.parents[2]
MEASURED_TABLE_SIZES = (4, 16, 40)
MOVES_PER_TURN = 50  # moves before the next process is woken


def build_probe_commands(rulesets: Sequence[str], key: str, release: str) -> dict[str, tuple[list[str], str]]:
    """Return the processes to measure, by name: the command, and the folder that is first on its Python path."""
    found = {}
    for name in rulesets:
        for players in dict.fromkeys(compute_seat_count(RULESETS[name], size) for size in MEASURED_TABLE_SIZES):
            probe = [sys.executable, str(BENCH_FOLDER / "probe.py"), name, str(players)]
            found[f"{name} of {players}"] = [*probe, "loaded", key], str(ROOT)
            found[f"{name} of {players}, kept in memory"] = [*probe, "kept", key], str(ROOT)
            if release and name == "season7":
                found[f"{name} of {players}, other release"] = [*probe, "loaded", key], release
    return found


def measure_beside(rulesets: Sequence[str], turns: int, key: str = "", release: str = "") -> dict[str, Any]:
    """Measure all processes in turns, and return the figures of each in milliseconds of processor time: for any
    answers, or only those to questions of one key.
    """
    with ExitStack() as stack:
        lines = {
            name: stack.enter_context(_start_process(command, folder))
            for name, (command, folder) in build_probe_commands(rulesets, key, release).items()
        }
        took: Mapping[str, list[float]] = {name: [] for name in lines}
        for _ in range(max(1, turns // MOVES_PER_TURN)):
            for name, line in lines.items():
                took[name] += _read_move_times(line)
        for line in lines.values():
            line.kill()
    return {name: compute_move_figures(each) for name, each in took.items()}


def compute_move_figures(took: Sequence[float]) -> dict[str, float]:
    """Return mean, median and 99th percentile of the times."""
    last = sorted(took)[len(took) * 99 // 100]
    return {"mean_ms": round(mean(took), 3), "median_ms": round(median(took), 3), "p99_ms": round(last, 2)}


def _start_process(command: list[str], folder: str) -> subprocess.Popen[str]:
    path = os.pathsep.join([folder, str(Path(folder) / "layers")])
    environment = {**os.environ, "PYTHONPATH": path}
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment, cwd=folder)  # noqa: S603 - our own


def _read_move_times(line: subprocess.Popen[str]) -> list[float]:
    if line.stdin is None or line.stdout is None:
        raise RuntimeError("Start this program only from rtab bench.")
    line.stdin.write(f"{MOVES_PER_TURN}\n")
    line.stdin.flush()
    said = line.stdout.readline()
    if not said:
        raise RuntimeError("A measured process has ended. Its output is printed above.")
    return list[float](json.loads(said))
