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

from workshop.bench.beside import HERE, ROOT
from workshop.bench.busy_visitor import FoundAnswer, Visitor

WARM, SLICE = 3.0, 3.0  # seconds before anything counts, and of one turn
PORT = re.compile(r"http://127\.0\.0\.1:(\d+)/g/")
SEED = "busy"
GIVEN_UP = 40  # looks without anything to answer, after which a table is left alone
OTHER = "other release"


@dataclass
class Host:
    """One host that is measured, and what was seen of it."""

    process: subprocess.Popen[str]
    tables: list[BusyTable] = field(default_factory=list)
    took: list[float] = field(default_factory=list)
    looks: int = 0
    seconds: float = 0.0
    worked: float = 0.0  # seconds of its processor

    async def run(self, seconds: float, *, counts: bool) -> None:
        """All tables play for so long."""
        until = time.perf_counter() + seconds
        began, worked = time.perf_counter(), processor(self.process.pid)
        found = await asyncio.gather(*(table.play(until) for table in self.tables))
        if counts:
            self.took += [each for took in found for each in took]
            self.looks += sum(table.visitor.looks for table in self.tables)
            self.seconds += time.perf_counter() - began
            self.worked += processor(self.process.pid) - worked
        for table in self.tables:
            table.visitor.looks = 0

    def figures(self) -> dict[str, float]:
        """Moves a second, how long one took, and what it costs the processor."""
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
    """One table, and the visitor who plays all who sit there."""

    game: str
    cookies: list[str]
    visitor: Visitor
    at: int = 0
    found: FoundAnswer | None = None
    idle: int = 0

    async def play(self, until: float) -> list[float]:
        """How long each answer took, in seconds."""
        took: list[float] = []
        while time.perf_counter() < until and self.idle < GIVEN_UP:
            if self.found is None:
                self.at = (self.at + 1) % len(self.cookies)
                self.idle += 1
                self.found = await self.visitor.look(self.game, self.cookies[self.at])
                continue
            began = time.perf_counter()
            if await self.visitor.send(self.found, self.cookies[self.at]):
                took.append(time.perf_counter() - began)
                self.idle = 0
            self.found = await self.visitor.look(self.game, self.cookies[self.at])
        return took


def run(sizes: Sequence[int], seconds: float, release: str = "", slow: float = 0.0) -> dict[str, dict[str, float]]:
    """Each number of tables, here and in the other release; and how the two compare."""
    found: dict[str, dict[str, float]] = {}
    for tables in sizes:
        hosts = measured(tables, seconds, release, slow)
        for name, host in hosts.items():
            found[f"{tables} tables{', ' if name else ''}{name}"] = host.figures()
        if len(hosts) > 1:
            mine, other = (host.figures() for host in hosts.values())
            found[f"{tables} tables, ratio"] = {name: round(mine[name] / other[name], 3) for name in mine}
    return found


def measured(tables: int, seconds: float, release: str, slow: float) -> dict[str, Host]:
    """So many tables at each host; the first core is the hosts', the last the visitors'."""
    folders = {"": str(ROOT), **({OTHER: release} if release else {})}
    cores = sorted(os.sched_getaffinity(0))
    with ExitStack() as stack:
        hosts = {name: started(stack, folder, tables, slow, cores[0]) for name, folder in folders.items()}
        os.sched_setaffinity(0, cores[-1:])
        asyncio.run(in_turns([*hosts.values()], seconds))
    os.sched_setaffinity(0, cores)
    return hosts


async def in_turns(hosts: Sequence[Host], seconds: float) -> None:
    """They take turns, so that whatever else the machine does strikes both alike."""
    for host in hosts:
        for table in host.tables:
            await table.visitor.open()
        await host.run(WARM, counts=False)
    for _ in range(max(1, round(seconds / SLICE))):
        for host in hosts:
            await host.run(SLICE, counts=True)
    for host in hosts:
        for table in host.tables:
            table.visitor.close()


def started(stack: ExitStack, folder: str, tables: int, slow: float, core: int) -> Host:
    """A host that is up, with somebody at each table."""
    home = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
    path = os.pathsep.join([folder, str(Path(folder) / "layers")])
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("RTAB_", "TELEGRAM_", "REDDIT_"))}
    command = [sys.executable, str(HERE / "busy_host.py"), str(tables), str(slow)]
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
    visitors = (Visitor(port, Random(f"{SEED} {n}")) for n in range(tables))  # noqa: S311 - whims need no cryptography
    seated = zip(cookies.items(), visitors, strict=True)
    return Host(process, [BusyTable(game, each, visitor) for (game, each), visitor in seated])


def processor(pid: int) -> float:
    """Seconds of the processor that a process has had."""
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
