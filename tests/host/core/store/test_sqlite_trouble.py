"""A disk that is full, a folder that cannot be written, a file that is cut short or somebody else's: a sentence."""

import os
import re
import sqlite3
import tempfile
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random

import pytest

from host.core import games
from host.core.context import Config, HostContext
from host.core.session import Command
from host.core.store import Store, sqlite
from host.core.store.items import Item, Overloaded, PutItem
from host.core.store.sqlite import SqliteTable
from host.delivery.outbox import OutboxDispatcher, Pace
from host.doors.command import main
from host.doors.local.process import LocalProcess
from host.doors.local.settings import LocalSettings, UnfitSetting
from host.doors.telegram.calls.connection import TELEGRAM_LIMITS
from tests import disk
from tests.host.core.test_damage import Said
from tests.host.doors.web.living import Caller
from tests.waiting import until

FILE = "rtab.sqlite"
FULL = 2  # SQLite's number for it


def test_a_power_cut_takes_nothing_that_was_said_to_be_saved(tmp_path, monkeypatch):
    monkeypatch.setattr(sqlite, "SYNCHRONOUS", disk.OF_PLAYERS)
    table = SqliteTable(tmp_path / FILE)
    assert table._db.execute("pragma synchronous").fetchone() == (FULL,)
    assert table._db.execute("pragma journal_mode").fetchone() == ("wal",)
    table.close()


def foreign(path):
    with sqlite3.connect(path) as db:
        db.execute("create table songs (title text)")
    db.close()


def newer(path):
    with sqlite3.connect(path) as db:
        db.execute("pragma user_version = 99")
    db.close()


def cut(path):
    table = SqliteTable(path)
    for n in range(300):
        table.write([PutItem(Item(f"game/{n:08}", "session", Random(n).randbytes(900), 1))])
    table.close()
    path.write_bytes(path.read_bytes()[:50_000])


UNFIT = {
    "somebody else's": (foreign, "is no database of this host. Move it away"),
    "no database": (lambda path: path.write_bytes(b"my diary " * 999), "is no database of this host"),
    "from the future": (newer, "newer release (schema 99); install that release again"),
    "a folder": (lambda path: path.mkdir(), "cannot be opened. Is its folder there"),
    "cut short": (cut, "is damaged, or cut short. Stop the host and bring it back from a backup"),
}


@pytest.fixture(params=UNFIT)
def unfit(request, tmp_path, monkeypatch):
    make, sentence = UNFIT[request.param]
    make(tmp_path / FILE)
    monkeypatch.setenv("RTAB_HOME", str(tmp_path))
    monkeypatch.setenv("PORT", "0")
    return sentence


def test_no_command_breaks_down_over_it_and_each_says_what_to_do(unfit, capsys):
    for line in (["games"], ["rehearse"], ["play"]):
        assert main(line) in (1, 2)
        told = capsys.readouterr()
        assert (unfit in told.err, "Traceback" in told.err + told.out) == (True, False), line
    assert main(["doctor"]) == 1
    assert unfit in capsys.readouterr().out


def test_it_is_left_as_it_was(unfit, tmp_path, capsys):
    path = tmp_path / FILE
    before = path.read_bytes() if path.is_file() else b""
    main(["games"])
    main(["doctor"])
    assert unfit in "".join(capsys.readouterr())
    assert (path.read_bytes() if path.is_file() else b"") == before


def test_a_folder_that_is_none(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UnfitSetting, match=r"Nothing can be kept in .*\. Set RTAB_HOME to a folder"):
        LocalProcess(LocalSettings(0, tmp_path / "file"))


def test_a_file_that_may_only_be_read(tmp_path):
    table = SqliteTable(tmp_path / FILE)
    table._db.execute("pragma query_only = on")
    with pytest.raises(Overloaded, match=r"cannot be written\. Give it and its folder to this user"):
        table.write([PutItem(Item("p", "s"))])
    table.close()


def full(table):
    """From now on it cannot grow, as on a full disk."""
    (pages,) = table._db.execute("pragma page_count").fetchone()
    table._db.execute(f"pragma max_page_count = {pages}")


def room(table):
    table._db.execute("pragma max_page_count = 1000000")


def filled(table):
    """Whatever is free within the file is taken."""
    size, names = 2_000_000, count()
    while size:
        try:
            table.write([PutItem(Item("ballast", f"{size}/{next(names)}", b"x" * size))])
        except Overloaded:
            size //= 2


@pytest.mark.whole
def test_on_a_full_disk_the_host_says_so_loses_nothing_and_goes_on_by_itself(tmp_path, caplog):
    process = LocalProcess(LocalSettings(0, tmp_path), Config(bot_pause=0.05, beat=0.1))
    table = process.host.store.table
    assert isinstance(table, SqliteTable)
    link = process.start()
    caller = Caller(process.server.url)
    until(lambda: caller.get("/healthz")[:2] == (200, "ok\n"))
    process.host.store.save_place_value("t:group", "before", b"accepted")
    full(table)
    filled(table)
    until(lambda: caller.get("/healthz")[0] == 503)
    with pytest.raises(Overloaded, match="is full"):
        process.host.store.save_place_value("t:group", "during", b"refused" * 1000)
    assert "is full. Make room: the host goes on by itself" in caller.get("/healthz")[1]
    assert caller.get(f"/g/{link.rpartition('/')[2]}")[0] == 200, "what is kept can still be looked at"
    room(table)
    until(lambda: caller.get("/healthz")[0] == 200)
    process.host.store.save_place_value("t:group", "later", b"accepted")
    assert process.host.store.list_place_value_names("t:group", "") == ["before", "later"]
    process.stop()
    told = [record for record in caplog.records if "store is not writable" in record.message]
    assert (len(told), [record for record in caplog.records if record.exc_info]) == (1, [])
    table.close()


def moved(path):
    path.rename(path.with_name("elsewhere"))


def replaced(path):
    moved(path)
    foreign(path)


def put_back(path):
    path.with_name("elsewhere").replace(path)


def only_read(table, on):
    table._db.execute(f"pragma query_only = {on}")


WHILE_IT_RUNS = {
    "read-only": (
        lambda table: only_read(table, "on"),
        lambda table: only_read(table, "off"),
        "cannot be written. Give it and its folder to this user",
    ),
    "moved away": (
        lambda table: moved(table.path),
        lambda table: put_back(table.path),
        "was moved away or replaced while the host runs. Put it back and the host goes on",
    ),
    "somebody else's": (
        lambda table: replaced(table.path),
        lambda table: put_back(table.path),
        "was moved away or replaced while the host runs. Put it back and the host goes on",
    ),
    "cut short": (
        lambda table: os.truncate(table.path, 8192),
        None,
        "is damaged, or cut short. Stop the host and bring it back from a backup",
    ),
}


@pytest.mark.whole
def test_what_becomes_of_the_file_while_the_host_runs_is_said_and_nothing_is_accepted_that_would_be_lost(
    tmp_path, caplog
):
    process = LocalProcess(LocalSettings(0, tmp_path), Config(bot_pause=0.05, beat=0.1))
    table = process.host.store.table
    assert isinstance(table, SqliteTable)
    link = process.start()
    caller = Caller(process.server.url)
    until(lambda: caller.get("/healthz")[:2] == (200, "ok\n"))
    for n, (harm, mend, sentence) in enumerate(WHILE_IT_RUNS.values()):
        process.host.store.save_place_value("t:group", f"before {n}", b"accepted")
        table.checkpoint_log()
        harm(table)
        until(lambda: caller.get("/healthz")[0] == 503)
        assert sentence in caller.get("/healthz")[1]
        assert caller.get(f"/g/{link.rpartition('/')[2]}")[0] == 200, "what is kept can still be looked at"
        with pytest.raises(Overloaded, match=re.escape(sentence)):
            process.host.store.save_place_value("t:group", f"during {n}", b"refused")
        if mend:
            mend(table)
            until(lambda: caller.get("/healthz")[0] == 200)
            names = process.host.store.list_place_value_names("t:group", "")
            assert names == [f"before {each}" for each in range(n + 1)]
    process.stop()
    told = [record for record in caplog.records if "store is not writable" in record.message]
    assert (len(told), [record for record in caplog.records if record.exc_info]) == (len(WHILE_IT_RUNS), [])
    table.close()


def test_no_backup_is_made_of_a_file_that_is_not_ours_any_more(tmp_path):
    table = SqliteTable(tmp_path / FILE)
    moved(tmp_path / FILE)
    with pytest.raises(Overloaded, match="moved away or replaced"):
        table.copy(tmp_path / "backup")
    assert not (tmp_path / FILE).exists()
    table.close()


@contextmanager
def nobody_special():
    """Root may write everywhere; whoever hosts a game is not root."""
    if os.geteuid():
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def unwritable(monkeypatch):
    """A folder with all that a host has kept, in which nothing may be changed."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        home.mkdir()
        Path(folder).chmod(0o755)
        table = SqliteTable(home / FILE)
        table.write([PutItem(Item("p", "s"))])
        table.close()
        monkeypatch.setenv("RTAB_HOME", str(home))
        monkeypatch.setenv("PORT", "0")
        for line in (["games"], ["doctor"]):
            main(line)  # all that they need is loaded
        for file in home.iterdir():
            file.chmod(0o444)
        home.chmod(0o555)
        yield home
        home.chmod(0o755)


def test_a_folder_in_which_nothing_may_be_written(unwritable, capsys):
    before = {file.name: file.read_bytes() for file in unwritable.iterdir()}
    capsys.readouterr()
    for line in (["games"], ["play"], ["doctor"]):
        with nobody_special():
            assert main(line) in (1, 2), line
        told = "".join(capsys.readouterr())
        assert (str(unwritable) in told, "Traceback" in told) == (True, False), line
        assert re.search(r"Give it and its folder to this user|may this user read and write it|Set RTAB_HOME", told), (
            line
        )
    assert {file.name: file.read_bytes() for file in unwritable.iterdir()} == before


def test_a_disk_that_is_full_when_the_host_starts(tmp_path, monkeypatch, capsys):
    real = sqlite3.connect

    def connect(path, **settings):
        found = real(path, **settings)
        found.execute("pragma max_page_count = 1")
        return found

    monkeypatch.setattr(sqlite3, "connect", connect)
    monkeypatch.setenv("RTAB_HOME", str(tmp_path))
    monkeypatch.setenv("PORT", "0")
    for line in (["play"], ["games"], ["doctor"]):
        assert main(line) in (1, 2), line
        told = "".join(capsys.readouterr())
        assert ("is full. Make room" in told, "Traceback" in told) == (True, False), line


class Counting(Said):
    """A platform that remembers what was said, time and again."""

    def __init__(self):
        super().__init__()
        self.said = []

    def send(self, chat, message):
        self.said.append(chat)
        return super().send(chat, message)


def test_what_cannot_be_noted_is_not_said_again_and_again(tmp_path, hands):
    table = SqliteTable(tmp_path / FILE)
    host = HostContext(Store(table), Config(), hands)
    games.open_lobby(host, Command(by="ann", place="t:group"), "toy")
    sender = Counting()
    dispatcher = OutboxDispatcher(host, sender, Pace(TELEGRAM_LIMITS))
    table._db.execute("pragma query_only = on")
    for _ in range(20):
        hands.now += 10
        with pytest.raises(Overloaded):
            dispatcher.deliver_to("t:group")
    assert sender.said == ["t:group"]
    table._db.execute("pragma query_only = off")
    for _ in range(2):  # the words, and then the board
        hands.now += 10
        dispatcher.deliver_to("t:group")
    assert sender.said == ["t:group"] * 2
    assert not host.store.load_posts("t:group")
    dispatcher.close()
    table.close()


@pytest.mark.parametrize(
    "damage",
    [
        "update items set counts = cast(x'ff41' as text) where sk = 'a'",
        "update items set shelf = cast(x'ff41' as text) where sk = 'a'",
    ],
)
def test_a_text_that_is_damaged_hides_nothing_beside_it(tmp_path, damage):
    table = SqliteTable(tmp_path / "a.db")
    table.write([PutItem(Item("p", name, b"kept", 1)) for name in "ab"])
    table._execute_sql(damage)
    for _ in range(2):
        with table.batch_writes():
            damaged, sound = table.query("p")
            assert sound == table.get("p", "b") == Item("p", "b", b"kept", 1)
            assert damaged == table.get("p", "a")
        assert (damaged.sk, damaged.damaged or damaged.index) == ("a", True if "counts" in damage else "\ufffdA")
    table.close()
