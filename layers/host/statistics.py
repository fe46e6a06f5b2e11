"""What people and places have done.

A ruleset that wants to be counted says what counts:

    deeds(told) -> iterable of deeds, each with `who` (a seat), `name` (a word) and `amount`
    achievements -> sequence of Achievement

Deeds are added up per person and per place in the same transaction as the input that earned them. An achievement is
earned when its deed has been counted often enough; nothing else is kept of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from engine.kernel import Ruleset, Told
from host.house import House
from host.session import Session


class Deed(Protocol):
    """Something that counts: who did it, what it is called, and how much of it."""

    @property
    def who(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def amount(self) -> int: ...


class Achievement(Protocol):
    """A name and a sentence for whoever has done this deed so often."""

    @property
    def name(self) -> str: ...
    @property
    def sentence(self) -> str: ...
    @property
    def deed(self) -> str: ...
    @property
    def threshold(self) -> int: ...


@runtime_checkable
class Counted(Protocol):
    """A ruleset that wants to be counted."""

    def deeds(self, told: Told) -> Iterable[Deed]: ...


class Tally(Struct):
    """The counters of one person or place, and the achievements they come to, by ruleset."""

    counts: dict[str, int]
    earned: list[tuple[str, str]]


def counted(rules: Ruleset[Any], session: Session, told: list[Told]) -> dict[str, dict[str, int]]:
    """What an input adds to whose counters."""
    sums: dict[str, dict[str, int]] = {}
    for deed in [deed for line in told for deed in rules.deeds(line)] if isinstance(rules, Counted) else []:
        player = session.seat(deed.who)
        people = [f"person:{player.person}"] if player and player.person and not player.bot else []
        for owner in people + [f"chat:{place}" for place in session.places]:
            counts = sums.setdefault(owner, {})
            name = f"{rules.name}.{deed.name}"
            counts[name] = counts.get(name, 0) + deed.amount
    return sums


def tally(house: House, owner: str, rules: Ruleset[Any]) -> Tally:
    """What `person:ID` or `chat:PLACE` has done under these rules."""
    lead = f"{rules.name}."
    counts = house.store.counts(owner)
    counts = {name.removeprefix(lead): count for name, count in counts.items() if name.startswith(lead)}
    known: Sequence[Achievement] = getattr(rules, "achievements", ())
    earned = [(each.name, each.sentence) for each in known if counts.get(each.deed, 0) >= each.threshold]
    return Tally(counts, earned)
