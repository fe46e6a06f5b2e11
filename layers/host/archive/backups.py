"""Copies of a host that may go on meanwhile: as it is at one moment, so many kept, and brought back.

They lie in a folder beside the file. What somebody has had forgotten since is in them until they are thrown away.
"""

from __future__ import annotations

import re
import time
from pathlib import Path

from engine.kernel import Illegal
from host.core.context import HostContext
from host.core.store.items import Overloaded
from host.core.store.sqlite import BEFORE, SqliteTable, check_sqlite_file, copy_sqlite_file
from host.core.store.store import Store

FOLDER = "backups"
BACKUP_NAME = "rtab-{stamp}.sqlite"
OURS = re.compile(r"rtab-\d{8}-\d{6}\.sqlite")
BACKUP_TIME_FORMAT = "%Y%m%d-%H%M%S"  # in UTC, so that they lie in the order in which they were made
HEARTBEAT_MAX_AGE = 60.0  # seconds since its last sign of life in which a host counts as running
BACKUP_EXISTS = "{path} is there already, and nothing is ever overwritten. Name another file."
HOST_IS_RUNNING = "A host runs in {home}. Stop it first: it would go on with what it has."
NO_FILE = "There is no file {path}. rtab backup says where it puts one."
UNSOUND = "The copy is not sound, so it was thrown away: {why}"


def create_backup(table: SqliteTable, path: Path) -> Path:
    """Copy the whole table into this file, checked before it gets its name; raise Illegal if the file exists."""
    if path.exists():
        raise Illegal(BACKUP_EXISTS, path=str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(f".{path.name}.half")
    try:
        half.unlink(missing_ok=True)
        table.copy(half)
        _check_backup(half)
        half.rename(path)
    finally:
        half.unlink(missing_ok=True)
    return path


def _check_backup(path: Path) -> None:
    """Raise Illegal if the copy is damaged."""
    copy = SqliteTable(path)
    try:
        if why := copy.find_file_fault():
            raise Illegal(UNSOUND, why=why)
    finally:
        copy.close()


def list_backups(home: Path) -> list[Path]:
    """List the automatic backups in a host's folder, the oldest first."""
    there = home / FOLDER
    return sorted(path for path in there.iterdir() if OURS.fullmatch(path.name)) if there.is_dir() else []


def make_backup_path(home: Path, now: float) -> Path:
    """Return the path for a backup made at this moment."""
    return home / FOLDER / BACKUP_NAME.format(stamp=time.strftime(BACKUP_TIME_FORMAT, time.gmtime(now)))


def delete_old_backups(home: Path, keep: int) -> None:
    """Delete all but the newest backups."""
    for path in list_backups(home)[:-keep]:
        path.unlink()


def restore_backup(file: Path, home: Path, name: str, now: float, *, alone: bool) -> Path | None:
    """Make this backup the host's data; return the path to which the earlier data was moved, if there was any.
    The time since the backup counts as an outage, so players get it back when the host starts. Unless the
    caller knows that nobody else runs on the folder, the last heartbeat must be old.
    """
    if not file.is_file():
        raise Illegal(NO_FILE, path=str(file))
    here = home / name
    if not alone and here.exists() and _is_host_running(here, now):
        raise Illegal(HOST_IS_RUNNING, home=str(home))
    home.mkdir(parents=True, exist_ok=True)
    half = home / f".{name}.half"
    try:
        half.unlink(missing_ok=True)
        check_sqlite_file(file)
        copy_sqlite_file(file, half)
        _check_backup(half)
        before = _move_aside(here, now)
        half.rename(here)
    finally:
        half.unlink(missing_ok=True)
        half.with_name(f"{half.name}{BEFORE}").unlink(missing_ok=True)  # the backup itself is that copy
    return before


def _is_host_running(path: Path, now: float) -> bool:
    """Return whether a host has written a recent heartbeat; a file that cannot be opened has none."""
    try:
        table = SqliteTable(path)
    except Overloaded:
        return False
    try:
        return HostContext(Store(table)).store.load_last_beat() > now - HEARTBEAT_MAX_AGE
    except Overloaded:
        return False
    finally:
        table.close()


def _move_aside(here: Path, now: float) -> Path | None:
    """Rename the current data with its write-ahead log, without which the file would be older; return the new path."""
    if not here.exists():
        return None
    away = here.with_name(f"{here.name}.before-{time.strftime(BACKUP_TIME_FORMAT, time.gmtime(now))}")
    for tail in ("", "-wal", "-shm"):
        part = here.with_name(here.name + tail)
        if part.exists():
            part.rename(away.with_name(away.name + tail))
    return away
