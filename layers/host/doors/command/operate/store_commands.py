"""`rtab backup|restore|migrate|mend`: copy a host that may be running, move it, put right what is kept."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from engine.kernel import Illegal, format_text
from host.archive import backups
from host.archive.backups import S3, copy_backups, fetch_backup
from host.archive.store_migration import RepairFaults, migrate_store, repair_store
from host.core.context import HostContext
from host.core.store.items import Overloaded
from host.core.store.sqlite import SqliteTable
from host.doors.command.commands import parse_command_line
from host.doors.command.operate.open_games import run_with_store
from host.doors.local import settings
from host.doors.local.settings import (
    STORE_FILE,
    TABLE_PREFIX,
    TABLE_VARIABLE,
    UnfitSetting,
    describe_location,
    find_store_file,
    open_host_at,
    read_settings,
)

IN_AWS = (
    "A table in DynamoDB is backed up by AWS: point-in-time recovery is on. docs/operations.md in the source says more."
)


NO_GAMES_IN_HOME = "There are no games in {home}. Set RTAB_HOME to the host's folder."


BACK = "{home} is as it was then. What was said and done since is not in it; the time since is given back."


def backup(argv: list[str]) -> int:
    """Run `rtab backup`: copy all data as they are now into a file or, if none is named, among the host's own backups
    and to the operator's second place for them; print where, and return the exit code.
    """
    file = parse_command_line("backup", argv, {"[FILE]": "where to; without it, among the host's own backups"}).file

    def make_copy(home: Path) -> str:
        """Copy the database in the folder `home` (which opening converts, if its schema is an older one) to `file` or,
        if none is named, among the host's own backups and to the operator's second place for them. Return where the
        copies are, a line for each; raise UnfitSetting if there is no database, Illegal if the copy fails.
        """
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
        copy_backups(home, settings.backups_to, settings.backups)
        return f"{made}\n{settings.backups_to}/{Path(made).name}"

    return _run_at_home(make_copy)


def restore(argv: list[str]) -> int:
    """Run `rtab restore`: replace the host's data by a backup from a file or S3, and move the earlier data aside; print
    where they are. Return the exit code: 1, with nothing replaced and the reason printed, if a host runs on the data,
    the backup cannot be used, or the data are in AWS.
    """
    source = parse_command_line(
        "restore", argv, {"FILE": "what rtab backup wrote; or its address, s3://BUCKET/KEY"}
    ).file

    def replace_data(home: Path) -> str:
        """Replace the database in the folder `home` by the backup at `source` (a file or an S3 address), moving the
        earlier data aside, and return what to print: where those are now, if there were any. Raise UnfitSetting,
        Illegal or Overloaded, and replace nothing, if a host runs on the folder or the backup cannot be used.
        """
        with settings.hold_lock_if_used(home) as certain, tempfile.TemporaryDirectory() as scratch:
            copy = Path(scratch) / STORE_FILE if source.startswith(S3) else Path(source)
            if source.startswith(S3):
                fetch_backup(source, copy)
            before = backups.restore_backup(copy, home, STORE_FILE, time.time(), alone=certain)
        away = f"What was there is in {before}\n" if before else ""
        return away + BACK.format(home=home)

    return _run_at_home(replace_data)


def _run_at_home(work: Callable[[Path], str]) -> int:
    """Run the function `work` with the folder of the host's data; print the text it returns, or the error, and return
    the exit code, 0 or 1. Where the data are in AWS refuse, with 1.
    """
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


PLACE = "the folder of a host, or table:NAME for a table in DynamoDB"


def run_migrate(argv: list[str]) -> int:
    """Run `rtab migrate`: move all stored data to another place, after which nobody can play at the old one, or without
    a second place convert them where they are; print how many items of each kind. Return the exit code: 2 if both
    places are the same, 1 with the reason if it cannot be done.
    """
    asked = parse_command_line(
        "migrate", argv, {"FROM": PLACE, "[TO]": f"{PLACE}; without it FROM is converted where it is"}
    )
    source, target = getattr(asked, "from"), asked.to
    if source == target:
        print("Everything is there already.", file=sys.stderr)
        return 2
    try:
        moved = _move_store(source, target) if target else _convert_store(source)
    except (UnfitSetting, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    except Illegal as refusal:
        print(format_text(refusal.text, refusal.facts), file=sys.stderr)
        return 1
    for kind, count in sorted(moved.items()):
        print(f"{count:>8} {kind}")
    if target:
        print(
            f"Everything is at {describe_location(target)} now. "
            f"Nobody can play at {describe_location(source)} any more."
        )
    else:
        print(f"Everything at {describe_location(source)} is in the format of this release.")
    return 0


def _move_store(source: str, target: str) -> Counter[str]:
    """Move all data from one host to another, which is made if it is a folder without one, and mark the first as moved;
    return how many items of each kind. Raise UnfitSetting or Illegal if that is not possible.
    """
    with open_host_at(source) as host, open_host_at(target, new=True) as other:
        return migrate_store(host, describe_location(source), other, describe_location(target))


def _convert_store(source: str) -> Counter[str]:
    """Convert a table in DynamoDB to this release's format; return how many items of each kind were converted. For a
    folder return no counts, because it is converted when it is opened. Raise UnfitSetting if there is no such host.
    """
    with open_host_at(source) as host:
        if not source.startswith(TABLE_PREFIX):
            return Counter()
        from host.archive.format_conversion import convert_table  # noqa: PLC0415 - only tables need the extra `aws`
        from host.core.store.dynamo import DynamoTable  # noqa: PLC0415 - likewise

        table = host.store.table
        assert isinstance(table, DynamoTable)  # noqa: S101 - what `table:NAME` opens
        return convert_table(table, describe_location(source), host.now())


LISTS = "lists of games made anew: {}"


CLOCKS = "clocks wound again: {}"


BEYOND_REPAIR = "cannot be read, nor put right from the rest: {}. Bring it back from a backup (rtab restore)"


def run_mend(argv: list[str]) -> int:
    """Run `rtab mend`: check and repair all stored data; return 1 if something stays damaged."""
    parse_command_line("mend", argv, {})
    return run_with_store(_print_repairs)


def _print_repairs(host: HostContext) -> int:
    """Check and repair all stored data, and print what was done; return 1 if something stays damaged, else 0."""
    found = repair_store(host)
    print("\n".join(format_repairs(found)) or "Everything is well.")
    return int(bool(found.unreadable))


def format_repairs(found: RepairFaults) -> list[str]:
    """Format what a repair has found and mended, a line for each kind."""
    kinds = ((LISTS, found.unlisted), (CLOCKS, found.still), (BEYOND_REPAIR, found.unreadable))
    return [text.format(", ".join(some)) for text, some in kinds if some]
