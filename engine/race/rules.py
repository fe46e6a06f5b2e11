"""What the rules of every Race offer the kernel alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

from engine.kernel.record import Entry
from engine.kernel.ruleset import Deed, Ruleset
from engine.kernel.text import Told
from engine.race.seats import MOST_PLAYERS
from engine.race.words import COACHING


def list_money_deeds(who: str, word: str, amount: int, source: str) -> Iterator[Deed]:
    """Yield the deeds of money won or lost: in all, and from this source."""
    yield Deed(who, word, amount)
    yield Deed(who, f"{word} {source}", amount)


def list_shared_deeds(deeds: Mapping[str, Iterable[str]]) -> Iterator[Deed]:
    """Yield the deeds of several players, given by the deed's name."""
    for name, players in deeds.items():
        yield from (Deed(who, name) for who in players)


def list_tagged_deeds(told: Told) -> Iterator[Deed]:
    """Yield the deed that the event's kind counts as, if it is one, for the event's player."""
    if deed := told.deed:
        yield Deed(told.facts["who"], deed)


class TapedMinigame(Protocol):
    """A minigame in progress that has a tape of its own."""

    tape: list[Entry]


class RaceState(Protocol):
    """The state of a whole race."""

    @property
    def booths(self) -> Mapping[str, TapedMinigame]:
        """The minigames in progress, by the names of their tables."""

    def here(self) -> list[str]:
        """List everybody who takes part, in seat order."""


S = TypeVar("S", bound=RaceState)


class RaceRules(Ruleset[S]):
    """The part of the ruleset shared by all Race games."""

    seats = range(2, MOST_PLAYERS + 1)
    coaching = COACHING

    def list_players(self, state: S) -> Sequence[str]:
        """List everybody who takes part."""
        return state.here()

    def find_private_tape(self, state: S, table: str) -> list[Entry] | None:
        """Return the private tape of a minigame's table; each minigame has its own, so that nobody
        else waits for it.
        """
        return state.booths[table].tape if table in state.booths else None
