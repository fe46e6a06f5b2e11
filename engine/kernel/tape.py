"""The tape: what has come from outside since the snapshot, and how far it has been played back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from engine.kernel.errors import Diverged, Illegal
from engine.kernel.record import AnswerEntry, DrawEntry, Entry, PlayEntry

MAX_REPEATS = 100  # how often one person may do the same on one tape; whoever plays on does it about ten times
ANSWERED_OFTEN = "You have answered this {often:n} times, going round in circles. Now only the clock goes on from here."
PLAYED_OFTEN = "You have done this {often:n} times since the game last moved on. Let it move on first."


class Tape:
    """The inputs and draws since the snapshot, in order; `at` is the first entry not replayed yet."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.entries = list(entries)
        self.at = 0

    @property
    def played(self) -> bool:
        """Whether all entries have been replayed."""
        return self.at >= len(self.entries)

    def add(self, entry: Entry) -> None:
        """Append a new entry, which counts as replayed."""
        self.entries.append(entry)
        self.at += 1

    def start_over(self) -> None:
        """Remove all entries, because the new snapshot contains them."""
        self.entries.clear()
        self.at = 0

    def take_back(self) -> None:
        """Remove the newest entry, because it was refused."""
        self.entries.pop()
        self.at = len(self.entries)

    def next_input(self) -> Entry:
        """Return the next answer or play; raise Diverged if the tape has a draw instead."""
        entry = self.entries[self.at]
        if isinstance(entry, DrawEntry):
            raise Diverged(f"{entry.key} was drawn, which the rules no longer draw", self.at)
        self.at += 1
        return entry

    def next_draw(self, key: str, size: int) -> list[int]:
        """Return the outcome of the next draw; raise Diverged unless it was drawn under this key."""
        entry = self.entries[self.at] if not self.played else None
        if not isinstance(entry, DrawEntry) or entry.key != key or not are_valid_indices(entry.drew, size):
            raise Diverged(f"the tape has {entry}, the rules draw {key}", self.at)
        self.at += 1
        return entry.drew


def are_valid_indices(drew: list[int], size: int) -> bool:
    """Return whether all these indices lie within so many outcomes."""
    return not drew or (min(drew) >= 0 and max(drew) < size)


def check_repeats(entry: AnswerEntry | PlayEntry, *tapes: Sequence[Entry]) -> None:
    """Raise Illegal if the same person has done the same thing too often on one tape, so that no tape grows without
    limit.

    Timeouts are never refused.
    """
    if isinstance(entry, AnswerEntry) and entry.lapsed:
        return
    for tape in tapes:
        if len(tape) >= MAX_REPEATS and sum(map(partial(is_same_action, entry), tape)) >= MAX_REPEATS:
            raise Illegal(ANSWERED_OFTEN if isinstance(entry, AnswerEntry) else PLAYED_OFTEN, often=MAX_REPEATS)


def is_same_action(entry: AnswerEntry | PlayEntry, old: Entry) -> bool:
    """Return whether an older entry is the same action of the same person."""
    return type(old) is type(entry) and old.key == entry.key and old.who == entry.who
