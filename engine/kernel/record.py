"""What is kept of a game between two calls: a snapshot taken when nothing was half-done, and the tape since."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Generic, TypeVar, cast

import msgspec
from msgspec import Struct, field

from engine.kernel.errors import Diverged, Illegal, NewerFormat

S = TypeVar("S")
Kept = bytes | msgspec.Raw  # a record as a store keeps it


class AnswerEntry(Struct, tag="a", array_like=True, frozen=True, gc=False):
    """A player's answer; `lapsed` if it was given because time ran out."""

    table: str
    key: str
    who: str
    value: Any
    lapsed: bool = False


class PlayEntry(Struct, tag="p", array_like=True, frozen=True, gc=False):
    """A play that a player made without being asked."""

    who: str
    key: str
    value: Any = None


class DrawEntry(Struct, tag="c", array_like=True, frozen=True, gc=False):
    """The outcome of a draw."""

    key: str
    drew: list[int]


Entry = AnswerEntry | PlayEntry | DrawEntry


class Snapshot(Struct, Generic[S], gc=False):
    """The state of a game when no script was in the middle of a step, with its counters."""

    state: S
    asked: dict[str, int] = field(default_factory=dict)
    drawn: int = 0
    entropy: str = ""
    method: int = 1  # by which chance draws, and everybody can check it

    def encode(self) -> msgspec.Raw:
        """Encode the snapshot (a game's state between two inputs) as JSON, to be stored in the game's record."""
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
        """Encode a game's record as the bytes that a store keeps."""
        return msgspec.json.encode(self)

    @staticmethod
    def from_json(data: Kept | str) -> Record:
        """Decode a game's record from the bytes or text that a store keeps; raise msgspec.DecodeError for anything
        else. The snapshot in it stays encoded.
        """
        return _DECODER.decode(data)


_DECODER = msgspec.json.Decoder(Record)


class DecodedRecord(Struct, Generic[S], gc=False):
    """The fields of a record that are needed to continue its game, with the snapshot already decoded."""

    format: int
    secret: str
    snapshot: Snapshot[S]
    tape: list[Entry] = field(default_factory=list)
    # Marks of what was told since; older releases kept others in `said`.
    events: list[int] = field(default_factory=list, name="told")


def upcast_record(record: Record, to: int, steps: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]) -> Record:
    """Return a game's record of an older format brought up to format `to`, one format at a time: `steps` has, by
    format, the function that changes the decoded snapshot to the next one. Raise NewerFormat for a record of a newer
    format: to save it again would give it the older number; raise KeyError if a step is missing.
    """
    if record.format == to:
        return record
    if record.format > to:
        raise NewerFormat(f"the game is saved in format {record.format}, the rules of {record.ruleset} have {to}")
    snapshot = msgspec.json.decode(record.snapshot)
    for format_ in range(record.format, to):
        snapshot = steps[format_](snapshot)
    return msgspec.structs.replace(record, format=to, snapshot=msgspec.Raw(msgspec.json.encode(snapshot)))


def fill_state(left_out: Mapping[str, Any], snapshot: dict[str, Any]) -> dict[str, Any]:
    """Add to the state in `snapshot`, plain data in an older format, each field of `left_out` that it lacks, with the
    value given there; put the new state into the snapshot that was passed, and return that. Rulesets build their
    conversions from old formats with this.
    """
    snapshot["state"] = {**left_out, **snapshot["state"]}
    return snapshot


def decode_snapshot(record: Record, state_type: type[S]) -> Snapshot[S]:
    """Decode the snapshot (state) in a game's record into new objects, so that two games loaded from it share none;
    raise msgspec.ValidationError if it does not fit the type of state.
    """
    snapshot: Snapshot[S] = _build_snapshot_decoder(cast("Hashable", state_type)).decode(record.snapshot)
    return snapshot


def decode_record(data: Kept, state_type: type[S], format_: int) -> DecodedRecord[S] | None:
    """Decode a game's record together with its snapshot (state) in one pass; return None if it has another format than
    `format_` or does not fit the type of state. Raise msgspec.DecodeError for what is no JSON.
    """
    try:
        found: DecodedRecord[S] = _build_record_decoder(cast("Hashable", state_type)).decode(data)
    except msgspec.ValidationError:
        return None
    return found if found.format == format_ else None


def prepare_decoders(state_type: type[Any]) -> None:
    """Build and cache the JSON decoders for a type of game state while only one thread runs; two threads that build
    them at once would crash.
    """
    _build_snapshot_decoder(cast("Hashable", state_type))
    _build_record_decoder(cast("Hashable", state_type))


@lru_cache(maxsize=16)
def _build_snapshot_decoder(state_type: Hashable) -> msgspec.json.Decoder[Any]:
    """Build, and cache, the JSON decoder of a snapshot whose state has this type."""
    return msgspec.json.Decoder(Snapshot[state_type])  # type: ignore[valid-type] # the type is known only at run time


@lru_cache(maxsize=16)
def _build_record_decoder(state_type: Hashable) -> msgspec.json.Decoder[Any]:
    """Build, and cache, the JSON decoder of a whole record whose snapshot has a state of this type."""
    return msgspec.json.Decoder(DecodedRecord[state_type])  # type: ignore[valid-type] # the same


MAX_REPEATS = 100  # how often one person may do the same on one tape; in a game that is played on it is about ten times
ANSWERED_OFTEN = "You have answered this {often:n} times, but the game could not go on. It goes on when the time is up."
PLAYED_OFTEN = "You have done this {often:n} times. Please wait until the game goes on."


class Tape:
    """The inputs and draws since the snapshot, in order; `at` is the first entry not replayed yet."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.entries = list(entries)
        self.at = 0

    @property
    def played(self) -> bool:
        """Return whether all entries of the tape (recorded inputs and draws) have been replayed."""
        return self.at >= len(self.entries)

    def add(self, entry: Entry) -> None:
        """Append an input or draw that has just happened to the tape, as one that needs no replaying."""
        self.entries.append(entry)
        self.at += 1

    def start_over(self) -> None:
        """Remove all entries of the tape, because a new snapshot of the game includes what they did."""
        self.entries.clear()
        self.at = 0

    def take_back(self) -> None:
        """Remove the newest entry of the tape (there must be one), because the game refused that input."""
        self.entries.pop()
        self.at = len(self.entries)

    def next_input(self) -> Entry:
        """Return the next answer or play on the tape, to be replayed, and move on; raise Diverged if a draw comes next
        instead, IndexError if everything is replayed (`played`).
        """
        entry = self.entries[self.at]
        if isinstance(entry, DrawEntry):
            raise Diverged(f"{entry.key} was drawn, which the rules no longer draw", self.at)
        self.at += 1
        return entry

    def next_draw(self, key: str, size: int) -> list[int]:
        """Return the outcomes of the next draw on the tape, while it is replayed, and move on; raise Diverged unless a
        draw under this key comes next, with indices from 0 to below `size`.
        """
        entry = self.entries[self.at] if not self.played else None
        if not isinstance(entry, DrawEntry) or entry.key != key or not are_valid_indices(entry.drew, size):
            raise Diverged(f"the tape has {entry}, the rules draw {key}", self.at)
        self.at += 1
        return entry.drew


def are_valid_indices(drew: list[int], size: int) -> bool:
    """Return whether all indices that a draw recorded are from 0 to below `size`."""
    return not drew or (min(drew) >= 0 and max(drew) < size)


def check_repeats(entry: AnswerEntry | PlayEntry, *tapes: Sequence[Entry]) -> None:
    """Raise Illegal if the person of this input has answered the same question, or made the same play, with whatever
    values, 100 times on one of these tapes (recorded inputs since the snapshot), so that tapes do not grow without
    limit. Timeouts are never refused.
    """
    if isinstance(entry, AnswerEntry) and entry.lapsed:
        return
    for tape in tapes:
        if len(tape) >= MAX_REPEATS and sum(map(partial(is_same_action, entry), tape)) >= MAX_REPEATS:
            raise Illegal(
                ANSWERED_OFTEN if isinstance(entry, AnswerEntry) else PLAYED_OFTEN,
                code="too_many_moves",
                often=MAX_REPEATS,
            )


def is_same_action(entry: AnswerEntry | PlayEntry, old: Entry) -> bool:
    """Return whether `old`, an earlier entry of a tape, answers a question with the same key as `entry`, or makes the
    same play, by the same person; values and tables may differ.
    """
    return type(old) is type(entry) and old.key == entry.key and old.who == entry.who
