"""`rtab talk`: what was said at tables and reported, for the operator; how it is removed, and ended."""

from __future__ import annotations

from host.core.context import HostContext
from host.core.extras import list_added_targets
from host.doors.command.line import parse_command_line
from host.doors.command.operate.open_games import run_with_store

NOTHING_REPORTED = "Nothing of the kind is known: {what}. rtab talk lists what was reported."


def run(argv: list[str]) -> int:
    """Run `rtab talk [WHAT]`: list the remarks that people reported; with a remark's id remove it; with a game's id end
    all talk at its table.
    """
    what = parse_command_line(
        "talk", argv, {"[WHAT]": "a word to remove, or a game at which nobody is to talk any more"}
    ).what
    return run_with_store(lambda host: _end_talk(host, what) if what else _print_reported(host))


def _print_reported(host: HostContext) -> int:
    lists = list_added_targets(host.config.without, lambda extra: extra.list_reported)
    found = [line for list_reported in lists for line in list_reported(host)]
    print(*found, f"{len(found)} reported", sep="\n")
    return 0


def _end_talk(host: HostContext, what: str) -> int:
    """Remove the reported remark of this id, or end all talk at the table of this id; return the exit code."""
    removes = list_added_targets(host.config.without, lambda extra: extra.remove_reported)
    if any(remove(host, what) for remove in removes):
        print(f"Removed: {what}.")
        return 0
    if host.store.load_game(what) is None:
        print(NOTHING_REPORTED.format(what=what))
        return 1
    for end_talk in list_added_targets(host.config.without, lambda extra: extra.on_talk_ended):
        end_talk(host, what)
    print(f"Nobody talks at {what} any more.")
    return 0
