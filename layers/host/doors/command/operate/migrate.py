"""`rtab migrate FROM TO`: move everything from one store to another, each a folder or `table:NAME` in DynamoDB."""

from __future__ import annotations

import sys

from engine.kernel import Illegal, render
from host.archive.store_migration import move
from host.doors.command.line import given
from host.doors.local.open_store import at, housed
from host.doors.local.settings import UnfitSetting

PLACE = "the folder of a host, or table:NAME for a table in DynamoDB"


def run(argv: list[str]) -> int:
    """Move everything, and say what that was."""
    asked = given("migrate", argv, {"FROM": PLACE, "TO": PLACE})
    source, target = getattr(asked, "from"), asked.to
    if source == target:
        print("Everything is there already.", file=sys.stderr)
        return 2
    try:
        with at(source) as host, at(target, new=True) as other:
            moved = move(host, housed(source), other, housed(target))
    except (UnfitSetting, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    except Illegal as refusal:
        print(render(refusal.text, refusal.facts), file=sys.stderr)
        return 1
    for kind, count in sorted(moved.items()):
        print(f"{count:>8} {kind}")
    print(f"Everything is at {housed(target)} now. Nobody can play at {housed(source)} any more.")
    return 0
