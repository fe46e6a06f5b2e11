"""What the rules of every Race offer the kernel alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, TypeVar

from engine.kernel.record import Entry
from engine.kernel.ruleset import Deed, Ruleset
from engine.kernel.text import Told
from engine.race.coaching import COACHING
from engine.race.deeds import deeds
from engine.race.seats import MOST_PLAYERS


class Taped(Protocol):
    """A minigame in play, with a tape of its own."""

    tape: list[Entry]


class RaceState(Protocol):
    """A whole race."""

    @property
    def booths(self) -> Mapping[str, Taped]:
        """The minigames in play, by the names of their tables."""

    def here(self) -> list[str]:
        """Everybody who takes part, in seat order."""


S = TypeVar("S", bound=RaceState)


class RaceRules(Ruleset[S]):
    """A Race as the kernel carries it."""

    seats = range(2, MOST_PLAYERS + 1)
    coaching = COACHING

    def players(self, state: S) -> Sequence[str]:
        """Everybody who takes part."""
        return state.here()

    def private_tape(self, state: S, table: str) -> list[Entry] | None:
        """Minigames keep a tape of their own, so that nobody waits for them."""
        return state.booths[table].tape if table in state.booths else None

    def deeds(self, told: Told) -> Iterable[Deed]:
        """What was done in what has been told."""
        return deeds(told)
