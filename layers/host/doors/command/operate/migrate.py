"""`rtab migrate FROM TO`: move everything from one store to another, each a folder or `table:NAME` in DynamoDB.

`rtab migrate WHERE` converts one store, where it is, to the format of this release.
"""

from __future__ import annotations

import sys
from collections import Counter

from engine.kernel import Illegal, render
from host.archive.store_migration import move
from host.doors.command.line import given
from host.doors.local.open_store import TABLE, at, housed
from host.doors.local.settings import UnfitSetting

PLACE = "the folder of a host, or table:NAME for a table in DynamoDB"


def run(argv: list[str]) -> int:
    """Move everything, and say what that was."""
    asked = given("migrate", argv, {"FROM": PLACE, "[TO]": f"{PLACE}; without it FROM is converted where it is"})
    source, target = getattr(asked, "from"), asked.to
    if source == target:
        print("Everything is there already.", file=sys.stderr)
        return 2
    try:
        moved = _moved(source, target) if target else _converted(source)
    except (UnfitSetting, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    except Illegal as refusal:
        print(render(refusal.text, refusal.facts), file=sys.stderr)
        return 1
    for kind, count in sorted(moved.items()):
        print(f"{count:>8} {kind}")
    if target:
        print(f"Everything is at {housed(target)} now. Nobody can play at {housed(source)} any more.")
    else:
        print(f"Everything at {housed(source)} is in the format of this release.")
    return 0


def _moved(source: str, target: str) -> Counter[str]:
    with at(source) as host, at(target, new=True) as other:
        return move(host, housed(source), other, housed(target))


def _converted(source: str) -> Counter[str]:
    """A folder is converted by whoever opens it."""
    with at(source) as host:
        if not source.startswith(TABLE):
            return Counter()
        from host.archive.converting import convert_table  # noqa: PLC0415 - only tables need the extra `aws`
        from host.core.store.dynamo import DynamoTable  # noqa: PLC0415 - likewise

        table = host.store.table
        assert isinstance(table, DynamoTable)  # noqa: S101 - what `table:NAME` opens
        return convert_table(table, housed(source), host.now())
