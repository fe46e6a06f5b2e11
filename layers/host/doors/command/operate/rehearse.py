"""`rtab rehearse [--force]`: before a release, play every open game again with the code that is here."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from host.archive.rehearsing import Rehearsal, accept, rehearse
from host.core.context import HostContext
from host.doors.command.line import given
from host.doors.command.operate.open_games import at_work

HELD_BACK = "Nothing should be released like this. FORCE=yes does it all the same, and takes what differs as known."
ACCEPTED = "That is accepted: from now on only other differences count."


def run(argv: list[str]) -> int:
    """Exit code 1 if any game would differ."""
    force = given("rehearse", argv, {"--force": "accept what differs, now and later"}).force
    return at_work(partial(held, force=force))


def held(host: HostContext, *, force: bool) -> int:
    """Rehearse every open game of this host, and say how it goes."""
    found = []
    for each in rehearse(host):
        found.append(each)
        print("\n".join(lines(each)), flush=True)
    failing = sum(each.fails for each in found)
    print(f"{len(found)} open game{'' if len(found) == 1 else 's'}, {failing} of them would differ.")
    if force and failing:
        accept(host, found)
    if failing:
        print(ACCEPTED if force else HELD_BACK)
    return int(failing > 0 and not force)


def lines(found: Rehearsal) -> Iterator[str]:
    """One game."""
    yield f"{found.game}  {found.ruleset:<10} {verdict(found)}"
    for why in found.explained:
        yield f"    explained: {why}"
    for difference in found.differences:
        yield f"    at entry {difference.entry}" if difference.entry < found.entries else "    now"
        yield f"      was  {difference.was}"
        yield f"      is   {difference.now}"


def verdict(found: Rehearsal) -> str:
    """In a word."""
    if found.differences:
        return "differs, as is known" if found.known else "differs"
    if found.explained and not found.why_not:
        return "otherwise only as is explained"
    return found.why_not or f"the same, {found.entries} entries"
