"""What has happened in a game as lines of JSON, for programs: only what their reader may know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import ModuleType
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from engine.kernel import PUBLIC, Reader, Told, format_told
from engine.kernel import events as kernel_events
from engine.kernel.event import Event
from engine.kernel.old_sentences import upcast_told_by_modules
from engine.rulesets import ruleset
from host.core import events as host_events
from host.core.context import HostContext
from host.core.session import OVER, LogEntry, Session

MAX_ENTRIES, MAX_BYTES = 100, 256 * 1024  # of one page; the entry that reaches the second is its last
JSON_SCHEMA_DIALECT = "https://json-schema.org/draft/2020-12/schema"


class EventLine(Struct, omit_defaults=True):
    """One told line as JSON: an event with its facts, or only a sentence."""

    n: int  # the entry of the game's log
    line: int  # which of its lines that this reader may know, from 0
    says: str
    event: str = ""
    facts: dict[str, Any] = {}
    table: str = ""
    to: str = ""  # the seat that alone was told, or `*` for the host's log
    of: int | None = None  # the line of this entry to which it belongs


class StreamPage(NamedTuple):
    """A page of lines, and the entry at which the next page begins."""

    body: bytes
    next: int


def read_event_page(host: HostContext, session: Session, person: str, since: int, reader: Reader) -> StreamPage:
    """Return a page of a game's events as JSON lines, from log entry number `since` on: those that this person may
    know, or all once the game is over.
    """
    body = b""
    for entry in host.store.load_log(session.id, since, MAX_ENTRIES):
        body += b"".join(
            msgspec.json.encode(line) + b"\n" for line in _iter_entry_lines(session, person, entry, reader)
        )
        since = entry.n + 1
        if len(body) >= MAX_BYTES:
            break
    return StreamPage(body, since)


def list_event_lines(
    host: HostContext, session: Session, person: str, since: int, reader: Reader, limit: int
) -> tuple[list[EventLine], int]:
    """Return the lines that this person may know of up to `limit` entries of a game's log, from number `since` on, and
    the number at which to go on.
    """
    log = host.store.load_log(session.id, since, limit)
    lines = [line for entry in log for line in _iter_entry_lines(session, person, entry, reader)]
    return lines, log[-1].n + 1 if log else since


def _list_visible_lines(session: Session, person: str, n: int, told: list[Told]) -> list[int]:
    """Return the indices of the announcements of log entry `n` that this person may know: public ones, those to their
    seat if they had it by then, and all once the game is over.
    """
    you = session.find_player_of(person)
    mine = {PUBLIC, you.seat} if you and n >= you.since else {PUBLIC}
    return [at for at, each in enumerate(told) if session.stage == OVER or each.to in mine]


def _iter_entry_lines(session: Session, person: str, entry: LogEntry, reader: Reader) -> Iterator[EventLine]:
    """Yield the announcements of a log entry that this person may know, numbered among themselves, so that no number
    reveals hidden ones.
    """
    rooms, told = _list_event_modules(session.ruleset), entry.told
    numbers = {at: number for number, at in enumerate(_list_visible_lines(session, person, entry.n, told))}
    for at, number in numbers.items():
        now, says = upcast_told_by_modules(rooms, told[at]), format_told(told[at], reader)
        event = now.what if now.kind else ""
        of = numbers.get(at - told[at].of) if told[at].of else None
        yield EventLine(entry.n, number, says, event, now.facts, now.table, now.to, of)


def _list_event_modules(name: str) -> tuple[ModuleType, ...]:
    """Return the modules that define the events a game of this ruleset can announce."""
    return (*ruleset(name).told_before, kernel_events, host_events)


@lru_cache(maxsize=8)
def build_event_schema(name: str) -> bytes:
    """Return the JSON Schema of a ruleset's event lines."""
    kinds = [kind for room in _list_event_modules(name) for kind in vars(room).values() if _is_event_class(kind, room)]
    (line, *refs), parts = msgspec.json.schema_components([EventLine, *kinds])
    events: list[Mapping[str, Any]] = [
        {"properties": {"event": {"const": kind.id}, "facts": ref}, "required": ["event"]}
        for kind, ref in zip(kinds, refs, strict=True)
    ]
    remark = {"not": {"required": ["event"]}}
    whole = {"$schema": JSON_SCHEMA_DIALECT, "title": name, "allOf": [line], "oneOf": [*events, remark], "$defs": parts}
    return msgspec.json.encode(whole)


def _is_event_class(kind: object, room: ModuleType) -> bool:
    return isinstance(kind, type) and issubclass(kind, Event) and kind.__module__ == room.__name__
