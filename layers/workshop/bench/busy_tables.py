"""Somebody at a browser: looks at a table's page over HTTP, finds what they are asked, and answers anything.

It reads the pages of every release: the questions by their forms, the squares by what the board lets one tap.
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
from html import unescape
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple
from urllib.parse import urlencode

from workshop.bench.moves import BENCH_FOLDER, ROOT

ASK_FORM_PATTERN = re.compile(r'<form method="post" action="(/g/[0-9a-f]+/answer)" class="ask.*?</form>', re.DOTALL)
FORM = re.compile(r"<form.*?</form>", re.DOTALL)
ONCE = re.compile(r'name="once" value="([0-9a-f]+)"')
QUESTION = re.compile(r'name="question" value="([^"]+)"')
BUTTON = re.compile(r'<button[^>]*name="value"[^>]*value="([^"]*)"')
NUMBER_INPUT_PATTERN = re.compile(r'type="number"[^>]*min="(-?\d+)" max="(-?\d+)" step="(\d+)"')

SEVERAL_HINT_PATTERN = re.compile(
    r"Choose (?:between )?(\d+)(?: and (\d+))? of these\. The order counts: ([^<]+)<"
)  # also where they are tapped elsewhere

OPTION_LABEL_PATTERN = re.compile(r" \([^,]*\)$")
SQUARES_BUTTON_PATTERN = 'value="question:{}"(?: data-most="[0-9]+")? data-squares="([^"]*)"'
SQUARE_FORM_PATTERN = r'<form[^>]*/square"[^>]*>(?:(?!</form>).)*value="question:{}".*?</form>'
DONE, OK, UNCHANGED = 303, 200, 304


class FoundAnswer(NamedTuple):
    """The path and the body of an answer that the page would send."""

    path: str
    body: str


class Visitor:
    """One open connection to a host; the player is told by the cookie of each request."""

    def __init__(self, port: int, dice: Random) -> None:
        self.port, self.dice = port, dice
        self.looks = 0
        self._marks: dict[str, str] = {}
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter

    async def open(self) -> None:
        """Open the connection."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self.port)

    def close(self) -> None:
        """Close the connection."""
        self._writer.close()

    async def fetch_answer(self, game: str, cookie: str) -> FoundAnswer | None:
        """Request the page's middle part, and return an answer to one of its questions, or None if the page is
        unchanged or asks nothing.
        """
        self.looks += 1
        headers = f"If-None-Match: {self._marks[cookie]}\r\n" if cookie in self._marks else ""
        status, mark, page = await self._send_request(f"GET /g/{game}/part", cookie, headers)
        if status == OK:
            self._marks[cookie] = mark
        return self.pick_answer(page) if status == OK else None

    async def send(self, found: FoundAnswer, cookie: str) -> bool:
        """Send an answer and return whether it was accepted. If not, forget the page's ETag so that it is read
        again.
        """
        headers = f"Origin: http://127.0.0.1:{self.port}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        status, _, _ = await self._send_request(f"POST {found.path}", cookie, headers, found.body)
        if status != DONE:
            del self._marks[cookie]
        return status == DONE

    def pick_answer(self, page: str) -> FoundAnswer | None:
        """Return a random answer to one of the questions on the page, or None if there is none."""
        forms = [*ASK_FORM_PATTERN.finditer(page)]
        if not forms:
            return None
        form = self.dice.choice(forms)
        once, question = ONCE.search(form[0]), QUESTION.search(form[0])
        if once is None or question is None:
            return None
        common = {"once": once[1]}
        if squares := list_tappable_squares(page, question[1]):
            fields = {**common, "do": f"question:{question[1]}", "value": self.dice.choice(squares)}
            return FoundAnswer(form[1].replace("/answer", "/square"), urlencode(fields))
        return FoundAnswer(
            form[1],
            urlencode({**common, "question": question[1], "value": self._pick_value(form[0], page, question[1])}),
        )

    def _pick_value(self, form: str, page: str, question: str) -> str:
        beside = (each for each in FORM.findall(page) if f'name="question" value="{question}"' in each)
        buttons: list[str] = BUTTON.findall(form) or BUTTON.findall("".join(beside))
        if buttons:
            return self.dice.choice(buttons)
        if number := NUMBER_INPUT_PATTERN.search(form):
            return str(self.dice.randrange(int(number[1]), int(number[2]) + 1, int(number[3])))
        if several := SEVERAL_HINT_PATTERN.search(form):
            values = [OPTION_LABEL_PATTERN.sub("", each) for each in unescape(several[3]).split(", ")]
            low, high = int(several[1]), min(int(several[2] or several[1]), len(values))
            return ", ".join(self.dice.sample(values, self.dice.randint(low, high)))
        return "a word"

    async def _send_request(self, line: str, cookie: str, headers: str, body: str = "") -> tuple[int, str, str]:
        size = f"Content-Length: {len(body)}\r\n" if body else ""
        head = f"{line} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: {cookie}\r\n{headers}{size}\r\n"
        self._writer.write((head + body).encode())
        top = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        status, fields = int(top[9:12]), parse_response_headers(top)
        page = await self._reader.readexactly(int(fields.get("content-length", "0"))) if status != UNCHANGED else b""
        return status, fields.get("etag", ""), page.decode()


def parse_response_headers(top: str) -> dict[str, str]:
    """Return the headers of a response by lower-case name."""
    pairs = (line.partition(": ") for line in top.split("\r\n")[1:])
    return {name.lower(): value for name, _, value in pairs}


def list_tappable_squares(page: str, question: str) -> list[str]:
    """Return the squares by which a question may be answered."""
    name = re.escape(question)
    if there := re.search(SQUARES_BUTTON_PATTERN.format(name), page):
        return there[1].split()
    form = re.search(SQUARE_FORM_PATTERN.format(name), page, re.DOTALL)
    return BUTTON.findall(form[0]) if form else []


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
