"""Opens the store of a host for a command: a folder on this machine, or a table in DynamoDB."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec.structs import replace

from host.core.context import IN_DYNAMO, Config, HostContext
from host.core.store.items import Overloaded
from host.core.store.sqlite import SqliteTable
from host.core.store.store import Store
from host.doors.local.settings import STORE_FILE, UnfitSetting, read_settings, read_without
from host.doors.registry import list_doors, list_polled_doors, list_private_notification_doors

LOCK_FILE = "rtab.lock"
FOLDER_IN_USE = "A host runs on {home} already (process {pid}). Stop it first, or set RTAB_HOME to another folder."


class FolderLock:
    """A lock on a host's folder, held until `release` or the end of the process."""

    def __init__(self, home: Path) -> None:
        self._held = os.open(home / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            pid = os.pread(self._held, 20, 0).decode("ascii", "replace").strip()
            os.close(self._held)
            raise UnfitSetting(FOLDER_IN_USE.format(home=home, pid=pid or "unknown")) from None
        os.ftruncate(self._held, 0)
        os.pwrite(self._held, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        """Release the lock on the host's folder, so that another host may use it."""
        os.close(self._held)


@contextmanager
def hold_lock_if_used(home: Path) -> Iterator[bool]:
    """Hold the lock of a host's folder during the block, so that no other host uses the folder. Yield whether it has a
    lock file; folders of the first release have none.
    """
    if not (home / LOCK_FILE).exists():
        yield False
        return
    held = FolderLock(home)
    try:
        yield True
    finally:
        held.release()


TABLE_PREFIX = "table:"
TABLE_VARIABLE = "RTAB_TABLE"


@contextmanager
def open_configured_host() -> Iterator[HostContext]:
    """Open, for the block, the host that the settings name, whether or not one is running on it; raise UnfitSetting if
    there is none.
    """
    table = os.environ.get(TABLE_VARIABLE, "")
    with open_host_at(f"{TABLE_PREFIX}{table}" if table else str(read_settings(os.environ).home)) as host:
        yield host


@contextmanager
def open_host_at(where: str, *, new: bool = False) -> Iterator[HostContext]:
    """Open the host in a folder (which may be `new`) or in a DynamoDB table `table:NAME` for the block."""
    if where.startswith(TABLE_PREFIX):
        with _open_dynamo_host(where.removeprefix(TABLE_PREFIX)) as host:
            yield host
        return
    path = find_store_file(Path(where).expanduser())
    if new:
        path.parent.mkdir(parents=True, exist_ok=True)
    elif not path.exists():
        raise UnfitSetting(
            f"There are no games in {path.parent}. Set RTAB_HOME to the host's folder, or begin with: rtab play"
        )
    try:
        table = SqliteTable(path)
        try:
            yield HostContext(
                Store(table),
                Config(
                    listened={door.name: door.late for door in list_doors()},
                    called=list_private_notification_doors(),
                    without=read_without(os.environ),
                ),
            )
        finally:
            table.close()
    except Overloaded as error:
        raise UnfitSetting(str(error)) from error


@contextmanager
def _open_dynamo_host(name: str) -> Iterator[HostContext]:
    from botocore.exceptions import BotoCoreError, ClientError  # noqa: PLC0415 # slow, and only tables need it

    from host.core.store import aws, dynamo  # noqa: PLC0415 # likewise

    try:
        client = aws.make_aws_client("dynamodb")
        client.describe_table(TableName=name)
    except (BotoCoreError, ClientError) as error:
        raise UnfitSetting(
            f"The table {name} cannot be opened: {error}. Are AWS_REGION and the credentials those of its account?"
        ) from None
    try:
        listened = {door.name: door.late for door, _ in list_polled_doors()}
        yield HostContext(
            Store(dynamo.DynamoTable(client, name)),
            replace(
                IN_DYNAMO, listened=listened, called=list_private_notification_doors(), without=read_without(os.environ)
            ),
        )
    except Overloaded as error:
        raise UnfitSetting(f"{name}: {error}. Try again in a minute.") from error
    finally:
        client.close()


def describe_location(where: str) -> str:
    """Describe a folder or DynamoDB table for messages."""
    return (
        f"the table {where.removeprefix(TABLE_PREFIX)}"
        if where.startswith(TABLE_PREFIX)
        else str(Path(where).expanduser())
    )


def find_store_file(home: Path) -> Path:
    """Return the path of the database file in a host's folder."""
    return home / STORE_FILE
