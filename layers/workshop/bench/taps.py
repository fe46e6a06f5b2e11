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
from host.core.session import RUNNING, SeatedPlayer, Session
from host.core.store.items import Commit
from host.core.store.sqlite import SqliteTable
from host.core.store.store import Store
from host.doors.web import app
from host.doors.web.requests.http import COOKIE, HttpRequest
from host.doors.web.table.dock import QUESTION
from host.people import accounts

TAP_SEATS = 4
TAP_GAME_OPTIONS: dict[str, Any] = {}


def measure_taps(record: bytes, games: int, count: int) -> dict[str, Any]:
    """Measure the time of a tap, each in another of so many open games on SQLite."""
    with tempfile.TemporaryDirectory() as folder, open_sqlite_host(Path(folder)) as host:
        token, fields = create_tapped_games(host, record, games)
        took = [measure_tap(host, token, f"{n:08x}", fields) for n in range(min(games, count))]
    return {
        "tap_games_open": games,
        "tap_median_ms": round(median(took), 3),
        "tap_p95_ms": round(sorted(took)[len(took) * 95 // 100], 3),
    }


@contextmanager
def open_sqlite_host(folder: Path) -> Iterator[HostContext]:
    """Open a host on a SQLite file, and close it at the end."""
    table = SqliteTable(folder / "rtab.sqlite")
    try:
        yield HostContext(Store(table), Config())
    finally:
        table.close()


def create_tapped_games(host: HostContext, record: bytes, games: int) -> tuple[str, dict[str, Any]]:
    """Store so many games in the middle of a cycle, and return the cookie of the player who is to move in each, and
    the fields of the tap.
    """
    game = Game.load_stored(SEASON7, record)
    question = next(question for question in game.list_questions() if question.key == "select")
    mover = accounts.load_or_create_person(host, "bench:1", "Ann")
    players = [
        SeatedPlayer(seat, mover.id if seat == question.who else f"other-{seat}", seat) for seat in game.state.players
    ]
    for n in range(games):
        session = Session(
            f"{n:08x}", SEASON7.name, TAP_GAME_OPTIONS, 86400.0, mover.id, game.secret, host.now(), RUNNING
        )
        session.players, session.places, session.record = players, [f"bench:{n}"], msgspec.Raw(record)
        host.store.commit(Commit(session, 0, host.now() + 86400.0, host.now(), joined=session.list_index_links()))
    fields = {"do": QUESTION + question.id, "key": question.key, "value": question.options[0].value}
    return accounts.create_web_token(host, mover.id), fields


def measure_tap(host: HostContext, token: str, game: str, fields: dict[str, Any]) -> float:
    """Tap a square once and return the milliseconds. Raises RuntimeError if the tap is refused."""
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
    response = app.answer_http_request(host, request)
    took = (time.perf_counter() - began) * 1000
    if response.status != 303:
        raise RuntimeError(f"a tap was refused with status {response.status}")
    return took
