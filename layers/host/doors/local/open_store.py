"""Opens the store of a host for a command: a folder on this machine, or a table in DynamoDB."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec.structs import replace

from host.core.context import IN_DYNAMO, Config, HostContext
from host.core.store.items import Overloaded
from host.core.store.sqlite import SqliteTable
from host.core.store.store import Store
from host.doors.local.settings import FILE, UnfitSetting, read
from host.doors.registry import called, doors, looked_after

TABLE = "table:"
NAMED = "RTAB_TABLE"


@contextmanager
def opened() -> Iterator[HostContext]:
    """The host that the settings name, whether a host runs on it or not; raises UnfitSetting when there is none."""
    table = os.environ.get(NAMED, "")
    with at(f"{TABLE}{table}" if table else str(read(os.environ).home)) as host:
        yield host


@contextmanager
def at(where: str, *, new: bool = False) -> Iterator[HostContext]:
    """The host in a folder, or in `table:NAME`; a folder may be `new`."""
    if where.startswith(TABLE):
        with _in_dynamo(where.removeprefix(TABLE)) as host:
            yield host
        return
    path = kept_in(Path(where).expanduser())
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
                Store(table), Config(listened={door.name: door.late for door in doors()}, called=called())
            )
        finally:
            table.close()
    except Overloaded as error:
        raise UnfitSetting(str(error)) from error


@contextmanager
def _in_dynamo(name: str) -> Iterator[HostContext]:
    from botocore.exceptions import BotoCoreError, ClientError  # noqa: PLC0415 # slow, and only tables need it

    from host.core.store import aws, dynamo  # noqa: PLC0415 # likewise

    try:
        client = aws.make_client("dynamodb")
        client.describe_table(TableName=name)
    except (BotoCoreError, ClientError) as error:
        raise UnfitSetting(
            f"The table {name} cannot be opened: {error}. Are AWS_REGION and the credentials those of its account?"
        ) from None
    try:
        listened = {door.name: door.late for door, _ in looked_after()}
        yield HostContext(
            Store(dynamo.DynamoTable(client, name)), replace(IN_DYNAMO, listened=listened, called=called())
        )
    except Overloaded as error:
        raise UnfitSetting(f"{name}: {error}. Try again in a minute.") from error
    finally:
        client.close()


def housed(where: str) -> str:
    """What people are told of where that is."""
    return f"the table {where.removeprefix(TABLE)}" if where.startswith(TABLE) else str(Path(where).expanduser())


def kept_in(home: Path) -> Path:
    """Where a host with this folder keeps everything."""
    return home / FILE
