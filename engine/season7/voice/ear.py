"""Listens to what is told, one telling after another, and gathers what is to be said of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from engine.kernel.text import PUBLIC, Told
from engine.kernel.voice import Moment
from engine.season7.voice.memory import DOWN, UP, Place, Race

COLOUR = ("big.s", "big.c", "big.r", "back", "last")  # what is passed over when there was enough of it
HEARD: dict[str, Callable[[Ear], None]] = {}


def hears(*texts: str) -> Callable[[Callable[[Ear], None]], Callable[[Ear], None]]:
    """What begins with one of these sentences is heard by this function."""

    def noted(hearing: Callable[[Ear], None]) -> Callable[[Ear], None]:
        HEARD.update(dict.fromkeys(texts, hearing))
        return hearing

    return noted


OTHERWISE: list[Callable[[Ear, Told], bool]] = []


def otherwise(hearing: Callable[[Ear, Told], bool]) -> Callable[[Ear, Told], bool]:
    """What no other function hears is heard by this one, if it says so."""
    OTHERWISE.append(hearing)
    return hearing


class Before:
    """How everybody stood before."""

    def __init__(self, race: Race) -> None:
        self.totals = dict(race.totals)
        self.places = {who: race.place(who) for who in race.totals}
        self.leader = race.first()


class Ear:
    """What one input has told in public. What is taken goes into the next moment that is said."""

    def __init__(self, race: Race, told: Sequence[Told], bots: Collection[str]) -> None:
        self.race, self.bots, self.before = race, bots, Before(race)
        self.told = [(n, each) for n, each in enumerate(told) if each.to == PUBLIC]
        self.next = 0
        self.taken: list[int] = []
        self.square: dict[str, Any] = {}  # the square from which an event came, if it came from one
        self.moments: list[Moment] = []

    def run(self) -> list[Moment]:
        """Hear it all."""
        self.race.face = ""
        while self.next < len(self.told):
            hearing = HEARD.get(self.told[self.next][1].text)
            if hearing:
                hearing(self)
            elif not any(hearing(self, self.told[self.next][1]) for hearing in OTHERWISE):
                self.skip()
            self.taken = []
        return self.moments

    def ahead(self, by: int = 0) -> Told | None:
        """What comes next, or so many after it."""
        return self.told[self.next + by][1] if self.next + by < len(self.told) else None

    def comes(self, *texts: str, **facts: Any) -> bool:
        """Is one of these sentences next, with these facts?"""
        told = self.ahead()
        return told is not None and told.text in texts and all(told.facts.get(k) == v for k, v in facts.items())

    def take(self) -> Told:
        """The next telling, of which something will be said."""
        n, told = self.told[self.next]
        self.taken.append(n)
        self.skip()
        return told

    def skip(self) -> None:
        """The next telling stays as it is."""
        self.race.note(self.told[self.next][1])
        self.next += 1

    def money(self) -> list[Told]:
        """All gains and losses that come next."""
        found = []
        while self.comes(*UP, *DOWN):
            found.append(self.take())
        return found

    def place(self) -> Place:
        """The round that the next telling is about."""
        return self.race.at(self.told[min(self.next, len(self.told) - 1)][1].table)

    def say(self, event: str, **facts: Any) -> Moment:
        """Something is said of all that was taken."""
        at = self.taken[0] if self.taken else self.moments[-1].at
        moment = Moment(event, facts, at, self.taken)
        self.taken = []
        self.moments.append(moment)
        return moment

    def also(self, event: str, **facts: Any) -> Moment:
        """One more line after the last."""
        last, self.taken = self.moments[-1], []
        moment = Moment(event, facts, last.at)
        self.moments.append(moment)
        return moment

    def hush(self) -> None:
        """Nothing is said of what was taken: it stands elsewhere."""
        self.moments.append(Moment("", {}, self.taken[0], self.taken))
        self.taken = []
