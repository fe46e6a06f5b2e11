"""`rtab rehearse [--force]`: before a release, play every open game again with the code that is here."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from host.archive.rehearsing import Rehearsal, accept_differences, rehearse_games
from host.core.context import HostContext
from host.doors.command.line import parse_command_line
from host.doors.command.operate.open_games import run_with_store

HELD_BACK = "Nothing should be released like this. FORCE=yes does it all the same, and takes what differs as known."
ACCEPTED = "That is accepted: from now on only other differences count."


def run(argv: list[str]) -> int:
    """Run `rtab rehearse [--force]`: play every open game again with this release; return 1 if any would differ."""
    force = parse_command_line("rehearse", argv, {"--force": "accept what differs, now and later"}).force
    return run_with_store(partial(rehearse_host, force=force))


def rehearse_host(host: HostContext, *, force: bool) -> int:
    """Rehearse all open games of this host and print the results; return 1 if the release should be held back."""
    found = []
    for each in rehearse_games(host):
        found.append(each)
        print("\n".join(format_rehearsal(each)), flush=True)
    failing = sum(each.fails for each in found)
    print(f"{len(found)} open game{'' if len(found) == 1 else 's'}, {failing} of them would differ.")
    if force and failing:
        accept_differences(host, found)
    if failing:
        print(ACCEPTED if force else HELD_BACK)
    return int(failing > 0 and not force)


def format_rehearsal(found: Rehearsal) -> Iterator[str]:
    """Format the result of rehearsing one game, as lines."""
    yield f"{found.game}  {found.ruleset:<10} {format_verdict(found)}"
    for why in found.explained:
        yield f"    explained: {why}"
    for difference in found.differences:
        yield f"    at entry {difference.entry}" if difference.entry < found.entries else "    now"
        yield f"      was  {difference.was}"
        yield f"      is   {difference.now}"


def format_verdict(found: Rehearsal) -> str:
    """Format the result of rehearsing a game in a few words."""
    if found.differences:
        return "differs, as is known" if found.known else "differs"
    if found.explained and not found.why_not:
        return "otherwise only as is explained"
    return found.why_not or f"the same, {found.entries} entries"
