"""What the rules of every Race offer the kernel alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

from engine.kernel.record import Entry
from engine.kernel.ruleset import Deed, Ruleset
from engine.kernel.text import PUBLIC, Told
from engine.race.seats import MOST_PLAYERS
from engine.race.words import COACHING

MONEY_DEEDS = ("won", "lost")


def list_race_deeds(told: Told) -> Iterator[Deed]:
    """Yield the deeds to be counted in something told to everybody."""
    if told.to != PUBLIC:
        return
    facts = told.facts
    word = told.deed
    if word in MONEY_DEEDS:
        yield Deed(facts["who"], word, facts["amount"])
        yield Deed(facts["who"], f"{word} {facts['source']}", facts["amount"])
    elif word:
        yield Deed(facts["who"], word)
    for name, players in facts.get("deeds", {}).items():
        yield from (Deed(who, name) for who in players)
    for name, reached in facts.get("best", {}).items():
        yield from (Deed(who, name, amount, best=True) for who, amount in reached.items())


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
        """Return the tape of a minigame; minigames have their own, so that nobody waits for them."""
        return state.booths[table].tape if table in state.booths else None

    def list_deeds(self, told: Told) -> Iterable[Deed]:
        """List the countable deeds in what was told."""
        return list_race_deeds(told)
