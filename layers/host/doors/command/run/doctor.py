"""`rtab doctor`: is everything as the host needs it? Each line says OK, or what to do."""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from engine.kernel import Illegal, format_text
from host import VERSION
from host.archive.backups import list_backups, list_copied_backups
from host.archive.store_migration import RepairFaults, check_store, clear_stale_marks
from host.core.cards import dealt_cards
from host.core.context import HostContext
from host.core.extras import import_target
from host.core.store.items import DUE, Overloaded
from host.core.store.sqlite import SCHEMA, SqliteTable
from host.core.store.store import Store
from host.doors.command.commands import parse_command_line
from host.doors.local.settings import (
    TABLE_VARIABLE,
    LocalSettings,
    UnfitSetting,
    find_store_file,
    list_setting_names,
    open_configured_host,
    read_settings,
)
from host.doors.registry import list_doors
from host.shown.picture.fonts import CJK_FONT, CJK_PACKAGE, find_font_file
from host.shown.words import list_languages

OLDEST_BEAT = 60.0
OLDEST_BACKUP = 49.0  # hours
OLD = "The host makes one a day while it runs; is there room on the disk? Make one: rtab backup"
OLDEST_SWEEP = 180.0
NONE_COPIED = "none yet (rtab backup tries it)"
NOT_COPIED = "The newest is not there. To learn why: rtab backup"
CURE = "its games stand still, all others go on. rtab mend, or bring it back from a backup: rtab restore"
NOTHING_STORED = (
    "Nothing was ever kept here. Start it: rtab play. If this is a copy of a running host's file, it is none: make one "
    "with rtab backup, and bring it here with rtab restore"
)
STORE_HAS_MOVED = (
    "Everything has moved; it is at {moved}, and no host starts here. Look there, or set RTAB_HOME to a new folder"
)
MISSING_FONT = f", as a sign; to draw them: pip install {CJK_PACKAGE}"
EARLIEST = 1_700_000_000.0  # no host runs before this was written
DoctorFinding = tuple[str, str]  # what was looked at, and what to do about it; nothing to do is well


def run_doctor(argv: list[str]) -> int:
    """Run `rtab doctor`: print what was checked and what to do about it, or OK; return 0 if there is nothing to do,
    else 1. In a folder's database, what cannot be read is marked as damaged meanwhile, and marks that no longer hold
    are removed (these in a DynamoDB table, too).
    """
    parse_command_line("doctor", argv, {}, f"It reads {list_setting_names()}.")
    try:
        settings = read_settings(os.environ)
    except UnfitSetting as error:
        print(f"settings: {error}")
        return 1
    ill = 0
    for what, cure in iter_doctor_findings(settings):
        ill += bool(cure)
        print(f"{what}: {cure or 'OK'}", flush=True)
    ill += sum(import_target(door.doctor)() for door in list_doors() if door.doctor and door.name in settings.accounts)
    return int(ill > 0)


def iter_doctor_findings(settings: LocalSettings) -> Iterator[DoctorFinding]:
    """Yield the findings of all checks that `rtab doctor` makes, except those that platforms with an account make and
    print themselves. In a folder's database unreadable items are marked as damaged and marks of those readable again
    removed; in a DynamoDB table only such marks are removed.
    """
    yield from describe_program(settings)
    if name := os.environ.get(TABLE_VARIABLE, ""):
        yield from check_table(name)
    else:
        yield f"folder {settings.home.resolve()}", check_folder(settings.home)
        yield from check_database(find_store_file(settings.home))
        yield from check_backups_and_log(settings)
        if settings.backups_to:
            yield check_copies_of_backups(settings)
    yield check_machine_clock()
    yield from iter_absent_doors(settings)


def describe_program(settings: LocalSettings) -> Iterator[DoctorFinding]:
    """Yield findings about the program itself, for information only: the release, the settings, the languages, and
    whether names in Chinese, Japanese and Korean can be drawn.
    """
    yield f"release {VERSION}, Python {sys.version.split()[0]}", ""
    yield f"settings, port {settings.port}", ""
    yield f"languages {', '.join(list_languages())}", ""
    yield f"names in Chinese, Japanese and Korean on pictures{'' if find_font_file(CJK_FONT) else MISSING_FONT}", ""


def check_machine_clock() -> DoctorFinding:
    """Return a finding on whether the machine's clock shows a possible time, and how to set it if it is years slow."""
    slow = "The machine's clock is years slow. Set it: timedatectl set-ntp true"
    return "clock", "" if time.time() > EARLIEST else slow


def iter_absent_doors(settings: LocalSettings) -> Iterator[DoctorFinding]:
    """Yield, for information only, a finding for each platform that needs an account of its own and has none on this
    host.
    """
    yield from ((door.alone, "") for door in list_doors() if door.alone and door.name not in settings.accounts)


def iter_findings_while_running(settings: LocalSettings, host: HostContext) -> Iterator[DoctorFinding]:
    """Yield the findings that a running host can make about itself and its platforms, without opening its store a
    second time: pairs of what was looked at and what to do about it, which is empty if all is well. Unreadable items
    are marked as damaged in the store, and marks of items readable again removed. Copies of backups are left out,
    because a request for this would wait for the network.
    """
    yield from describe_program(settings)
    yield f"folder {settings.home.resolve()}", check_folder(settings.home)
    if isinstance(host.store.table, SqliteTable):
        yield f"database {host.store.table.path}, schema {SCHEMA}", host.store.table.find_file_fault()
    yield from check_contents(host)
    yield from check_backups_and_log(settings)
    yield check_machine_clock()
    yield from iter_absent_doors(settings)
    for door in list_doors():
        if door.name in settings.accounts and door.findings:
            yield from import_target(door.findings)(host, settings.accounts[door.name])
        elif door.name in settings.accounts and door.doctor:
            yield f"{door.title}, examined by rtab {door.name} doctor alone", ""


def check_table(name: str) -> Iterator[DoctorFinding]:
    """Yield findings about the DynamoDB table of RTAB_TABLE, which they call `name`: whether it can be used, what is
    marked as damaged (marks of damage that has gone are removed first), how many quiz questions were reported, if any,
    and when games were last checked for deadlines. If it cannot be used or everything was moved elsewhere, that is the
    only finding.
    """
    try:
        with open_configured_host() as host:
            if moved := host.store.load_new_address():
                yield f"table {name}", STORE_HAS_MOVED.format(moved=moved)
                return
            yield f"table {name}", ""
            marks = clear_stale_marks(host)
            yield "what is kept", format_damage(RepairFaults(unreadable=marks))
            yield from check_question_reports(host)
            resting = not host.store.table.due_before(DUE, math.inf, limit=1)
            yield (
                ("heartbeat, at rest", "")
                if resting
                else check_sweep_heartbeat(host.store.load_last_beat(), time.time())
            )
    except UnfitSetting as error:
        yield f"table {name}", str(error)


def check_sweep_heartbeat(last: float, now: float) -> DoctorFinding:
    """Return a finding on when games were last checked for deadlines (`last`, 0 for never), which happens every minute
    while a clock runs; `now` is the present time.
    """
    age = f"{now - last:.0f} s ago" if last else "never"
    return f"heartbeat {age}", "" if now - last < OLDEST_SWEEP else "The sweep does not come: read the clock's log."


def check_folder(home: Path) -> str:
    """Return the reason why games cannot be stored in this folder, or an empty string. Of a folder that is not there
    yet, look at the one above it; create nothing.
    """
    there = home if home.exists() else home.absolute().parent
    if not there.is_dir():
        return f"{there} is no folder. Create it, or set RTAB_HOME to one."
    return "" if os.access(there, os.W_OK) else f"{there} cannot be written to. Give it to this user, or set RTAB_HOME."


def check_database(path: Path) -> Iterator[DoctorFinding]:
    """Yield findings about the SQLite database: that there is none yet; or whether it opens (which converts one of an
    older schema) and is sound, and what is in it; unreadable items are then marked there as damaged, and marks of those
    readable again removed.
    """
    if not path.exists():
        yield "database, none yet: the first rtab play makes it", ""
        return
    try:
        table = SqliteTable(path)
    except Overloaded as error:
        yield f"database {path}", f"It does not open: {error}"
        return
    with closing(table):
        trouble = table.find_file_fault()
        yield f"database {path}, schema {SCHEMA}", trouble
        if not trouble:
            yield from check_contents(HostContext(Store(table)))


def check_contents(host: HostContext) -> Iterator[DoctorFinding]:
    """Yield findings about the stored data: what is damaged (which is marked, and old marks are removed), when a host
    last ran on them, and how many quiz questions people reported, if any; or, if they were moved to another store, that
    alone.
    """
    if moved := host.store.load_new_address():
        yield "what was kept", STORE_HAS_MOVED.format(moved=moved)
        return
    last, games = host.store.load_last_beat(), sum(1 for _ in host.store.iter_sessions())
    yield f"what is kept, {games} game{'' if games == 1 else 's'}", format_damage(check_store(host))
    yield check_host_heartbeat(last, time.time()) if last or games else ("heartbeat never", NOTHING_STORED)
    yield from check_question_reports(host)


def check_question_reports(host: HostContext) -> Iterator[DoctorFinding]:
    """Yield a finding on how many quiz questions people reported, if any; they do no harm, but somebody should look."""
    if many := dealt_cards.count_reported_cards(host):
        yield f"questions reported {many}, rtab bank reports lists them", ""


def format_damage(found: RepairFaults) -> str:
    """Format which stored data are damaged, and what to do about it; an empty string if none are."""
    lost = f"{', '.join(found.unreadable)} cannot be read: {CURE}" if found.unreadable else ""
    lists = f"{len(found.unlisted)} lists and {len(found.still)} clocks do not fit: rtab mend puts them right"
    return ". ".join(filter(None, [lost, lists if found.unlisted or found.still else ""]))


def check_backups_and_log(settings: LocalSettings) -> Iterator[DoctorFinding]:
    """Yield findings about the backups and, if it is set, about the file RTAB_LOG_FILE; create nothing."""
    yield check_backups(settings)
    if settings.log_file:
        yield f"log {settings.log_file}", check_log_file(Path(settings.log_file))


def check_copies_of_backups(settings: LocalSettings) -> DoctorFinding:
    """Return a finding on whether the newest backup, if there is one, was copied to RTAB_BACKUPS_TO, and why that place
    cannot be read.
    """
    place = f"copies of backups in {settings.backups_to}"
    try:
        there = list_copied_backups(settings.backups_to)
    except Illegal as error:
        return place, format_text(error.text, error.facts)
    missing = {file.name for file in list_backups(settings.home)[-1:]} - there
    return f"{place}, {len(there) or NONE_COPIED}", NOT_COPIED if missing else ""


def check_log_file(file: Path) -> str:
    """Return the reason why this file, or a new one of its name, cannot be written to, or an empty string."""
    there = file if file.exists() else file.absolute().parent
    fits = there.is_dir() == (there != file) and os.access(there, os.W_OK)
    return "" if fits else "It cannot be written to, and no host starts. Set RTAB_LOG_FILE to another file."


def check_backups(settings: LocalSettings) -> DoctorFinding:
    """Return a finding for `rtab doctor` on how old the newest backup is, and what to do if it is too old; nothing is
    to be done if there are none yet or they are switched off.
    """
    found = list_backups(settings.home)
    if not found or not settings.backups:
        return ("backups, none yet" if settings.backups else "backups, switched off"), ""
    age = (time.time() - found[-1].stat().st_mtime) / 3600
    return f"backups {len(found)}, the newest {age:.0f} h old", "" if age < OLDEST_BACKUP else OLD


def check_host_heartbeat(last: float, now: float) -> DoctorFinding:
    """Return a finding for `rtab doctor` on when a running host last recorded that it is alive (`last`, 0 for never),
    which it does every few seconds; something is to be done if that is too long ago, or well after `now`, the present
    time.
    """
    if last > now + OLDEST_BEAT:
        return (
            "heartbeat",
            f"The last one is {last - now:.0f} s ahead of the clock. Set it if it is wrong; a host goes by it.",
        )
    age = f"{now - last:.0f} s ago" if last else "never"
    return f"heartbeat {age}", "" if now - last < OLDEST_BEAT else "No host runs here now. Start it: rtab play"
