"""Copies of backups elsewhere: in a folder, such as a mounted disk, or in a bucket of S3 (`s3://BUCKET/PREFIX`)."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from engine.kernel import Illegal
from host.archive.backups import OURS, list_backups

S3 = "s3://"
FAILED = "The backup cannot be copied to {to}: {why}"
NOT_FETCHED = "{source} cannot be fetched: {why}"


class BackupTarget(Protocol):
    """A place for copies of backups; file names there are the same as here."""

    def list_names(self) -> set[str]:
        """List the names of all backups there."""

    def put_file(self, file: Path) -> None:
        """Copy this file there; its name appears only when the copy is complete."""

    def remove(self, name: str) -> None:
        """Delete one backup there."""


class BackupFolder:
    """A backup target in a folder, created when it is first needed."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def list_names(self) -> set[str]:
        """List the names of all backups there."""
        there = self._path.iterdir() if self._path.is_dir() else ()
        return {path.name for path in there if OURS.fullmatch(path.name)}

    def put_file(self, file: Path) -> None:
        """Copy this file there, readable only by its owner."""
        self._path.mkdir(mode=0o700, parents=True, exist_ok=True)
        half = self._path / f".{file.name}.half"
        try:
            half.touch(0o600)
            shutil.copyfile(file, half)
            half.rename(self._path / file.name)
        finally:
            half.unlink(missing_ok=True)

    def remove(self, name: str) -> None:
        """Delete one backup there."""
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
        """List the names of all backups there."""
        pages = self._client.get_paginator("list_objects_v2").paginate(Bucket=self._bucket, Prefix=self._prefix)
        keys = (each["Key"].removeprefix(self._prefix) for page in pages for each in page.get("Contents", ()))
        return {key for key in keys if OURS.fullmatch(key)}

    def put_file(self, file: Path) -> None:
        """Copy this file there."""
        self._client.upload_file(str(file), self._bucket, f"{self._prefix}{file.name}")

    def remove(self, name: str) -> None:
        """Delete one backup there."""
        self._client.delete_object(Bucket=self._bucket, Key=f"{self._prefix}{name}")


def make_s3_client() -> Any:
    """Make an S3 client; boto3 is an optional extra."""
    return import_module("host.core.store.aws").make_aws_client("s3", config=None)


def split_s3_address(address: str) -> tuple[str, str]:
    """Split an s3:// address into bucket and key."""
    bucket, _, key = address.removeprefix(S3).partition("/")
    return bucket, key


def open_backup_target(to: str) -> BackupTarget:
    """Open the target that RTAB_BACKUPS_TO names: a bucket or a folder."""
    return BackupBucket(to) if to.startswith(S3) else BackupFolder(Path(to).expanduser())


def copy_backups(home: Path, to: str, keep: int) -> None:
    """Copy every backup of this host that is not there yet, and keep only this many of the newest there."""
    with raise_as_illegal(FAILED, to=to):
        target = open_backup_target(to)
        there = target.list_names()
        for file in list_backups(home)[-keep:]:
            if file.name not in there:
                target.put_file(file)
        for name in sorted(there | {file.name for file in list_backups(home)[-keep:]})[:-keep]:
            target.remove(name)


def fetch_backup(source: str, file: Path) -> None:
    """Download one backup from a bucket into this file."""
    bucket, key = split_s3_address(source)
    with raise_as_illegal(NOT_FETCHED, source=source):
        make_s3_client().download_file(bucket, key, str(file))


@contextmanager
def raise_as_illegal(text: str, **facts: str) -> Iterator[None]:
    """Turn errors of the disk, the network or AWS into an Illegal with this text and their cause."""
    failures: tuple[type[Exception], ...] = (OSError, *list_aws_errors())
    try:
        yield
    except failures as error:
        raise Illegal(text, **facts, why=str(error)) from error


def list_aws_errors() -> tuple[type[Exception], ...]:
    """Return the exception types of boto3, or none where it is not installed."""
    try:
        found: tuple[type[Exception], ...] = (
            *import_module("host.core.store.aws").AWS_ERRORS,
            import_module("boto3.exceptions").Boto3Error,
        )
    except ModuleNotFoundError:
        return ()
    return found
