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
from host.core.store.sqlite import BEFORE, SqliteTable, check_file, copy_file
from host.core.store.store import Store

FOLDER = "backups"
NAME = "rtab-{stamp}.sqlite"
OURS = re.compile(r"rtab-\d{8}-\d{6}\.sqlite")
STAMP = "%Y%m%d-%H%M%S"  # in UTC, so that they lie in the order in which they were made
ALIVE = 60.0  # seconds since its last sign of life in which a host counts as running
THERE = "{path} is there already, and nothing is ever overwritten. Name another file."
AWAKE = "A host runs in {home}. Stop it first: it would go on with what it has."
NO_FILE = "There is no file {path}. rtab backup says where it puts one."
UNSOUND = "The copy is not sound, so it was thrown away: {why}"


def made(table: SqliteTable, path: Path) -> Path:
    """A copy of everything as it is now. It has its name only when it is whole and has been looked at."""
    if path.exists():
        raise Illegal(THERE, path=str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(f".{path.name}.half")
    try:
        half.unlink(missing_ok=True)
        table.copy(half)
        _sound(half)
        half.rename(path)
    finally:
        half.unlink(missing_ok=True)
    return path


def _sound(path: Path) -> None:
    copy = SqliteTable(path)
    try:
        if why := copy.trouble():
            raise Illegal(UNSOUND, why=why)
    finally:
        copy.close()


def in_order(home: Path) -> list[Path]:
    """The copies in a host's folder that were made by themselves, the oldest first."""
    there = home / FOLDER
    return sorted(path for path in there.iterdir() if OURS.fullmatch(path.name)) if there.is_dir() else []


def named(home: Path, now: float) -> Path:
    """Where a copy made at this moment belongs."""
    return home / FOLDER / NAME.format(stamp=time.strftime(STAMP, time.gmtime(now)))


def thinned(home: Path, keep: int) -> None:
    """Only the newest are kept."""
    for path in in_order(home)[:-keep]:
        path.unlink()


def restored(file: Path, home: Path, name: str, now: float, *, alone: bool) -> Path | None:
    """This copy is what the host goes on with; gives where everything is that was there before, if anything was.

    Between the copy and now the host was away: when it starts, that time is given back. Unless the caller knows that
    nobody else runs on the folder, its last sign of life must lie back for a while.
    """
    if not file.is_file():
        raise Illegal(NO_FILE, path=str(file))
    here = home / name
    if not alone and here.exists() and _awake(here, now):
        raise Illegal(AWAKE, home=str(home))
    home.mkdir(parents=True, exist_ok=True)
    half = home / f".{name}.half"
    try:
        half.unlink(missing_ok=True)
        check_file(file)
        copy_file(file, half)
        _sound(half)
        before = _put_away(here, now)
        half.rename(here)
    finally:
        half.unlink(missing_ok=True)
        half.with_name(f"{half.name}{BEFORE}").unlink(missing_ok=True)  # the backup itself is that copy
    return before


def _awake(path: Path, now: float) -> bool:
    """One that cannot be opened any more is nobody's."""
    try:
        table = SqliteTable(path)
    except Overloaded:
        return False
    try:
        return HostContext(Store(table)).store.last_beat() > now - ALIVE
    except Overloaded:
        return False
    finally:
        table.close()


def _put_away(here: Path, now: float) -> Path | None:
    """With its log: without it, the file alone would be older than it was."""
    if not here.exists():
        return None
    away = here.with_name(f"{here.name}.before-{time.strftime(STAMP, time.gmtime(now))}")
    for tail in ("", "-wal", "-shm"):
        part = here.with_name(here.name + tail)
        if part.exists():
            part.rename(away.with_name(away.name + tail))
    return away
