"""Means over many distinct moments, beside an older release and boardgame.io: processes of one run, woken in turn."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import mean, median
from typing import Any

from engine.rulesets import RULESETS
from workshop.bench.any_game import compute_seat_count

BENCH_FOLDER = Path(__file__).parent
ROOT = BENCH_FOLDER.parents[2]
MEASURED_TABLE_SIZES = (4, 16, 40)
MOVES_PER_TURN = 50  # moves before the next process is woken
GRID = "boardgame.io, a bare grid of 4"


def build_probe_commands(
    rulesets: Sequence[str], key: str, release: str, boardgame: str
) -> dict[str, tuple[list[str], str]]:
    """Return the processes to measure, by name: the command, and the folder that is first on its Python path."""
    found = {}
    for name in rulesets:
        for players in dict.fromkeys(compute_seat_count(RULESETS[name], size) for size in MEASURED_TABLE_SIZES):
            probe = [sys.executable, str(BENCH_FOLDER / "probe.py"), name, str(players)]
            found[f"{name} of {players}"] = [*probe, "loaded", key], str(ROOT)
            found[f"{name} of {players}, kept in memory"] = [*probe, "kept", key], str(ROOT)
            if release and name == "season7":
                found[f"{name} of {players}, other release"] = [*probe, "loaded", key], release
    node = shutil.which("node")
    if boardgame and node:
        found[GRID] = (
            [node, "--single-threaded", str(BENCH_FOLDER / "grid.js"), str(Path(boardgame).resolve()), "4"],
            str(ROOT),
        )
    return found


def measure_beside(
    rulesets: Sequence[str], turns: int, key: str = "", release: str = "", boardgame: str = ""
) -> dict[str, Any]:
    """Measure all processes in turns, and return the figures of each in milliseconds of processor time: for any
    answers, or only those to questions of one key.
    """
    with ExitStack() as stack:
        lines = {
            name: stack.enter_context(_start_process(command, folder))
            for name, (command, folder) in build_probe_commands(rulesets, key, release, boardgame).items()
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
        raise RuntimeError("It was started without its pipes.")
    line.stdin.write(f"{MOVES_PER_TURN}\n")
    line.stdin.flush()
    said = line.stdout.readline()
    if not said:
        raise RuntimeError("A process that was measured has ended; what it said stands above.")
    return list[float](json.loads(said))
