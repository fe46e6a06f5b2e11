"""The tape: what has come from outside since the snapshot, and how far it has been played back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from engine.kernel.errors import Diverged, Illegal
from engine.kernel.record import Answer, Chance, Entry, Played

OFTEN = 100  # how often one person may do the same on one tape; whoever plays on does it about ten times
ANSWERED_OFTEN = "You have answered this {often:n} times, going round in circles. Now only the clock goes on from here."
PLAYED_OFTEN = "You have done this {often:n} times since the game last moved on. Let it move on first."


class Tape:
    """Entries in the order they came; `at` is the first not played yet."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.entries = list(entries)
        self.at = 0

    @property
    def played(self) -> bool:
        """Has everything on it been played?"""
        return self.at >= len(self.entries)

    def add(self, entry: Entry) -> None:
        """Something new; it is being played now."""
        self.entries.append(entry)
        self.at += 1

    def start_over(self) -> None:
        """What is on it is in the snapshot now."""
        self.entries.clear()
        self.at = 0

    def take_back(self) -> None:
        """The newest entry never happened."""
        self.entries.pop()
        self.at = len(self.entries)

    def input(self) -> Entry:
        """The next thing somebody did."""
        entry = self.entries[self.at]
        if isinstance(entry, Chance):
            raise Diverged(f"{entry.key} was drawn, which the rules no longer draw", self.at)
        self.at += 1
        return entry

    def chance(self, key: str, size: int) -> list[int]:
        """What chance drew next, which must have been under this key."""
        entry = self.entries[self.at] if not self.played else None
        if not isinstance(entry, Chance) or entry.key != key or not fit(entry.drew, size):
            raise Diverged(f"the tape has {entry}, the rules draw {key}", self.at)
        self.at += 1
        return entry.drew


def fit(drew: list[int], size: int) -> bool:
    """Are these places among so many outcomes?"""
    return not drew or (min(drew) >= 0 and max(drew) < size)


def must_end(entry: Answer | Played, *tapes: Sequence[Entry]) -> None:
    """No tape grows without end: refuse what the same person has done so often on one. The clock is never refused."""
    if isinstance(entry, Answer) and entry.lapsed:
        return
    for tape in tapes:
        if len(tape) >= OFTEN and sum(map(partial(same, entry), tape)) >= OFTEN:
            raise Illegal(ANSWERED_OFTEN if isinstance(entry, Answer) else PLAYED_OFTEN, often=OFTEN)


def same(entry: Answer | Played, old: Entry) -> bool:
    """Has the same person done the same before?"""
    return type(old) is type(entry) and old.key == entry.key and old.who == entry.who
