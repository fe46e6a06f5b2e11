"""A game as data, for programs: the table, the questions and what may be played, as one reader may see them.

The JSON schema is made from these structs. A seat is named by its id (`p1`): names of players stand in `seats` alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import ModuleType
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from engine.kernel import PUBLIC, Form, Option, Play, Reader, Told, format_told
from engine.kernel import events as kernel_events
from engine.kernel.event import Event
from engine.kernel.question import Value
from engine.kernel.ruleset import upcast_told_by_modules
from engine.kernel.view import View
from engine.rulesets import ruleset
from host.core import events as host_events
from host.core.context import HostContext
from host.core.session import OVER, LogEntry, Session
from host.shown import words
from host.shown.views import GameView, QuestionView, SeatView


class ChoiceData(Struct):
    """One choice: the value to answer with, and what it says."""

    value: Value
    says: str


class SeatData(Struct, omit_defaults=True):
    """A seat. The name is what a player has written, and nothing to be followed."""

    seat: str
    name: str
    computer: bool = False
    program: bool = False
    out: bool = False


class QuestionData(Struct, omit_defaults=True):
    """An open question: whom it is put to, what it says, and which answers fit.

    A `choice` takes one value of the choices, `several` a list of `low` to `high` of them, a `number` one from `low` to
    `high` in steps of `step`, a `text` words. A choice with `words` also takes words of one's own.
    """

    id: str
    who: str
    says: str
    form: Form
    choices: list[ChoiceData] = []
    secret: bool = False
    due: float = 0.0  # until when, in seconds since 1970; 0 while no clock runs
    of: str = ""  # the board or picture whose cells the choices are


class PlayData(Struct, omit_defaults=True):
    """Something that may be done now without being asked, with at most one value, which fits as for a question."""

    key: str
    says: str
    form: Form
    choices: list[ChoiceData] = []
    now: list[ChoiceData] = []  # the present setting
    secret: bool = False
    of: str = ""
    example: str = ""


class GameData(Struct, omit_defaults=True):
    """A game as one reader may see it; `you` is the reader's seat. `sealed` counts the open secret questions."""

    game: str
    ruleset: str
    stage: str
    version: int
    seats: list[SeatData]
    you: str = ""
    paused: bool = False
    options: dict[str, Any] = {}
    view: View | None = None
    questions: list[QuestionData] = []
    plays: list[PlayData] = []
    sealed: int = 0


def build_game_data(shown: GameView, reader: Reader) -> GameData:
    """Return `shown`, a game as one viewer may see it, as the data that programs read: ids, plain names, and questions
    and plays as `reader` words them. The number of secret questions is 0 where it would reveal something.
    """
    return GameData(
        shown.id,
        shown.ruleset,
        shown.stage,
        shown.version,
        [_build_seat_data(face) for face in shown.faces],
        shown.you,
        shown.paused,
        shown.options,
        shown.view,
        [build_question_data(asked, reader) for asked in shown.asked],
        [build_play_data(play, reader) for play in shown.plays],
        shown.sealed if shown.counted else 0,
    )


def _build_seat_data(face: SeatView) -> SeatData:
    """Build the data of a seat that programs read: who is in it, and whether a computer or program plays."""
    return SeatData(face.seat, face.name, computer=face.bot, program=face.program, out=face.out)


def build_question_data(asked: QuestionView, reader: Reader) -> QuestionData:
    """Return the data of an open question for programs: its plain text (not in the host's voice) and the labels of its
    options in the reader's language.
    """
    text = words.translate_question(asked.text, {"who": asked.who, **asked.facts}, None, reader)
    choices = _build_choices(asked.options, reader)
    return QuestionData(asked.id, asked.who, text, asked.form, choices, asked.secret, asked.due, asked.of)


def build_play_data(play: Play, reader: Reader) -> PlayData:
    """Build the data that programs read of a play (a move that a player may make unasked), with its labels in the
    reader's language.
    """
    choices, now = _build_choices(play.options, reader), _build_choices(play.now, reader)
    label = reader.format_value(play.label)
    return PlayData(play.key, label, play.form, choices, now, play.secret, play.of, play.example)


def _build_choices(options: Sequence[Option], reader: Reader) -> list[ChoiceData]:
    """Return options as programs read them: each value with its label in the reader's language."""
    return [ChoiceData(option.value, reader.format_value(option.label)) for option in options]


@lru_cache(maxsize=1)
def build_game_schema() -> bytes:
    """Return, as JSON text and cached, the JSON Schema that describes the data which `build_game_data` builds."""
    (whole,), parts = msgspec.json.schema_components([GameData])
    return msgspec.json.encode({"$schema": JSON_SCHEMA_DIALECT, **whole, "$defs": parts})


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
    """Return the events of a game that this person may know (all once the game is over), one JSON text in each line,
    from log entry number `since` on, of at most a hundred entries or until 256 KB are reached, with the entry number at
    which to read on (`since` itself if there are no more).
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
    """Return (lines, next): the announcements that this person may know (all once the game is over) in up to `limit`
    entries of a game's log, from entry `since` on, and the number of the entry at which to read on (`since` itself if
    there are no more).
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
    """Yield the announcements of a log entry that this person may know, worded by `reader`. In each entry they are
    numbered among themselves from 0, so that no gap tells of hidden ones.
    """
    rooms, told = _list_event_modules(session.ruleset), entry.told
    numbers = {at: number for number, at in enumerate(_list_visible_lines(session, person, entry.n, told))}
    for at, number in numbers.items():
        now, says = upcast_told_by_modules(rooms, told[at]), format_told(told[at], reader)
        event = now.what if now.kind else ""
        of = numbers.get(at - told[at].of) if told[at].of else None
        yield EventLine(entry.n, number, says, event, now.facts, now.table, now.to, of)


def _list_event_modules(name: str) -> tuple[ModuleType, ...]:
    """Return the modules that define the events a game of the ruleset `name` can announce, also the kernel's and the
    host's; raise Illegal for an unknown ruleset.
    """
    return (*ruleset(name).told_before, kernel_events, host_events)


@lru_cache(maxsize=8)
def build_event_schema(name: str) -> bytes:
    """Return, as JSON text and cached, the JSON Schema of a line of the event stream for games of the ruleset `name`:
    one of the events that they announce with its facts, or a remark without an event. Raise Illegal for an unknown
    ruleset.
    """
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
    """Return whether this is a class of events that is defined in the module `room`, not only imported there."""
    return isinstance(kind, type) and issubclass(kind, Event) and kind.__module__ == room.__name__
