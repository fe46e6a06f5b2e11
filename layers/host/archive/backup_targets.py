"""Copies of backups elsewhere: in a folder, such as a mounted disk, or in a bucket of S3 (`s3://BUCKET/PREFIX`)."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from engine.kernel import Illegal
from host.archive.backups import OURS, in_order

S3 = "s3://"
FAILED = "The backup cannot be copied to {to}: {why}"
NOT_FETCHED = "{source} cannot be fetched: {why}"


class BackupTarget(Protocol):
    """A place for copies of backups, which have the names that they have here."""

    def names(self) -> set[str]:
        """Return the names of all backups there."""

    def put(self, file: Path) -> None:
        """Copy this file there; it has its name only when it is whole."""

    def remove(self, name: str) -> None:
        """Remove one backup there."""


class BackupFolder:
    """A folder, which is made when it is first needed."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def names(self) -> set[str]:
        """Return the names of all backups there."""
        there = self._path.iterdir() if self._path.is_dir() else ()
        return {path.name for path in there if OURS.fullmatch(path.name)}

    def put(self, file: Path) -> None:
        """Copy this file there; only its owner can read it."""
        self._path.mkdir(mode=0o700, parents=True, exist_ok=True)
        half = self._path / f".{file.name}.half"
        try:
            half.touch(0o600)
            shutil.copyfile(file, half)
            half.rename(self._path / file.name)
        finally:
            half.unlink(missing_ok=True)

    def remove(self, name: str) -> None:
        """Remove one backup there."""
        (self._path / name).unlink(missing_ok=True)


class BackupBucket:
    """A bucket, with what AWS's own variables and files say of region, account and server (AWS_ENDPOINT_URL)."""

    def __init__(self, address: str) -> None:
        self._bucket, self._prefix = split_address(address)
        self._prefix = f"{self._prefix.rstrip('/')}/" if self._prefix else ""
        self._client = make_s3_client()

    def names(self) -> set[str]:
        """Return the names of all backups there."""
        pages = self._client.get_paginator("list_objects_v2").paginate(Bucket=self._bucket, Prefix=self._prefix)
        keys = (each["Key"].removeprefix(self._prefix) for page in pages for each in page.get("Contents", ()))
        return {key for key in keys if OURS.fullmatch(key)}

    def put(self, file: Path) -> None:
        """Copy this file there."""
        self._client.upload_file(str(file), self._bucket, f"{self._prefix}{file.name}")

    def remove(self, name: str) -> None:
        """Remove one backup there."""
        self._client.delete_object(Bucket=self._bucket, Key=f"{self._prefix}{name}")


def make_s3_client() -> Any:
    """Make a client of S3, whose library is an extra."""
    return import_module("host.core.store.aws").make_client("s3", config=None)


def split_address(address: str) -> tuple[str, str]:
    """Return the bucket and the key of an address that begins with s3://."""
    bucket, _, key = address.removeprefix(S3).partition("/")
    return bucket, key


def open_target(to: str) -> BackupTarget:
    """Return the place that RTAB_BACKUPS_TO names."""
    return BackupBucket(to) if to.startswith(S3) else BackupFolder(Path(to).expanduser())


def copy_backups(home: Path, to: str, keep: int) -> None:
    """Copy every backup of this host that is not there yet; keep so many of the newest there."""
    with told_as(FAILED, to=to):
        target = open_target(to)
        there = target.names()
        for file in in_order(home)[-keep:]:
            if file.name not in there:
                target.put(file)
        for name in sorted(there | {file.name for file in in_order(home)[-keep:]})[:-keep]:
            target.remove(name)


def fetch_backup(source: str, file: Path) -> None:
    """Fetch one backup from a bucket into this file."""
    bucket, key = split_address(source)
    with told_as(NOT_FETCHED, source=source):
        make_s3_client().download_file(bucket, key, str(file))


@contextmanager
def told_as(text: str, **facts: str) -> Iterator[None]:
    """Raise a refusal with the cause where a disk, the network or AWS fails."""
    failures: tuple[type[Exception], ...] = (OSError, *aws_errors())
    try:
        yield
    except failures as error:
        raise Illegal(text, **facts, why=str(error)) from error


def aws_errors() -> tuple[type[Exception], ...]:
    """Return the errors of boto3, where it is installed."""
    try:
        found: tuple[type[Exception], ...] = (
            *import_module("host.core.store.aws").AWS_ERRORS,
            import_module("boto3.exceptions").Boto3Error,
        )
    except ModuleNotFoundError:
        return ()
    return found
