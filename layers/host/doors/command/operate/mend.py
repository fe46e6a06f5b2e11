"""`rtab mend`: look at everything that is kept, and put right what can be put right from the rest."""

from __future__ import annotations

from host.archive.mending import RepairFaults, mend
from host.core.context import HostContext
from host.doors.command.line import given
from host.doors.command.operate.open_games import at_work

LISTS = "lists of games made anew: {}"
CLOCKS = "clocks wound again: {}"
LOST = "cannot be read, nor put right from the rest: {}. Bring it back from a backup (rtab restore)"


def run(argv: list[str]) -> int:
    """Exit code 1 if something stays damaged."""
    given("mend", argv, {})
    return at_work(_mended)


def _mended(host: HostContext) -> int:
    found = mend(host)
    print("\n".join(lines(found)) or "Everything is well.")
    return int(bool(found.unreadable))


def lines(found: RepairFaults) -> list[str]:
    """What was found, a line each."""
    kinds = ((LISTS, found.unlisted), (CLOCKS, found.still), (LOST, found.unreadable))
    return [text.format(", ".join(some)) for text, some in kinds if some]
