"""`rtab migrate FROM TO`: move everything from one store to another, each a folder or `table:NAME` in DynamoDB.

`rtab migrate WHERE` converts one store, where it is, to the format of this release.
"""

from __future__ import annotations

import sys
from collections import Counter

from engine.kernel import Illegal, format_text
from host.archive.store_migration import migrate_store
from host.doors.command.line import parse_command_line
from host.doors.local.open_store import TABLE_PREFIX, describe_location, open_host_at
from host.doors.local.settings import UnfitSetting

PLACE = "the folder of a host, or table:NAME for a table in DynamoDB"


def run(argv: list[str]) -> int:
    """Run `rtab migrate`: move or convert all stored data, and print how much of what."""
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
    with open_host_at(source) as host, open_host_at(target, new=True) as other:
        return migrate_store(host, describe_location(source), other, describe_location(target))


def _convert_store(source: str) -> Counter[str]:
    """Convert a table in DynamoDB to this release's format; return the counts. A folder is
    converted when it is opened.
    """
    with open_host_at(source) as host:
        if not source.startswith(TABLE_PREFIX):
            return Counter()
        from host.archive.format_conversion import convert_table  # noqa: PLC0415 - only tables need the extra `aws`
        from host.core.store.dynamo import DynamoTable  # noqa: PLC0415 - likewise

        table = host.store.table
        assert isinstance(table, DynamoTable)  # noqa: S101 - what `table:NAME` opens
        return convert_table(table, describe_location(source), host.now())
