"""`rtab backup [FILE]` and `rtab restore FILE`: a copy of a host that may be running, and a host from such a copy."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from engine.kernel import Illegal, format_text
from host.archive import backups
from host.archive.backups import S3, copy_backups, fetch_backup
from host.core.store.items import Overloaded
from host.core.store.sqlite import SqliteTable
from host.doors.command.line import parse_command_line
from host.doors.local import open_store
from host.doors.local.open_store import TABLE_VARIABLE, find_store_file
from host.doors.local.settings import STORE_FILE, UnfitSetting, read_settings

IN_AWS = (
    "A table in DynamoDB is backed up by AWS: point-in-time recovery is on. docs/operations.md in the source says more."
)
NO_GAMES_IN_HOME = "There are no games in {home}. Set RTAB_HOME to the host's folder."
BACK = "{home} is as it was then. What was said and done since is not in it; the time since is given back."


def backup(argv: list[str]) -> int:
    """Run `rtab backup`: copy all data as they are now, into the host's folder or into a file."""
    file = parse_command_line("backup", argv, {"[FILE]": "where to; without it, among the host's own backups"}).file

    def make_copy(home: Path) -> str:
        if not find_store_file(home).exists():
            raise UnfitSetting(NO_GAMES_IN_HOME.format(home=home))
        table = SqliteTable(find_store_file(home))
        try:
            made = str(
                backups.create_backup(table, Path(file) if file else backups.make_backup_path(home, time.time()))
            )
        finally:
            table.close()
        settings = read_settings(os.environ)
        if file or not settings.backups_to:
            return made
        copy_backups(home, settings.backups_to, max(1, settings.backups))
        return f"{made}\n{settings.backups_to}/{Path(made).name}"

    return _run_at_home(make_copy)


def restore(argv: list[str]) -> int:
    """Run `rtab restore`: replace the host's data by a backup; the earlier data are moved aside."""
    source = parse_command_line(
        "restore", argv, {"FILE": "what rtab backup wrote; or its address, s3://BUCKET/KEY"}
    ).file

    def replace_data(home: Path) -> str:
        with open_store.hold_lock_if_used(home) as certain, tempfile.TemporaryDirectory() as scratch:
            copy = Path(scratch) / STORE_FILE if source.startswith(S3) else Path(source)
            if source.startswith(S3):
                fetch_backup(source, copy)
            before = backups.restore_backup(copy, home, STORE_FILE, time.time(), alone=certain)
        away = f"What was there is in {before}\n" if before else ""
        return away + BACK.format(home=home)

    return _run_at_home(replace_data)


def _run_at_home(work: Callable[[Path], str]) -> int:
    """Run a function with the folder of the host's data; print its result or the error, and return the exit code."""
    if os.environ.get(TABLE_VARIABLE):
        print(IN_AWS, file=sys.stderr)
        return 1
    try:
        said = work(read_settings(os.environ).home)
    except (UnfitSetting, Overloaded, OSError) as error:
        print(error, file=sys.stderr)
    except Illegal as refusal:
        print(format_text(refusal.text, refusal.facts), file=sys.stderr)
    else:
        print(said)
        return 0
    return 1
