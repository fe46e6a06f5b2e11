"""Copies of a host that may go on meanwhile: as it is at one moment, so many kept, and brought back.

They lie in a folder beside the file. What somebody has had forgotten since is in them until they are thrown away.
"""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from engine.kernel import Illegal
from host.core.context import HostContext
from host.core.store.items import Overloaded
from host.core.store.sqlite import BEFORE, DAMAGED_FILE_TEXT, SqliteTable, check_sqlite_file, copy_sqlite_file
from host.core.store.store import Store

FOLDER = "backups"
AWS_CLIENTS = "host.core.store.dynamo"  # imported late: a host at home may be without boto3, and starts 0.1 s sooner
BACKUP_NAME = "rtab-{stamp}.sqlite"
OURS = re.compile(r"rtab-\d{8}-\d{6}\.sqlite")
BACKUP_TIME_FORMAT = "%Y%m%d-%H%M%S"  # in UTC, so that they lie in the order in which they were made
SMALLEST_DATABASE = 512  # bytes: one page of SQLite; it takes a file of a single byte for an empty database
HEARTBEAT_MAX_AGE = 60.0  # seconds since its last sign of life in which a host counts as running
BACKUP_EXISTS = "The file {path} already exists, and I never overwrite a file. Choose another name."
HOST_IS_RUNNING = (
    "The program that hosts the games is running in {home}. Stop it first, or it goes on with its old data."
)
NO_FILE = "There is no file called “{path}”. The command rtab backup shows where it puts its copies."
UNSOUND = "I have deleted the new backup, because it has errors: {why}"
BACKUP_DAMAGED = "The backup {path} is damaged. Nothing was changed here. Take an older backup."


def create_backup(table: SqliteTable, path: Path) -> Path:
    """Copy the whole database `table` into a backup file, which gets the name `path` only once the copy has been
    checked, and whose folder is created if it is missing; return that path. Raise Illegal if the file exists or the
    copy is damaged.
    """
    if path.exists():
        raise Illegal(BACKUP_EXISTS, code="backup_exists", path=str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(f".{path.name}.half")
    try:
        half.unlink(missing_ok=True)
        table.copy(half)
        if why := _find_copy_fault(half):
            raise Illegal(UNSOUND, code="backup_unsound", why=why)
        half.rename(path)
    finally:
        half.unlink(missing_ok=True)
    return path


def _find_copy_fault(path: Path) -> str:
    """Return a sentence on what is wrong with the copy of a database, or an empty string if it is sound; raise
    Overloaded if it is no database of this program or cannot be opened.
    """
    copy = SqliteTable(path)
    try:
        return copy.find_file_fault()
    finally:
        copy.close()


def list_backups(home: Path) -> list[Path]:
    """List the automatic backups in a host's folder, the oldest first by the time in their names; other files there are
    left out. Empty if there is no such folder.
    """
    there = home / FOLDER
    return sorted(path for path in there.iterdir() if OURS.fullmatch(path.name)) if there.is_dir() else []


def make_backup_path(home: Path, now: float) -> Path:
    """Return the path of a new automatic backup in this host's folder, whose name contains the time `now`, to the
    second; no file is created.
    """
    return home / FOLDER / BACKUP_NAME.format(stamp=time.strftime(BACKUP_TIME_FORMAT, time.gmtime(now)))


def delete_old_backups(home: Path, keep: int) -> None:
    """Delete all but the `keep` newest automatic backups in a host's folder; 0 deletes none."""
    for path in list_backups(home)[:-keep]:
        path.unlink()


def restore_backup(file: Path, home: Path, name: str, now: float, *, alone: bool) -> Path | None:
    """Replace the database `name` in the folder `home` by a backup; return the path to which the earlier one was moved,
    or None if there was none. Raise Illegal if the file is missing or damaged or if the earlier data show that a host
    was running on them a moment ago, and Overloaded if the backup is of another program or a newer release; nothing is
    replaced then. With `alone`, the caller is certain that no host is running, and this is not looked at.
    """
    if not file.is_file():
        raise Illegal(NO_FILE, code="no_backup_file", path=str(file))
    here = home / name
    if not alone and here.exists() and _is_host_running(here, now):
        raise Illegal(HOST_IS_RUNNING, code="host_is_running", home=str(home))
    home.mkdir(parents=True, exist_ok=True)
    half = home / f".{name}.half"
    try:
        half.unlink(missing_ok=True)
        _copy_sound_backup(file, half)
        before = _move_aside(here, now)
        half.rename(here)
    finally:
        half.unlink(missing_ok=True)
        half.with_name(f"{half.name}{BEFORE}").unlink(missing_ok=True)  # the backup itself is that copy
    return before


def _copy_sound_backup(file: Path, to: Path) -> None:
    """Copy a backup to the path `to`; raise Illegal if the backup is empty, cut short or damaged (the copy may be left
    there then), and Overloaded if it is of another program or a newer release.
    """
    damaged = Illegal(BACKUP_DAMAGED, code="backup_damaged", path=str(file))
    if file.stat().st_size < SMALLEST_DATABASE:
        raise damaged
    try:
        check_sqlite_file(file)
    except Overloaded as error:
        if str(error) == DAMAGED_FILE_TEXT.format(path=file):
            raise damaged from None
        raise
    copy_sqlite_file(file, to)
    if _find_copy_fault(to):
        raise damaged


def _is_host_running(path: Path, now: float) -> bool:
    """Return whether the database at this path records that a host was running on it shortly before `now`; False for a
    file that cannot be opened.
    """
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
    """Rename the database file `here` and its write-ahead log, which belong together, to names that end in the time
    `now`; return the file's new path, or None if there is no such file.
    """
    if not here.exists():
        return None
    away = here.with_name(f"{here.name}.before-{time.strftime(BACKUP_TIME_FORMAT, time.gmtime(now))}")
    for tail in ("", "-wal", "-shm"):
        part = here.with_name(here.name + tail)
        if part.exists():
            part.rename(away.with_name(away.name + tail))
    return away


S3 = "s3://"
FAILED = "I cannot copy the backup to {to}: {why}"
NOT_FETCHED = "I cannot download {source}: {why}"


class BackupTarget(Protocol):
    """A place for copies of backups; file names there are the same as here."""

    def list_names(self) -> set[str]:
        """Return the names of all automatic backups at this target, as a set; other files there are left out. Part of a
        protocol that each kind of target fulfils; errors of disk, network or AWS pass through.
        """

    def put_file(self, file: Path) -> None:
        """Copy a backup file to this target, in place of one of the same name; the name appears there only when the
        copy is complete. Part of a protocol, as above.
        """

    def remove(self, name: str) -> None:
        """Delete one backup at this target; do nothing if it is not there. Part of a protocol, as above."""


class BackupFolder:
    """A backup target in a folder, created when it is first needed."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def list_names(self) -> set[str]:
        """Return the names of all automatic backups in this folder, as a set; empty if there is no such folder. Raise
        OSError if it cannot be read or is no folder.
        """
        try:
            return {path.name for path in self._path.iterdir() if OURS.fullmatch(path.name)}
        except FileNotFoundError:
            return set()

    def put_file(self, file: Path) -> None:
        """Copy a backup file into this folder, which is created if it is missing, readable only by its owner; a file of
        the same name is replaced.
        """
        self._path.mkdir(mode=0o700, parents=True, exist_ok=True)
        half = self._path / f".{file.name}.half"
        try:
            half.touch(0o600)
            shutil.copyfile(file, half)
            half.rename(self._path / file.name)
        finally:
            half.unlink(missing_ok=True)

    def remove(self, name: str) -> None:
        """Delete the backup of this name in this folder; do nothing if it is not there."""
        (self._path / name).unlink(missing_ok=True)


class BackupBucket:
    """A backup target in an S3 bucket; AWS's own variables and files give region, account and server
    (AWS_ENDPOINT_URL).
    """

    def __init__(self, address: str) -> None:
        self._bucket, self._prefix = split_s3_address(address)
        self._prefix = f"{self._prefix.rstrip('/')}/" if self._prefix else ""
        self._client = make_s3_client()

    def list_names(self) -> set[str]:
        """Return the names of all automatic backups in this S3 bucket, as a set, in the folder that the address named,
        if any.
        """
        pages = self._client.get_paginator("list_objects_v2").paginate(Bucket=self._bucket, Prefix=self._prefix)
        keys = (each["Key"].removeprefix(self._prefix) for page in pages for each in page.get("Contents", ()))
        return {key for key in keys if OURS.fullmatch(key)}

    def put_file(self, file: Path) -> None:
        """Copy a backup file into this S3 bucket, in place of one of the same name."""
        self._client.upload_file(str(file), self._bucket, f"{self._prefix}{file.name}")

    def remove(self, name: str) -> None:
        """Delete the backup of this name in this S3 bucket; do nothing if it is not there."""
        self._client.delete_object(Bucket=self._bucket, Key=f"{self._prefix}{name}")


def make_s3_client() -> Any:
    """Make the client with which backups are copied to Amazon S3; raise ModuleNotFoundError if its library boto3 is not
    installed.
    """
    return import_module(AWS_CLIENTS).make_aws_client("s3", config=None)


def split_s3_address(address: str) -> tuple[str, str]:
    """Split an s3:// address into bucket and key, which is empty if there is none; whether it is such an address is not
    checked.
    """
    bucket, _, key = address.removeprefix(S3).partition("/")
    return bucket, key


def open_backup_target(to: str) -> BackupTarget:
    """Return the place for further copies of backups that the setting RTAB_BACKUPS_TO (`to`) names: an S3 bucket for an
    s3:// address, else a folder. Whether it is there is not looked at; for S3, raise ModuleNotFoundError if boto3 is
    not installed.
    """
    return BackupBucket(to) if to.startswith(S3) else BackupFolder(Path(to).expanduser())


def copy_backups(home: Path, to: str, keep: int) -> None:
    """Copy the `keep` newest backups of this host to the target `to` (a folder or an s3:// address), where they are
    missing, and delete there all but the `keep` newest of both; if it is 0, copy all and delete none. Raise Illegal if
    disk, network or AWS fail, and ModuleNotFoundError if boto3 is needed and not installed.
    """
    with raise_as_illegal(FAILED, to=to):
        target = open_backup_target(to)
        there = target.list_names()
        for file in list_backups(home)[-keep:]:
            if file.name not in there:
                target.put_file(file)
        for name in sorted(there | {file.name for file in list_backups(home)[-keep:]})[:-keep]:
            target.remove(name)


def list_copied_backups(to: str) -> set[str]:
    """Return the names of the backups at the target `to` (a folder or an s3:// address), as a set. Raise Illegal if
    disk, network or AWS fail, and ModuleNotFoundError if boto3 is needed and not installed.
    """
    with raise_as_illegal(FAILED, to=to):
        return open_backup_target(to).list_names()


def fetch_backup(source: str, file: Path) -> None:
    """Download the backup at this S3 address into this file, in place of one that is there; it is not looked at. Raise
    Illegal if disk, network or AWS fail, and ModuleNotFoundError if boto3 is not installed.
    """
    bucket, key = split_s3_address(source)
    with raise_as_illegal(NOT_FETCHED, source=source):
        make_s3_client().download_file(bucket, key, str(file))


@contextmanager
def raise_as_illegal(text: str, **facts: str) -> Iterator[None]:
    """Turn errors of disk, network or AWS that occur within the block into Illegal with this text, the `facts` that
    fill it in, and the error's message.
    """
    failures: tuple[type[Exception], ...] = (OSError, *list_aws_errors())
    try:
        yield
    except failures as error:
        raise Illegal(text, code="backup_failed", **facts, why=str(error)) from error


def list_aws_errors() -> tuple[type[Exception], ...]:
    """Return the exception types of boto3 to be caught, or an empty tuple where it is not installed."""
    try:
        found: tuple[type[Exception], ...] = (
            *import_module(AWS_CLIENTS).AWS_ERRORS,
            import_module("boto3.exceptions").Boto3Error,
        )
    except ModuleNotFoundError:
        return ()
    return found
