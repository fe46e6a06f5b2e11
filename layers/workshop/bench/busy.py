"""Moves over HTTP at busy tables, on one core, beside another release in the same run.

Each table is one visitor who plays all its seats: looks, in turn, until somebody there is asked, answers, looks at what
came of it, and goes on at once. What is timed is the answer: from the form that is sent to the response, which leaves
once it is on the disk. Hosts take turns of some seconds; each runs on the first core, the visitors on the last.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median

from workshop.bench.beside import BENCH_FOLDER, ROOT
from workshop.bench.busy_visitor import FoundAnswer, Visitor

WARM, SLICE = 3.0, 3.0  # seconds before anything counts, and of one turn
PORT = re.compile(r"http://127\.0\.0\.1:(\d+)/g/")
BUSY_SEED = "busy"
GIVEN_UP = 40  # looks without anything to answer, after which a table is left alone
OTHER_RELEASE = "other release"


@dataclass
class MeasuredHost:
    """One host process that is measured, and what was measured of it."""

    process: subprocess.Popen[str]
    tables: list[BusyTable] = field(default_factory=list)
    took: list[float] = field(default_factory=list)
    looks: int = 0
    seconds: float = 0.0
    worked: float = 0.0  # seconds of its processor

    async def play_tables(self, seconds: float, *, counts: bool) -> None:
        """Let all tables play for so many seconds, and add up what was measured if it counts."""
        until = time.perf_counter() + seconds
        began, worked = time.perf_counter(), read_processor_seconds(self.process.pid)
        found = await asyncio.gather(*(table.play(until) for table in self.tables))
        if counts:
            self.took += [each for took in found for each in took]
            self.looks += sum(table.visitor.looks for table in self.tables)
            self.seconds += time.perf_counter() - began
            self.worked += read_processor_seconds(self.process.pid) - worked
        for table in self.tables:
            table.visitor.looks = 0

    def compute_figures(self) -> dict[str, float]:
        """Return moves a second, how long one took, and its processor time."""
        took, moves = sorted(self.took), max(1, len(self.took))
        return {
            "moves_per_second": round(moves / self.seconds, 1),
            "median_ms": round(median(took) * 1000, 1),
            "p99_ms": round(took[len(took) * 99 // 100] * 1000, 1),
            "looks_per_move": round(self.looks / moves, 2),
            "processor_ms_per_move": round(self.worked / moves * 1000, 2),
        }


@dataclass
class BusyTable:
    """One table, and the visitor that plays all its seats."""

    game: str
    cookies: list[str]
    visitor: Visitor
    at: int = 0
    found: FoundAnswer | None = None
    idle: int = 0

    async def play(self, until: float) -> list[float]:
        """Play until this time, and return how long each answer took, in seconds."""
        took: list[float] = []
        while time.perf_counter() < until and self.idle < GIVEN_UP:
            if self.found is None:
                self.at = (self.at + 1) % len(self.cookies)
                self.idle += 1
                self.found = await self.visitor.fetch_answer(self.game, self.cookies[self.at])
                continue
            began = time.perf_counter()
            if await self.visitor.send(self.found, self.cookies[self.at]):
                took.append(time.perf_counter() - began)
                self.idle = 0
            self.found = await self.visitor.fetch_answer(self.game, self.cookies[self.at])
        return took


def measure_busy_tables(
    sizes: Sequence[int], seconds: float, release: str = "", slow: float = 0.0
) -> dict[str, dict[str, float]]:
    """Measure each number of tables, here and in the other release, and return the figures of both and their ratio."""
    found: dict[str, dict[str, float]] = {}
    for tables in sizes:
        hosts = measure_busy_hosts(tables, seconds, release, slow)
        for name, host in hosts.items():
            found[f"{tables} tables{', ' if name else ''}{name}"] = host.compute_figures()
        if len(hosts) > 1:
            mine, other = (host.compute_figures() for host in hosts.values())
            found[f"{tables} tables, ratio"] = {name: round(mine[name] / other[name], 3) for name in mine}
    return found


def measure_busy_hosts(tables: int, seconds: float, release: str, slow: float) -> dict[str, MeasuredHost]:
    """Start a host for each release, let their tables play, and return what was measured. The hosts run on the first
    core, the visitors on the last.
    """
    folders = {"": str(ROOT), **({OTHER_RELEASE: release} if release else {})}
    cores = sorted(os.sched_getaffinity(0))
    with ExitStack() as stack:
        hosts = {name: start_busy_host(stack, folder, tables, slow, cores[0]) for name, folder in folders.items()}
        os.sched_setaffinity(0, cores[-1:])
        asyncio.run(run_hosts_in_turns([*hosts.values()], seconds))
    os.sched_setaffinity(0, cores)
    return hosts


async def run_hosts_in_turns(hosts: Sequence[MeasuredHost], seconds: float) -> None:
    """Warm up all hosts, then let them play in turns, so that other load on the machine affects all of them alike."""
    for host in hosts:
        for table in host.tables:
            await table.visitor.open()
        await host.play_tables(WARM, counts=False)
    for _ in range(max(1, round(seconds / SLICE))):
        for host in hosts:
            await host.play_tables(SLICE, counts=True)
    for host in hosts:
        for table in host.tables:
            table.visitor.close()


def start_busy_host(stack: ExitStack, folder: str, tables: int, slow: float, core: int) -> MeasuredHost:
    """Start a host process with so many games, and return it with a visitor for each table."""
    home = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
    path = os.pathsep.join([folder, str(Path(folder) / "layers")])
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("RTAB_", "TELEGRAM_", "REDDIT_"))}
    command = [sys.executable, str(BENCH_FOLDER / "busy_host.py"), str(tables), str(slow)]
    around = {**kept, "PYTHONPATH": path, "RTAB_HOME": home, "PORT": "0"}
    process = stack.enter_context(
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder, env=around)  # noqa: S603 - our own
    )
    stack.callback(process.kill)
    os.sched_setaffinity(process.pid, [core])
    if process.stdout is None:
        raise RuntimeError("It was started without its pipe.")
    cookies: dict[str, list[str]] = json.loads(process.stdout.readline())
    port = next(int(said[1]) for line in process.stdout if (said := PORT.search(line)))
    visitors = (Visitor(port, Random(f"{BUSY_SEED} {n}")) for n in range(tables))  # noqa: S311 - whims need no cryptography
    seated = zip(cookies.items(), visitors, strict=True)
    return MeasuredHost(process, [BusyTable(game, each, visitor) for (game, each), visitor in seated])


def read_processor_seconds(pid: int) -> float:
    """Return the processor time that a process has used so far, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
