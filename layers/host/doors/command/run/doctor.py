"""`rtab doctor`: is everything as the host needs it? Each line says OK, or what to do."""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from host import VERSION
from host.archive.backups import in_order
from host.archive.mending import RepairFaults, forgive, looked_over
from host.core.cards import dealt_cards
from host.core.context import HostContext
from host.core.store.commit import DUE
from host.core.store.items import Overloaded
from host.core.store.sqlite import SCHEMA, SqliteTable
from host.core.store.store import Store
from host.doors.command.line import given
from host.doors.local.open_store import NAMED, kept_in, opened
from host.doors.local.settings import Settings, UnfitSetting, names, read
from host.doors.registry import doors, load
from host.shown.words import languages

OLDEST_BEAT = 60.0
OLDEST_BACKUP = 49.0  # hours
OLD = "The host makes one a day while it runs; is there room on the disk? Make one: rtab backup"
OLDEST_SWEEP = 180.0
CURE = "its games stand still, all others go on. rtab mend, or bring it back from a backup: rtab restore"
EMPTY = (
    "Nothing was ever kept here. If this is a copy of a running host's file, it is none: make one with rtab backup, "
    "and bring it here with rtab restore"
)
MOVED = "Everything has moved; it is at {moved}, and no host starts here. Look there, or set RTAB_HOME to a new folder"
EARLIEST = 1_700_000_000.0  # no host runs before this was written
Finding = tuple[str, str]  # what was looked at, and what to do about it; nothing to do is well


def run(argv: list[str]) -> int:
    """Exit code 0 only if there is nothing to do."""
    given("doctor", argv, {}, f"It reads {names()}.")
    try:
        settings = read(os.environ)
    except UnfitSetting as error:
        print(f"settings: {error}")
        return 1
    ill = 0
    for what, cure in findings(settings):
        ill += bool(cure)
        print(f"{what}: {cure or 'OK'}", flush=True)
    ill += sum(load(door.doctor)() for door in doors() if door.doctor and door.name in settings.accounts)
    return int(ill > 0)


def findings(settings: Settings) -> Iterator[Finding]:
    """Look at one thing after the other."""
    yield f"release {VERSION}, Python {sys.version.split()[0]}", ""
    yield f"settings, port {settings.port}", ""
    yield f"languages {', '.join(languages())}", ""
    if name := os.environ.get(NAMED, ""):
        yield from table(name)
    else:
        yield f"folder {settings.home.resolve()}", folder(settings.home)
        yield from database(kept_in(settings.home))
        yield copies(settings)
    yield (
        "clock",
        "" if time.time() > EARLIEST else "The machine's clock is years slow. Set it: timedatectl set-ntp true",
    )
    yield from ((door.alone, "") for door in doors() if door.alone and door.name not in settings.accounts)


def table(name: str) -> Iterator[Finding]:
    """Is it there, may we use it, and when did the sweep last come by?"""
    try:
        with opened() as host:
            if moved := host.store.moved():
                yield f"table {name}", MOVED.format(moved=moved)
                return
            yield f"table {name}", ""
            marks = forgive(host)
            yield "what is kept", kept(RepairFaults(unreadable=marks))
            yield from doubts(host)
            resting = not host.store.table.due_before(DUE, math.inf, limit=1)
            yield ("heartbeat, at rest", "") if resting else sweep(host.store.last_beat(), time.time())
    except UnfitSetting as error:
        yield f"table {name}", str(error)


def sweep(last: float, now: float) -> Finding:
    """The sweep of every minute gives the sign of life, as long as a clock runs."""
    age = f"{now - last:.0f} s ago" if last else "never"
    return f"heartbeat {age}", "" if now - last < OLDEST_SWEEP else "The sweep does not come: read the clock's log."


def folder(home: Path) -> str:
    """Can games be kept there?"""
    there = home if home.exists() else home.absolute().parent
    if not there.is_dir():
        return f"{there} is no folder. Create it, or set RTAB_HOME to one."
    return "" if os.access(there, os.W_OK) else f"{there} cannot be written to. Give it to this user, or set RTAB_HOME."


def database(path: Path) -> Iterator[Finding]:
    """Does it open, is it sound, and when did a host last run on it?"""
    if not path.exists():
        yield "database, none yet: the first rtab play makes it", ""
        return
    try:
        table = SqliteTable(path)
    except Overloaded as error:
        yield f"database {path}", f"It does not open: {error}"
        return
    with closing(table):
        trouble = table.trouble()
        yield f"database {path}, schema {SCHEMA}", trouble
        if not trouble:
            yield from inside(HostContext(Store(table)))


def inside(host: HostContext) -> Iterator[Finding]:
    """What is in it? A copy of a running host's file may hold nothing at all."""
    if moved := host.store.moved():
        yield "what was kept", MOVED.format(moved=moved)
        return
    last, games = host.store.last_beat(), sum(1 for _ in host.store.sessions())
    yield f"what is kept, {games} game{'' if games == 1 else 's'}", kept(looked_over(host))
    yield heartbeat(last, time.time()) if last or games else ("heartbeat never", EMPTY)
    yield from doubts(host)


def doubts(host: HostContext) -> Iterator[Finding]:
    """Questions that players find wrong do no harm to the host, but somebody should look."""
    if many := dealt_cards.reported(host):
        yield f"questions reported {many}, rtab bank reports lists them", ""


def kept(found: RepairFaults) -> str:
    """What is damaged, and what to do about it."""
    lost = f"{', '.join(found.unreadable)} cannot be read: {CURE}" if found.unreadable else ""
    lists = f"{len(found.unlisted)} lists and {len(found.still)} clocks do not fit: rtab mend puts them right"
    return ". ".join(filter(None, [lost, lists if found.unlisted or found.still else ""]))


def copies(settings: Settings) -> Finding:
    """Is there a copy of everything that is not old?"""
    found = in_order(settings.home)
    if not found or not settings.backups:
        return ("backups, none yet" if settings.backups else "backups, switched off"), ""
    age = (time.time() - found[-1].stat().st_mtime) / 3600
    return f"backups {len(found)}, the newest {age:.0f} h old", "" if age < OLDEST_BACKUP else OLD


def heartbeat(last: float, now: float) -> Finding:
    """A host that runs gives a sign of life every few seconds."""
    if last > now + OLDEST_BEAT:
        return (
            "heartbeat",
            f"The last one is {last - now:.0f} s ahead of the clock. Set it if it is wrong; a host goes by it.",
        )
    age = f"{now - last:.0f} s ago" if last else "never"
    return f"heartbeat {age}", "" if now - last < OLDEST_BEAT else "No host runs here now. Start it: rtab play"
