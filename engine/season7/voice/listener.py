"""Listens to what is told, one event after another with all that belongs to it, and gathers what is to be said."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

import engine.minigames.events  # noqa: F401 - lines of the book are bound to its events
from engine.kernel.event import Event
from engine.kernel.text import PUBLIC, Told
from engine.kernel.voice import Moment, read_voice_lines
from engine.season7 import events
from engine.season7.voice.race_memory import RaceMemory, RoundMemory

BOOK, BOUND = read_voice_lines(__spec__)  # all lines, and by event those in which it is said as it is
COLOUR = ("big.s", "big.c", "big.r", "back", "last")  # what is passed over when there was enough of it
E = TypeVar("E", bound=Event)
L = TypeVar("L", bound=Callable[..., None])
Listener = Callable[["VoiceListener", Any], None]  # it is given the event that it was found by
HEARD: dict[type[Event] | None, Listener] = {}
OTHERWISE: list[Callable[[VoiceListener, Told], bool]] = []  # what hears all other events; each says whether it has


def hear_events(*kinds: type[Event]) -> Callable[[L], L]:
    """Return a decorator that registers a function to narrate these kinds of events."""

    def register_listener(listener: L) -> L:
        HEARD.update((kind, listener) for kind in kinds)
        return listener

    return register_listener


class RaceSnapshot:
    """Totals, places and leader before what is being told."""

    def __init__(self, race: RaceMemory) -> None:
        self.totals = dict(race.totals)
        self.places = {who: race.find_place(who) for who in race.totals}
        self.leader = race.find_sole_leader()


class HeardEvent(NamedTuple):
    """One announcement, and its position among all of this input."""

    n: int
    told: Told
    event: Event | None  # none, if it is a remark

    @property
    def head_position(self) -> int:
        """The position of the event to which this belongs; -1 if it stands for itself."""
        return self.n - self.told.of if self.told.of else -1


class VoiceListener:
    """Reads what one input has told in public, event by event, and collects the lines to be said. Events that were
    taken go into the next line.
    """

    def __init__(self, race: RaceMemory, told: Sequence[Told], bots: Collection[str]) -> None:
        self.race, self.bots, self.before = race, bots, RaceSnapshot(race)
        self.left = [HeardEvent(n, each, each.event) for n, each in enumerate(told) if each.to == PUBLIC]
        self.table = ""  # at which the last was told
        self.taken: list[int] = []
        self.inside: set[int] = set()  # what was taken since the scene began
        self.opened: events.SquareOpened | None = None  # the square from which an event came, if it came from one
        self.moments: list[Moment] = []

    def run(self) -> list[Moment]:
        """Narrate all events it was given, and return the host's lines."""
        self.race.face = ""
        while self.left:
            self.inside.clear()
            if self.left[0].told.kind in HEARD:
                self.hear_next()
            elif not any(listener(self, self.left[0].told) for listener in OTHERWISE):
                self.race.learn_event(*self.left.pop(0)[1:])
            self.taken = []
        return self.moments

    def hear_next(self) -> None:
        """Pass the next event to the function that narrates its kind; an event nobody narrates gets
        its plain sentence.
        """
        outer, self.inside = self.inside, set()
        listener = HEARD[self.left[0].told.kind]
        listener(self, self.take_next())
        self.inside |= outer

    # -- what comes next

    def is_next(self, *kinds: type[Event]) -> bool:
        """Return whether the next event is one of these kinds, whether it belongs to the current scene or not."""
        return bool(self.left) and isinstance(self.left[0].event, kinds)

    def has_more(self) -> bool:
        """Return whether the next event belongs to the current scene."""
        return bool(self.left) and self.left[0].head_position in self.inside

    def take_next(self) -> Any:
        """Take the next event of the scene, so that the next line covers it."""
        heard = self.left.pop(0)
        self._mark_taken(heard)
        self.race.learn_event(heard.told, heard.event)
        return heard.event

    def take_if(self, kind: type[E], **facts: Any) -> E | None:
        """Take and return the next event if it belongs to the current scene, is of this kind and has these facts; else
        return None.
        """
        if not self.has_more() or not isinstance(event := self.left[0].event, kind):
            return None
        if any(getattr(event, name) != value for name, value in facts.items()):
            return None
        self.take_next()
        return event

    def iter_scene(self) -> Iterator[Event | None]:
        """Take the events of the current scene one after the other, until the caller hands one back
        or the scene ends.
        """
        at = 0
        while at < len(self.left) and self.left[at].head_position in self.inside:
            heard = self.left.pop(at)
            self._mark_taken(heard)
            yield heard.event
            if self._leaves:
                self.left.insert(at, heard)
                at += 1
            else:
                self.race.learn_event(heard.told, heard.event)

    _leaves = False

    def leave_to_listener(self) -> None:
        """Hand the event just taken back, so that the function for its own kind narrates it."""
        self.taken.pop()
        self._leaves = True

    def _mark_taken(self, heard: HeardEvent) -> None:
        self._leaves, self.table = False, heard.told.table
        self.taken.append(heard.n)
        self.inside.add(heard.n)

    def find_round(self) -> RoundMemory:
        """Return what the voice remembers of the round that the current event belongs to."""
        return self.race.find_round_at(self.table)

    # -- what is said

    def say(self, name: str, /, **facts: Any) -> Moment:
        """Add a line of this name, to be worded later, that covers all events taken so far; return it."""
        at = self.taken[0] if self.taken else self.moments[-1].at
        moment = Moment(name, facts, at, self.taken)
        self.taken = []
        self.moments.append(moment)
        return moment

    def say_also(self, name: str, /, **facts: Any) -> Moment:
        """Add a second line of this name right after the last one, about the same events; return it."""
        last, self.taken = self.moments[-1], []
        moment = Moment(name, facts, last.at)
        self.moments.append(moment)
        return moment

    def say_nothing(self) -> None:
        """Drop the events taken so far without a line, because another place shows them."""
        self.moments.append(Moment("", {}, self.taken[0], self.taken))
        self.taken = []
