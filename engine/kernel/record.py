"""What is kept of a game between two calls: a snapshot taken when nothing was half-done, and the tape since."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from typing import Any, Generic, TypeVar, cast

import msgspec
from msgspec import Struct, field

S = TypeVar("S")
Kept = bytes | msgspec.Raw  # a record as a store keeps it


class Answer(Struct, tag="a", array_like=True, frozen=True, gc=False):
    """What a player answered; `lapsed` when the clock answered for them."""

    table: str
    key: str
    who: str
    value: Any
    lapsed: bool = False


class Played(Struct, tag="p", array_like=True, frozen=True, gc=False):
    """What a player did without being asked."""

    who: str
    key: str
    value: Any = None


class Chance(Struct, tag="c", array_like=True, frozen=True, gc=False):
    """What chance drew."""

    key: str
    drew: list[int]


Entry = Answer | Played | Chance


class Snapshot(Struct, Generic[S], gc=False):
    """The game when nothing was half-done, and how far its counters had come."""

    state: S
    asked: dict[str, int] = field(default_factory=dict)
    drawn: int = 0
    entropy: str = ""
    method: int = 1  # by which chance draws, and everybody can check it

    def encoded(self) -> msgspec.Raw:
        """As it goes into a record."""
        return msgspec.Raw(msgspec.json.encode(self))


class Record(Struct, gc=False):
    """One saved game. Its `secret` must not leave the host before the game is over."""

    ruleset: str
    format: int
    release: str
    secret: str
    snapshot: msgspec.Raw
    tape: list[Entry] = field(default_factory=list)
    # Marks of what was told since; older releases kept others in `said`.
    events: list[int] = field(default_factory=list, name="told")

    def to_json(self) -> bytes:
        """The bytes a store keeps."""
        return msgspec.json.encode(self)

    @staticmethod
    def from_json(data: Kept | str) -> Record:
        """The record back from what a store kept."""
        return _DECODER.decode(data)


_DECODER = msgspec.json.Decoder(Record)


class Whole(Struct, Generic[S], gc=False):
    """What is needed of a record to go on with its game, with the snapshot as objects."""

    format: int
    secret: str
    snapshot: Snapshot[S]
    tape: list[Entry] = field(default_factory=list)
    # Marks of what was told since; older releases kept others in `said`.
    events: list[int] = field(default_factory=list, name="told")


def upcast(record: Record, to: int, steps: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]) -> Record:
    """Bring a record of an older format up to date, one format at a time; each step changes the plain snapshot."""
    if record.format == to:
        return record
    snapshot = msgspec.json.decode(record.snapshot)
    for format_ in range(record.format, to):
        snapshot = steps[format_](snapshot)
    return msgspec.structs.replace(record, format=to, snapshot=msgspec.Raw(msgspec.json.encode(snapshot)))


def decoded(record: Record, state_type: type[S]) -> Snapshot[S]:
    """The snapshot of a record as objects; fresh ones each time, so that nothing is shared."""
    snapshot: Snapshot[S] = _decoder(cast("Hashable", state_type)).decode(record.snapshot)
    return snapshot


def whole(data: Kept, state_type: type[S], format_: int) -> Whole[S] | None:
    """A record of this format, decoded without looking for the end of its snapshot first; None if it is of another."""
    try:
        found: Whole[S] = _whole(cast("Hashable", state_type)).decode(data)
    except msgspec.ValidationError:
        return None
    return found if found.format == format_ else None


def prepare(state_type: type[Any]) -> None:
    """Get ready to load games with such a state, while only one thread runs: two that did it at once would crash."""
    _decoder(cast("Hashable", state_type))
    _whole(cast("Hashable", state_type))


@lru_cache(maxsize=16)
def _decoder(state_type: Hashable) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(Snapshot[state_type])  # type: ignore[valid-type] # the type is known only at run time


@lru_cache(maxsize=16)
def _whole(state_type: Hashable) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(Whole[state_type])  # type: ignore[valid-type] # the same
