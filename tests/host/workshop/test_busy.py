"""The visitors of `rtab bench --busy` find on the page what they are asked, and what they answer is taken."""

import asyncio
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from host.core.context import Config, HostContext
from host.core.store.sqlite import SqliteTable
from host.core.store.store import Store
from tests.host.doors.web.asking import answered
from workshop.bench import busy_host
from workshop.bench.busy_host import OK, BusyTable, Visitor

MOVES = 12


class AtHome(Visitor):
    """Asks the app itself, without a connection."""

    def __init__(self, host):
        super().__init__(0, Random("busy"))
        self.host, self.statuses = host, []

    async def _send_request(self, line, cookie, headers, body=""):
        method, path = line.split()
        given = dict(each.split(": ", 1) for each in headers.lower().splitlines()) | {
            "cookie": cookie,
            "host": "127.0.0.1:0",
        }
        response = answered(self.host, method, path, "", given, body.encode())
        self.statuses.append((method, response.status))
        return response.status, response.headers.get("ETag", ""), response.body.decode()


@pytest.fixture
def laid(tmp_path, monkeypatch):
    monkeypatch.setenv("RTAB_HOME", str(tmp_path))
    found = busy_host.create_busy_games(2)
    table = SqliteTable(tmp_path / busy_host.BUSY_DATABASE_FILE)
    yield found, HostContext(Store(table), Config())
    table.close()


def test_a_visitor_plays_all_who_sit_at_a_table(laid):
    cookies, host = laid
    (game, seated), _ = cookies.items()
    visitor = AtHome(host)
    table = BusyTable(game, seated, visitor)

    async def played():
        for _ in range(MOVES * len(seated)):
            table.at = (table.at + 1) % len(seated)
            found = await visitor.fetch_answer(game, seated[table.at])
            while found is not None:
                part = await visitor.send(found, seated[table.at])
                found = visitor.pick_answer(part) if part else None

    before = host.store.load_game(game).session.entries
    with ThreadPoolExecutor(1) as alone:  # a browser's tests may have left a loop running in this thread
        alone.submit(asyncio.run, played()).result()
    taken = visitor.statuses.count(("POST", OK))
    assert taken >= MOVES
    assert host.store.load_game(game).session.entries >= before + taken
    assert ("GET", OK) in visitor.statuses


def test_a_page_that_asks_nothing_is_answered_with_nothing():
    assert Visitor(0, Random("busy")).pick_answer("<main><p>Waiting for Ann.</p></main>") is None


def test_the_host_of_another_release_needs_nothing_of_this_workshop(tmp_path):
    (tmp_path / "workshop").mkdir()
    (tmp_path / "workshop" / "__init__.py").touch()  # as in a release that has other modules there
    command = [sys.executable, busy_host.__file__, "--help"]
    done = subprocess.run(command, env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_disk_can_be_made_slow(monkeypatch, tmp_path):
    waited: list[float] = []
    monkeypatch.setattr(time, "sleep", waited.append)
    monkeypatch.setattr(busy_host.SlowDisk, "seconds", 0.008)
    db = sqlite3.connect(tmp_path / "x", factory=busy_host.SlowDisk, isolation_level=None)
    for line in ("create table t (n)", "begin", "insert into t values (1)", "commit"):
        db.execute(line)
    db.close()
    assert waited == [0.008]
