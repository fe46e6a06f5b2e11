"""What has happened in a game as lines of JSON, for programs: only what their reader may know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import ModuleType
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from engine.kernel import PUBLIC, Reader, Told
from engine.kernel import events as kernel_events
from engine.kernel.event import Event
from engine.kernel.upcast import upcast
from engine.rulesets import ruleset
from host.core import events as host_events
from host.core.context import HostContext
from host.core.session import OVER, Session

MAX_ENTRIES, MAX_BYTES = 100, 256 * 1024  # of one page; the entry that reaches the second is its last
DIALECT = "https://json-schema.org/draft/2020-12/schema"


class EventLine(Struct, omit_defaults=True):
    """One thing told: an event with its facts, or a remark that nobody goes by, which has only its sentence."""

    n: int  # the entry of the game's log
    line: int  # which of its lines that this reader may know, from 0
    says: str
    event: str = ""
    facts: dict[str, Any] = {}
    table: str = ""
    to: str = ""  # the seat that alone was told, or `*` for the host's log
    of: int | None = None  # the line of this entry to which it belongs


class StreamPage(NamedTuple):
    """Some lines, and from which entry on to go on asking."""

    body: bytes
    next: int


def read_page(host: HostContext, session: Session, person: str, since: int, reader: Reader) -> StreamPage:
    """Return what this person was told from entry `since` on; everything, once the game is over."""
    body, rooms = b"", _rooms(session.ruleset)
    for entry in host.store.log(session.id, since, MAX_ENTRIES):
        body += b"".join(_encoded(entry.n, entry.told, _visible(session, person, entry.n, entry.told), rooms, reader))
        since = entry.n + 1
        if len(body) >= MAX_BYTES:
            break
    return StreamPage(body, since)


def _visible(session: Session, person: str, n: int, told: list[Told]) -> list[int]:
    """Return which of these lines this person may know: an own seat's from when they took it on."""
    you = session.at(person)
    mine = {PUBLIC, you.seat} if you and n >= you.since else {PUBLIC}
    return [at for at, each in enumerate(told) if session.stage == OVER or each.to in mine]


def _encoded(
    n: int, told: list[Told], visible: list[int], rooms: tuple[ModuleType, ...], reader: Reader
) -> Iterator[bytes]:
    """Encode lines; they are numbered among those that are seen, so that no number tells of others."""
    numbers = {at: number for number, at in enumerate(visible)}
    for at, number in numbers.items():
        now, says = upcast(rooms, told[at]), reader.say(told[at].text, **told[at].facts)
        event = now.what if now.kind else ""
        of = numbers.get(at - told[at].of) if told[at].of else None
        yield msgspec.json.encode(EventLine(n, number, says, event, now.facts, now.table, now.to, of)) + b"\n"


def _rooms(name: str) -> tuple[ModuleType, ...]:
    return (*ruleset(name).told_before, kernel_events, host_events)


@lru_cache(maxsize=8)
def schema(name: str) -> bytes:
    """Return the JSON Schema of the lines that a game of these rules can have."""
    kinds = [kind for room in _rooms(name) for kind in vars(room).values() if _is_event(kind, room)]
    (line, *refs), parts = msgspec.json.schema_components([EventLine, *kinds])
    events: list[Mapping[str, Any]] = [
        {"properties": {"event": {"const": kind.id}, "facts": ref}, "required": ["event"]}
        for kind, ref in zip(kinds, refs, strict=True)
    ]
    remark = {"not": {"required": ["event"]}}
    whole = {"$schema": DIALECT, "title": name, "allOf": [line], "oneOf": [*events, remark], "$defs": parts}
    return msgspec.json.encode(whole)


def _is_event(kind: object, room: ModuleType) -> bool:
    return isinstance(kind, type) and issubclass(kind, Event) and kind.__module__ == room.__name__
