"""How long a tap takes from the form that comes in to the answer that goes out, saved to the disk in between."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlencode

import msgspec

from engine.kernel import Game
from engine.season7.rules import SEASON7
from host.core.context import Config, HostContext
from host.core.session import RUNNING, Player, Session
from host.core.store.commit import Commit
from host.core.store.sqlite import SqliteTable
from host.core.store.store import Store
from host.doors.web import app
from host.doors.web.requests.http import COOKIE, HttpRequest
from host.doors.web.table.dock import QUESTION
from host.people import accounts

SEATS = 4
OPTIONS: dict[str, Any] = {}


def taps(record: bytes, games: int, count: int) -> dict[str, Any]:
    """The time of a tap, each in another of so many open games on SQLite."""
    with tempfile.TemporaryDirectory() as folder, open_house(Path(folder)) as host:
        token, fields = opened(host, record, games)
        took = [tap(host, token, f"{n:08x}", fields) for n in range(min(games, count))]
    return {
        "tap_games_open": games,
        "tap_median_ms": round(median(took), 3),
        "tap_p95_ms": round(sorted(took)[len(took) * 95 // 100], 3),
    }


@contextmanager
def open_house(folder: Path) -> Iterator[HostContext]:
    """A house on a real disk."""
    table = SqliteTable(folder / "rtab.sqlite")
    try:
        yield HostContext(Store(table), Config())
    finally:
        table.close()


def opened(host: HostContext, record: bytes, games: int) -> tuple[str, dict[str, Any]]:
    """So many games in the middle of a cycle; gives the cookie of whoever is to move in each, and the tap."""
    game = Game.read(SEASON7, record)
    question = next(question for question in game.pending() if question.key == "select")
    mover = accounts.known(host, "bench:1", "Ann")
    players = [Player(seat, mover.id if seat == question.who else f"other-{seat}", seat) for seat in game.state.players]
    for n in range(games):
        session = Session(f"{n:08x}", SEASON7.name, OPTIONS, 86400.0, mover.id, game.secret, host.now(), RUNNING)
        session.players, session.places, session.record = players, [f"bench:{n}"], msgspec.Raw(record)
        host.store.commit(Commit(session, 0, host.now() + 86400.0, host.now(), joined=session.links()))
    fields = {"do": QUESTION + question.id, "key": question.key, "value": question.options[0].value}
    return accounts.web_link(host, mover.id), fields


def tap(host: HostContext, token: str, game: str, fields: dict[str, Any]) -> float:
    """One tap on a square, in milliseconds."""
    sent = {**fields, "once": host.token(16)}
    headers = {b"host": b"bench", b"origin": b"http://bench", b"cookie": f"{COOKIE}={token}".encode()}
    scope = {
        "type": "http",
        "method": "POST",
        "path": f"/g/{game}/square",
        "query_string": b"",
        "headers": headers.items(),
    }
    request = HttpRequest(scope, urlencode(sent).encode(), {name: [str(value)] for name, value in sent.items()})
    began = time.perf_counter()
    response = app.answer(host, request)
    took = (time.perf_counter() - began) * 1000
    if response.status != 303:
        raise RuntimeError(f"a tap was refused with status {response.status}")
    return took
