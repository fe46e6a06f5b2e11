"""A voice that keeps the score: what belongs together is said in one line, with the new total at its end.

It hears the public events of one input in order. A listener of the game takes an event with all that follows from it,
and says what circumstances hold; events without a listener are said as `EventVoice` says them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from msgspec import field

from engine.kernel.event import Event
from engine.kernel.text import PUBLIC, Phrase, Told, phrase
from engine.kernel.voice import EventVoice, Memory, Moment

E = TypeVar("E", bound=Event)
MANY_IN_A_ROW = 3


class ScoreMemory(Memory, omit_defaults=True):
    """What is remembered of a game with a score, as it was told in public."""

    whole: bool = False  # has the game been heard from its beginning? If not, no total is known
    totals: dict[str, int] = field(default_factory=dict)  # of everybody who plays now
    left: dict[str, int] = field(default_factory=dict)  # what those had who are gone, and may come back
    counts: dict[str, int] = field(default_factory=dict)  # how often something has happened
    runs: dict[str, tuple[str, int]] = field(default_factory=dict)  # by player, what has come how often in a row
    best: dict[str, tuple[int, str]] = field(default_factory=dict)  # by sort, the largest sum and whose
    decided: tuple[int, str] = (0, "")  # the last change of lead: its round, and who has led since
    round: int = 0
    opened: int = 0  # spaces of this round

    def add_player(self, who: str) -> None:
        """Add a player to those who play now, with the total they had when they left."""
        self.totals.setdefault(who, self.left.pop(who, 0))

    def remove_player(self, who: str) -> None:
        """Remove a player from those who play now."""
        if who in self.totals:
            self.left[who] = self.totals.pop(who)

    def add_money(self, who: str, amount: int) -> None:
        """Change a player's total in the memory, and note a change of the lead."""
        where = self.left if who in self.left else self.totals
        where[who] = where.get(who, 0) + amount
        leader = self.find_sole_leader()
        if leader not in ("", self.decided[1]):
            self.decided = (self.round, leader)

    def find_place(self, who: str) -> int:
        """Return a player's place by total; equal totals share one."""
        return 1 + sum(total > self.totals.get(who, 0) for total in self.totals.values())

    def find_sole_leader(self) -> str:
        """Return the player with the highest total, or "" if several share it."""
        most = max(self.totals.values(), default=0)
        found = [who for who, total in self.totals.items() if total == most]
        return found[0] if len(found) == 1 and len(self.totals) > 1 else ""

    def count(self, what: str, *, by: int = 1) -> int:
        """Count one more of something, and return how often it has happened."""
        self.counts[what] = self.counts.get(what, 0) + by
        return self.counts[what]

    def count_in_a_row(self, who: str, what: str) -> int:
        """Count that something has happened to a player, and return how often it has in a row."""
        last, n = self.runs.get(who, ("", 0))
        self.runs[who] = (what, n + 1 if last == what else 1)
        return self.runs[who][1]

    def keep_best(self, sort: str, amount: int, who: str) -> bool:
        """Keep this amount if it is the largest of its sort so far; return whether it has beaten another."""
        most, _ = self.best.get(sort, (0, ""))
        if amount > most:
            self.best[sort] = (amount, who)
        return amount > most > 0

    def find_most(self, what: str) -> tuple[str, int]:
        """Return the one player to whom something has happened most often, and how often; an empty name if several
        share it.
        """
        found = {name.removeprefix(what): n for name, n in self.counts.items() if name.startswith(what)}
        most = max(found.values(), default=0)
        names = [who for who, n in found.items() if n == most]
        return (names[0], most) if len(names) == 1 else ("", 0)


class SceneListener:
    """The public events of one input, and the moments that are made of them."""

    def __init__(self, memory: Any, told: Sequence[Told], learn: Callable[[Any, Event], None]) -> None:
        self.memory, self.learn = memory, learn
        self.left = [(n, each, each.event) for n, each in enumerate(told) if each.to == PUBLIC]
        self.covers: list[int] = []
        self.moments: list[Moment] = []
        self.places: dict[str, int] = {}
        self.leader = ""
        self.table = ""  # at which the last was told
        self.note_places()

    def note_places(self) -> None:
        """Note each player's place, to compare with after the next scene."""
        memory = self.memory
        self.places = {who: memory.find_place(who) for who in memory.totals}
        self.leader = memory.find_sole_leader()

    def take(self, at: int = 0) -> Any:
        """Take an event out of the scene, so that the next line covers it; return it."""
        n, told, event = self.left.pop(at)
        self.covers.append(n)
        self.table = told.table
        if event is not None:
            self.learn(self.memory, event)
        return event

    def take_if(self, kind: type[E], **facts: Any) -> E | None:
        """Take and return the next event if it is of this kind and has these facts; else return None."""
        return self._take_at(0, kind, facts) if self.left else None

    def find(self, kind: type[E], **facts: Any) -> E | None:
        """Take and return the first event of this kind with these facts, wherever it stands; None if there is none."""
        return next((found for at in range(len(self.left)) if (found := self._take_at(at, kind, facts))), None)

    def _take_at(self, at: int, kind: type[E], facts: Mapping[str, Any]) -> E | None:
        event = self.left[at][2]
        if not isinstance(event, kind) or any(getattr(event, name) != value for name, value in facts.items()):
            return None
        self.take(at)
        return event

    def say(self, event: str, *circumstances: str, **facts: Any) -> None:
        """Add a line about all events taken so far, worded for the first of these circumstances that has a wording."""
        self._add_moment(event, circumstances, facts, joins=False)

    def say_also(self, event: str, *circumstances: str, **facts: Any) -> None:
        """Add to the last line words about the events taken since, for the first of these circumstances that has a
        wording.
        """
        self._add_moment(event, circumstances, facts, joins=True)

    def _add_moment(self, event: str, circumstances: Sequence[str], facts: dict[str, Any], *, joins: bool) -> None:
        at = self.covers[0] if self.covers and not joins else self.moments[-1].at
        moment = Moment(event, facts, at, self.covers, strong=[name for name in circumstances if name], joins=joins)
        self.covers = []
        self.moments.append(moment)

    def format_standing(self, who: str) -> Phrase:
        """Format a player's new total and place, with which a line ends that changes them."""
        memory = self.memory
        return phrase("→ {total:$k}, {place:th}", total=memory.totals.get(who, 0), place=memory.find_place(who))

    def list_climbs(self, who: str, base: str) -> tuple[list[str], dict[str, Any]]:
        """Return the circumstances (such as taking the lead) of a player's new place since the last scene, and whom
        they passed.
        """
        memory, was = self.memory, self.places.get(who, 0)
        place = memory.find_place(who)
        if memory.find_sole_leader() == who != self.leader and self.leader:
            return [f"{base}.lead"], {"other": self.leader}
        passed = [other for other, there in self.places.items() if there < was and memory.find_place(other) > place]
        if was and place < was and passed:
            return [f"{base}.pass"], {"other": min(passed, key=memory.find_place)}
        return [], {}


Listener = Callable[[SceneListener, Any], None]
AnyListener = TypeVar("AnyListener", bound=Listener)


class Listeners(dict[type[Event], Listener]):
    """The listeners of a game, by the events that they hear."""

    def hear(self, *kinds: type[Event]) -> Callable[[AnyListener], AnyListener]:
        """Return a decorator that registers a function to narrate these kinds of events."""

        def register_listener(listener: AnyListener) -> AnyListener:
            self.update(dict.fromkeys(kinds, listener))
            return listener

        return register_listener


class SceneVoice(EventVoice):
    """A voice that says scenes in one line, and knows the score."""

    memory: type[Any] = ScoreMemory
    listeners: ClassVar[Listeners]

    def build_memory(self, _options: Mapping[str, Any]) -> Any:
        """Build the voice's memory for a game of which nothing has been announced."""
        return self.memory(whole=True)

    def note_event(self, memory: Any, event: Event) -> None:
        """Update the voice's memory by an event: totals, rounds, counts."""
        raise NotImplementedError

    def build_facts(self, _memory: Any, told: Told) -> dict[str, Any]:
        """Return the facts with which an event's line is filled."""
        return dict(told.facts)

    def build_moments(self, memory: Any, told: Sequence[Told], _bots: Collection[str] = ()) -> list[Moment]:
        """Build a moment (a line to be worded) for each scene, and for each event that has lines of its own."""
        if not memory.whole:
            return super().build_moments(memory, told)
        ear = SceneListener(memory, told, self.note_event)
        while ear.left:
            n, each, event = ear.left[0]
            ear.covers = []
            listener = self.listeners.get(type(event)) if event is not None else None
            event = ear.take()
            if listener is not None:
                listener(ear, event)
            elif group := self.find_lines(each, told[:n]):
                ear.moments.append(Moment(group.event, self.build_facts(memory, each), n, [n], kind=group.kind))
            ear.note_places()
        return ear.moments
