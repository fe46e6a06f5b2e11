"""A host with busy tables, in a process of its own; also of an older release, whose folder is first on the path.

It lays out so many games of four in `RTAB_HOME`, prints the cookies of their players as JSON, and goes on as
`rtab play`. It knows only what every release has, wherever that has it.
"""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import sys
import time
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from engine.kernel import Game
from engine.season7.rules import SEASON7

SEATS = ("p1", "p2", "p3", "p4")
DAY = 86400.0
FILE = "rtab.sqlite"


class SlowDisk(sqlite3.Connection):
    """Waits at each commit; other threads go on meanwhile, as they do while a real disk writes."""

    seconds = 0.0

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        """With a write-ahead log and `synchronous=FULL` there is one wait for each commit."""
        done = super().execute(sql, *values)
        if sql == "commit":
            time.sleep(self.seconds)
        return done


def main() -> None:
    """Lay out, say who sits where, serve."""
    asked = parser().parse_args()
    SlowDisk.seconds = asked.slow
    connect = sqlite3.connect
    cookies = laid_out(asked.tables)
    if SlowDisk.seconds:
        sqlite3.connect = partial(connect, factory=SlowDisk)  # type: ignore[assignment]
    sys.stdout.write(json.dumps(cookies) + "\n")
    sys.stdout.flush()
    sys.exit(room("host.doors.command", "host.cli").main(["play"]))


def parser() -> argparse.ArgumentParser:
    """What may stand on the line."""
    words = argparse.ArgumentParser(description="Lay out busy tables in RTAB_HOME, and serve them.")
    words.add_argument("tables", type=int, help="how many games of four")
    words.add_argument("slow", type=float, help="seconds that the disk takes for a commit beside what it really takes")
    return words


def room(here: str, there: str) -> ModuleType:
    """Where this release has something, or where that of 22 November had it."""
    try:
        return import_module(here)
    except ImportError:
        return import_module(there)


def laid_out(tables: int) -> dict[str, list[str]]:
    """So many games that have just begun: the cookies of those at each, by its id."""
    context = room("host.core.context", "host.house")
    store = room("host.core.store.store", "host.store.store")
    table = room("host.core.store.sqlite", "host.store.sqlite").SqliteTable(Path(os.environ["RTAB_HOME"]) / FILE)
    host = getattr(context, "HostContext", None) or context.House
    try:
        return dict(begun(host(store.Store(table), context.Config()), n) for n in range(tables))
    finally:
        table.close() if hasattr(table, "close") else None


def begun(host: Any, n: int) -> tuple[str, list[str]]:
    """One game, and the cookies of its four players."""
    accounts = room("host.people.accounts", "host.people")
    sessions = room("host.core.session", "host.session")
    commits = room("host.core.store.commit", "host.store.commit")
    cookie = room("host.doors.web.requests.http", "host.web.http").COOKIE
    game = Game.new(SEASON7, SEATS, {}, f"bench {n}")
    people = [accounts.known(host, f"bench:{n}-{seat}", f"{seat} at {n}") for seat in SEATS]
    now = host.now()
    session = sessions.Session(f"{n:08x}", SEASON7.name, {}, DAY, people[0].id, game.secret, now, sessions.RUNNING)
    session.players = [sessions.Player(seat, one.id, seat) for seat, one in zip(SEATS, people, strict=True)]
    session.record = msgspec.Raw(game.save().to_json())
    host.store.commit(commits.Commit(session, 0, now + DAY, now, joined=session.links()))
    return session.id, [f"{cookie}={accounts.web_link(host, one.id)}" for one in people]


if __name__ == "__main__":
    main()
