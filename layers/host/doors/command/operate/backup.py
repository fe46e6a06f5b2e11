"""`rtab backup [FILE]` and `rtab restore FILE`: a copy of a host that may be running, and a host from such a copy."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from engine.kernel import Illegal, render
from host.archive import backups
from host.archive.backup_targets import S3, copy_backups, fetch_backup
from host.core.store.items import Overloaded
from host.core.store.sqlite import SqliteTable
from host.doors.command.line import given
from host.doors.local import folder_lock
from host.doors.local.open_store import NAMED, kept_in
from host.doors.local.settings import FILE, UnfitSetting, read

IN_AWS = (
    "A table in DynamoDB is backed up by AWS: point-in-time recovery is on. docs/operations.md in the source says more."
)
NONE = "There are no games in {home}. Set RTAB_HOME to the host's folder."
BACK = "{home} is as it was then. What was said and done since is not in it; the time since is given back."


def backup(argv: list[str]) -> int:
    """A copy of everything at this moment, in the host's folder or in a file of that name."""
    file = given("backup", argv, {"[FILE]": "where to; without it, among the host's own backups"}).file

    def copied(home: Path) -> str:
        if not kept_in(home).exists():
            raise UnfitSetting(NONE.format(home=home))
        table = SqliteTable(kept_in(home))
        try:
            made = str(backups.made(table, Path(file) if file else backups.named(home, time.time())))
        finally:
            table.close()
        settings = read(os.environ)
        if file or not settings.backups_to:
            return made
        copy_backups(home, settings.backups_to, max(1, settings.backups))
        return f"{made}\n{settings.backups_to}/{Path(made).name}"

    return _at_home(copied)


def restore(argv: list[str]) -> int:
    """The host goes on from a copy. What was there is put away, and not thrown away."""
    source = given("restore", argv, {"FILE": "what rtab backup wrote; or its address, s3://BUCKET/KEY"}).file

    def back(home: Path) -> str:
        with folder_lock.if_locked(home) as certain, tempfile.TemporaryDirectory() as scratch:
            copy = Path(scratch) / FILE if source.startswith(S3) else Path(source)
            if source.startswith(S3):
                fetch_backup(source, copy)
            before = backups.restored(copy, home, FILE, time.time(), alone=certain)
        away = f"What was there is in {before}\n" if before else ""
        return away + BACK.format(home=home)

    return _at_home(back)


def _at_home(work: Callable[[Path], str]) -> int:
    if os.environ.get(NAMED):
        print(IN_AWS, file=sys.stderr)
        return 1
    try:
        said = work(read(os.environ).home)
    except (UnfitSetting, Overloaded, OSError) as error:
        print(error, file=sys.stderr)
    except Illegal as refusal:
        print(render(refusal.text, refusal.facts), file=sys.stderr)
    else:
        print(said)
        return 0
    return 1
