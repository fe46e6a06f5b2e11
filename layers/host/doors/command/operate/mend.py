"""`rtab mend`: look at everything that is kept, and put right what can be put right from the rest."""

from __future__ import annotations

from host.archive.store_repair import RepairFaults, repair_store
from host.core.context import HostContext
from host.doors.command.line import parse_command_line
from host.doors.command.operate.open_games import run_with_store

LISTS = "lists of games made anew: {}"
CLOCKS = "clocks wound again: {}"
BEYOND_REPAIR = "cannot be read, nor put right from the rest: {}. Bring it back from a backup (rtab restore)"


def run(argv: list[str]) -> int:
    """Run `rtab mend`: check and repair all stored data; return 1 if something stays damaged."""
    parse_command_line("mend", argv, {})
    return run_with_store(_print_repairs)


def _print_repairs(host: HostContext) -> int:
    found = repair_store(host)
    print("\n".join(format_repairs(found)) or "Everything is well.")
    return int(bool(found.unreadable))


def format_repairs(found: RepairFaults) -> list[str]:
    """Format what a repair has found and mended, a line for each kind."""
    kinds = ((LISTS, found.unlisted), (CLOCKS, found.still), (BEYOND_REPAIR, found.unreadable))
    return [text.format(", ".join(some)) for text, some in kinds if some]
