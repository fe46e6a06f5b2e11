"""A copy of a host that goes on meanwhile is whole and can be gone on from; a plain copy is noticed or not old."""

import os
import shutil
import sqlite3
import time
from pathlib import Path

import pytest

from host.archive import backups
from host.core.context import HostContext
from host.core.deadlines import ticking
from host.core.store import Store
from host.core.store.sqlite import SqliteTable
from host.doors.command import main
from host.doors.local import process as local
from host.doors.local.process import LocalProcess
from host.doors.local.settings import FolderLock, LocalSettings, UnfitSetting, read_settings
from tests.host.doors.web.living import Caller, Living
from tests.host.doors.web.visitor import found
from tests.waiting import until

FILE = "rtab.sqlite"


def session(table, game):
    saved = HostContext(Store(table)).store.load_game(game)
    assert saved is not None
    return saved.session


@pytest.fixture
def rtab(capsys, monkeypatch):
    for name in ("PORT", "TELEGRAM_BOT_TOKEN", "RTAB_TABLE"):
        monkeypatch.delenv(name, raising=False)

    def run(home, *argv):
        monkeypatch.setenv("RTAB_HOME", str(home))
        code = main(argv)
        told = capsys.readouterr()
        return code, told.out, told.err

    return run


@pytest.mark.whole
@pytest.mark.as_released
def test_a_running_host_is_copied_and_the_copy_plays_on(tmp_path, rtab):
    """Computers play as fast as they can while copies are made; each holds whole games, and one is gone on from."""
    living = Living(tmp_path / "home", quick=True)
    try:
        caller = Caller(living.url)
        _, body, _ = caller.get("/")
        caller.post("/table", once=found(r'name="once" value="(\w+)"', body), name="Ann")
        for n in range(5):
            code, out, err = rtab(tmp_path / "home", "backup", str(tmp_path / f"{n}.copy"))
            assert (code, out, err) == (0, f"{tmp_path / f'{n}.copy'}\n", "")
            seen = caller.get(f"/g/{living.game}/part")[2]["ETag"]
            until(lambda seen=seen: caller.get(f"/g/{living.game}/part")[2]["ETag"] != seen)
        assert rtab(tmp_path / "home", "restore", str(tmp_path / "0.copy"))[0] == 1, "a host runs there"
    finally:
        living.kill()
    entries = []
    for n in range(5):
        home = tmp_path / f"home {n}"
        code, out, err = rtab(home, "restore", str(tmp_path / f"{n}.copy"))
        assert (code, err, "as it was then" in out) == (0, "", True)
        code, out, _ = rtab(home, "rehearse")
        assert (code, "2 open games, 0 of them would differ" in out) == (0, True)
        table = SqliteTable(home / FILE)
        entries.append(session(table, living.game).entries)
        table.close()
    assert entries == sorted(entries)
    assert entries[0] < entries[-1]
    again = Living(tmp_path / "home 4", quick=True)
    try:
        later = Caller(again.url)
        later.cookie = caller.cookie
        assert again.game == living.game
        assert later.get("/me")[0] == 200, "whoever was there then is known"
    finally:
        again.kill()


def test_the_time_since_the_copy_is_given_back(at_home, rtab, tmp_path, monkeypatch):
    host = at_home.host
    monkeypatch.setattr("time.time", host.now)
    ticking.record_heartbeat(host)
    before = {key: clock.due - host.now() for key, clock in at_home.session.clocks.items()}
    assert rtab(tmp_path, "backup", str(tmp_path / "copy"))[0] == 0
    at_home.play(3)
    host.now.now += 5 * 86400
    assert rtab(tmp_path / "new", "restore", str(tmp_path / "copy"))[0] == 0
    table = SqliteTable(tmp_path / "new" / FILE)
    later = HostContext(Store(table), host.config, host.now)
    ticking.sweep_due_games(later)
    after = {key: clock.due - host.now() for key, clock in session(table, at_home.game).clocks.items()}
    assert after == pytest.approx(before, abs=1)
    table.close()


def test_what_was_there_is_put_away_with_its_log(at_home, rtab, tmp_path, monkeypatch):
    monkeypatch.setattr("time.time", lambda: at_home.host.now.now + 100)
    assert rtab(tmp_path, "backup", str(tmp_path / "copy"))[0] == 0
    at_home.play(5)
    entries = at_home.session.entries
    code, out, _ = rtab(tmp_path, "restore", str(tmp_path / "copy"))
    away = Path(out.splitlines()[0].removeprefix("What was there is in "))
    assert (code, away.exists()) == (0, True)
    os.renames(away, tmp_path / "old" / FILE)
    if (log := away.with_name(f"{away.name}-wal")).exists():
        os.renames(log, tmp_path / "old" / f"{FILE}-wal")
    table = SqliteTable(tmp_path / "old" / FILE)
    assert session(table, at_home.game).entries == entries
    table.close()


def test_nothing_is_overwritten_and_nothing_unsound_is_brought_back(at_home, rtab, tmp_path, monkeypatch):
    monkeypatch.setattr("time.time", lambda: at_home.host.now.now + 100)
    assert at_home.session
    assert rtab(tmp_path, "backup", str(tmp_path / "copy"))[0] == 0
    code, _, err = rtab(tmp_path, "backup", str(tmp_path / "copy"))
    assert (code, "already exists, and I never overwrite a file. Choose another name." in err) == (1, True)
    (tmp_path / "noise").write_bytes(b"no database" * 1000)
    before = rtab(tmp_path, "games")
    for name, why in (("noise", "is no database of this host"), ("none", "There is no file")):
        code, _, err = rtab(tmp_path, "restore", str(tmp_path / name))
        assert (code, why in err) == (1, True)
    assert rtab(tmp_path, "games") == before
    assert rtab(tmp_path / "elsewhere", "backup")[2].startswith("There are no games in")


def spoil_pages(whole):
    return whole[: len(whole) // 2] + b"\xab" * (len(whole) - len(whole) // 2)


@pytest.mark.parametrize("spoil", [spoil_pages, lambda whole: whole[:100], lambda whole: whole[:1], lambda _: b""])
def test_a_damaged_backup_is_named_and_changes_nothing(at_home, rtab, tmp_path, monkeypatch, spoil):
    monkeypatch.setattr("time.time", lambda: at_home.host.now.now + 100)
    assert at_home.session
    copy = tmp_path / "copy"
    assert rtab(tmp_path, "backup", str(copy))[0] == 0
    copy.write_bytes(spoil(copy.read_bytes()))
    before = rtab(tmp_path, "games")
    code, _, err = rtab(tmp_path, "restore", str(copy))
    assert (code, err) == (1, f"The backup {copy} is damaged. Nothing was changed here. Take an older backup.\n")
    assert rtab(tmp_path, "games") == before
    assert copy.exists()


@pytest.mark.whole
def test_the_host_makes_one_a_day_and_keeps_so_many(tmp_path, monkeypatch, rtab):
    monkeypatch.setattr(local, "BACKUP_CHECK_INTERVAL", 0.05)
    home = tmp_path / "home"
    for age in range(2, 6):  # days
        old = backups.make_backup_path(home, time.time() - age * 86400)
        old.parent.mkdir(parents=True, exist_ok=True)
        old.write_bytes(b"")
        os.utime(old, (time.time() - age * 86400,) * 2)
    (home / backups.FOLDER / "my own.sqlite").write_bytes(b"")
    process = LocalProcess(LocalSettings(0, home, backups=3))
    process.start()
    until(lambda: len(backups.list_backups(home)) == 3 and backups.list_backups(home)[-1].stat().st_size)
    newest = backups.list_backups(home)[-1]
    looks, look = [], backups.list_backups

    def looked(folder):
        looks.append(folder)
        return look(folder)

    monkeypatch.setattr(backups, "list_backups", looked)
    until(lambda: len(looks) > 3)
    assert backups.list_backups(home)[-1] == newest, "one a day"
    assert (home / backups.FOLDER / "my own.sqlite").exists()
    assert "backups 3, the newest 0 h old: OK" in rtab(home, "doctor")[1]
    process.stop()
    assert rtab(tmp_path / "new", "restore", str(newest))[0] == 0
    assert "1 open game\n" in rtab(tmp_path / "new", "games")[1]


def test_how_many_are_kept_is_a_number():
    assert read_settings({"RTAB_BACKUPS": "0"}).backups == 0
    assert read_settings({}).backups == 7
    with pytest.raises(UnfitSetting, match="RTAB_BACKUPS"):
        read_settings({"RTAB_BACKUPS": "many"})


def test_a_plain_copy_of_a_running_hosts_file_is_not_old(tmp_path, monkeypatch, rtab):
    monkeypatch.setattr(local, "TIDY", 0.05)
    process = LocalProcess(LocalSettings(0, tmp_path / "home"))
    game = process.start().rpartition("/")[2]
    (tmp_path / "copied").mkdir()

    def copied():
        shutil.copy(tmp_path / "home" / FILE, tmp_path / "copied" / FILE)
        return game in rtab(tmp_path / "copied", "games")[1]

    until(copied)
    process.stop()


def test_an_empty_copy_is_no_host_and_the_doctor_says_so(tmp_path, rtab):
    (tmp_path / FILE).write_bytes(b"")
    code, out, _ = rtab(tmp_path, "doctor")
    assert (code, "is there and empty" in out, "rtab restore" in out) == (1, True, True)
    code, _, err = rtab(tmp_path, "play")
    assert (code == 0, "is there and empty" in err, (tmp_path / FILE).stat().st_size) == (False, True, 0)
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("create table x (y)")
        db.execute("drop table x")
    code, out, _ = rtab(tmp_path, "doctor")
    assert (code, "Nothing was ever kept here" in out, "make one with rtab backup" in out) == (1, True, True)


def test_a_host_that_was_stopped_a_moment_ago_is_restored_at_once(at_home, rtab, tmp_path, monkeypatch):
    """Its lock tells; a host of the first release kept none, and of it only the last sign of life tells."""
    monkeypatch.setattr("time.time", at_home.host.now)
    ticking.record_heartbeat(at_home.host)
    assert rtab(tmp_path, "backup", str(tmp_path / "copy"))[0] == 0
    code, _, err = rtab(tmp_path, "restore", str(tmp_path / "copy"))
    assert (code, "hosts the games is running in" in err) == (1, True)
    running = FolderLock(tmp_path)
    code, _, err = rtab(tmp_path, "restore", str(tmp_path / "copy"))
    assert (code, "A host runs on" in err) == (1, True)
    running.release()
    assert rtab(tmp_path, "restore", str(tmp_path / "copy"))[0] == 0
    FolderLock(tmp_path).release()
