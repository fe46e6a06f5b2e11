"""A host with busy tables, in a process of its own; also of an older release, whose folder is first on the path.

It lays out so many games of four in `RTAB_HOME`, prints the cookies of their players as JSON, and goes on as
`rtab play`. It knows only what every release has, wherever that has it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from html import unescape
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import median
from types import ModuleType
from typing import Any, NamedTuple
from urllib.parse import urlencode

import msgspec

from engine.kernel import Game
from engine.season7.rules import SEASON7

BUSY_SEATS = ("p1", "p2", "p3", "p4")


BUSY_TURN_SECONDS = 86400.0


BUSY_DATABASE_FILE = "rtab.sqlite"


class SlowDisk(sqlite3.Connection):
    """A database connection that waits at each commit, as a slow disk would; other threads go on meanwhile."""

    seconds = 0.0

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        """Execute a statement, and wait after a commit. With a write-ahead log and `synchronous=FULL` there is one
        wait for each commit.
        """
        done = super().execute(sql, *values)
        if sql == "commit":
            time.sleep(self.seconds)
        return done


def main() -> None:
    """Lay out the games, print the cookies of their players, and serve."""
    asked = build_busy_host_parser().parse_args()
    SlowDisk.seconds = asked.slow
    connect = sqlite3.connect
    cookies = create_busy_games(asked.tables)
    if SlowDisk.seconds:
        sqlite3.connect = partial(connect, factory=SlowDisk)  # type: ignore[assignment]
    sys.stdout.write(json.dumps(cookies) + "\n")
    sys.stdout.flush()
    sys.exit(import_either("host.doors.command", "host.cli").main(["play"]))


def build_busy_host_parser() -> argparse.ArgumentParser:
    """Build the argument parser of this process."""
    words = argparse.ArgumentParser(description="Create games in RTAB_HOME, and serve them.")
    words.add_argument("tables", type=int, help="number of games of four players")
    words.add_argument("slow", type=float, help="extra seconds for each commit, to imitate a slow disk")
    return words


def import_either(here: str, there: str) -> ModuleType:
    """Import a module by its name in this release, or by its name in the release of 22 November."""
    try:
        return import_module(here)
    except ImportError:
        return import_module(there)


def find_either(owner: Any, *names: str) -> Any:
    """Return the first of these attributes that this release has: its own name first, then those of older releases."""
    return next(getattr(owner, name) for name in names if hasattr(owner, name))


def create_busy_games(tables: int) -> dict[str, list[str]]:
    """Save so many games that have just begun, and return the cookies of each one's players by its id."""
    context = import_either("host.core.context", "host.house")
    store = import_either("host.core.store.store", "host.store.store")
    table = import_either("host.core.store.sqlite", "host.store.sqlite").SqliteTable(
        Path(os.environ["RTAB_HOME"]) / BUSY_DATABASE_FILE
    )
    host = getattr(context, "HostContext", None) or context.House
    try:
        return dict(create_busy_game(host(store.Store(table), context.Config()), n) for n in range(tables))
    finally:
        table.close() if hasattr(table, "close") else None


def create_busy_game(host: Any, n: int) -> tuple[str, list[str]]:
    """Save one game of four that has just begun, and return its id and the cookies of its players."""
    accounts = import_either("host.people.accounts", "host.people")
    sessions = import_either("host.core.session", "host.session")
    store = import_either("host.core.store.store", "host.store.store")
    cookie = import_either("host.doors.web.requests.http", "host.web.http").COOKIE
    game = find_either(Game, "start", "new")(SEASON7, BUSY_SEATS, {}, f"bench {n}")
    load_person = find_either(accounts, "load_or_create_person", "known")
    people = [load_person(host, f"bench:{n}-{seat}", f"{seat} at {n}") for seat in BUSY_SEATS]
    now = host.now()
    session = sessions.Session(
        f"{n:08x}", SEASON7.name, {}, BUSY_TURN_SECONDS, people[0].id, game.secret, now, sessions.RUNNING
    )
    session.players = [
        find_either(sessions, "SeatedPlayer", "Player")(seat, one.id, seat.upper())
        for seat, one in zip(BUSY_SEATS, people, strict=True)
    ]
    session.record = msgspec.Raw(game.save().to_json())
    host.store.commit(
        store.Commit(
            session, 0, now + BUSY_TURN_SECONDS, now, joined=find_either(session, "list_index_links", "links")()
        )
    )
    make_token = find_either(accounts, "create_web_token", "web_link")
    return session.id, [f"{cookie}={make_token(host, one.id)}" for one in people]


if __name__ == "__main__":
    main()


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
        headers = f"If-None-Match: {self._marks[cookie]}\r\n" if self._marks.get(cookie) else ""
        status, mark, page = await self._send_request(f"GET /g/{game}/part", cookie, headers)
        if status == OK:
            self._marks[cookie] = mark
        return self.pick_answer(page) if status == OK else None

    async def send(self, found: FoundAnswer, cookie: str) -> str | None:
        """Send an answer as the page's script does, and return the part that shows what it did, or None if it was
        refused. A release that redirects is asked for the page, which browsers throw away, and then for the part.
        """
        kind = "Content-Type: application/x-www-form-urlencoded\r\nX-Part: 1\r\n"
        headers = f"Origin: http://127.0.0.1:{self.port}\r\n{kind}"
        status, mark, page = await self._send_request(f"POST {found.path}", cookie, headers, found.body)
        game = found.path.rpartition("/")[0]
        if status == DONE:
            self.looks += 2
            await self._send_request(f"GET {game}", cookie, "")
            status, mark, page = await self._send_request(f"GET {game}/part", cookie, "")
        self._marks[cookie] = mark
        return page if status == OK and mark else None

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
        """Play until this time, and return how long each answer took until its result was in hand, in seconds."""
        took: list[float] = []
        while time.perf_counter() < until and self.idle < GIVEN_UP:
            if self.found is None:
                self.at = (self.at + 1) % len(self.cookies)
                self.idle += 1
                self.found = await self.visitor.fetch_answer(self.game, self.cookies[self.at])
                continue
            began = time.perf_counter()
            part = await self.visitor.send(self.found, self.cookies[self.at])
            if part is None:
                self.found = await self.visitor.fetch_answer(self.game, self.cookies[self.at])
                continue
            took.append(time.perf_counter() - began)
            self.idle, self.found = 0, self.visitor.pick_answer(part)
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
    folders = {"": str(Path(__file__).parents[3]), **({OTHER_RELEASE: release} if release else {})}
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
    command = [sys.executable, __file__, str(tables), str(slow)]
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
