"""The store of the host on this machine, for commands that look at it from outside."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from host.house import House
from host.local.settings import Unfit, read
from host.store.sqlite import SqliteTable
from host.store.store import Store

FILE = "rtab.sqlite"


@contextmanager
def opened() -> Iterator[House]:
    """The house whose store the settings name, whether a host runs on it or not; raises Unfit when there is none."""
    path = kept_in(read(os.environ).home)
    if not path.exists():
        raise Unfit(
            f"There are no games in {path.parent}. Set RTAB_HOME to the host's folder, or begin with: rtab play"
        )
    table = SqliteTable(path)
    try:
        yield House(Store(table))
    finally:
        table.close()


def kept_in(home: Path) -> Path:
    """Where a host with this folder keeps everything."""
    return home / FILE
