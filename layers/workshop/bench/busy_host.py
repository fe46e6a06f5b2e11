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
    commits = import_either("host.core.store.commit", "host.store.commit")
    cookie = import_either("host.doors.web.requests.http", "host.web.http").COOKIE
    game = find_either(Game, "start", "new")(SEASON7, BUSY_SEATS, {}, f"bench {n}")
    load_person = find_either(accounts, "load_or_create_person", "known")
    people = [load_person(host, f"bench:{n}-{seat}", f"{seat} at {n}") for seat in BUSY_SEATS]
    now = host.now()
    session = sessions.Session(
        f"{n:08x}", SEASON7.name, {}, BUSY_TURN_SECONDS, people[0].id, game.secret, now, sessions.RUNNING
    )
    session.players = [
        find_either(sessions, "SeatedPlayer", "Player")(seat, one.id, seat)
        for seat, one in zip(BUSY_SEATS, people, strict=True)
    ]
    session.record = msgspec.Raw(game.save().to_json())
    host.store.commit(
        commits.Commit(
            session, 0, now + BUSY_TURN_SECONDS, now, joined=find_either(session, "list_index_links", "links")()
        )
    )
    make_token = find_either(accounts, "create_web_token", "web_link")
    return session.id, [f"{cookie}={make_token(host, one.id)}" for one in people]


if __name__ == "__main__":
    main()
