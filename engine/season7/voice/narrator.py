"""The narrator of Season 7: which functions narrate which events, and how they take an event with its scene."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, TypeVar

import engine.minigames.events  # noqa: F401 - lines of the book are bound to its events
from engine.kernel.event import Event
from engine.kernel.scene_voice import HeardEvent, Narrator, Narrators
from engine.kernel.text import Told
from engine.kernel.voice import Moment, read_voice_lines
from engine.season7 import events
from engine.season7.voice.race_memory import RaceMemory, RoundMemory

BOOK, BOUND = read_voice_lines(__spec__)  # all lines, and by event those in which it is said as it is
COLOUR = ("big.s", "big.c", "big.r", "back", "last")  # what is passed over when there was enough of it
E = TypeVar("E", bound=Event)
SEASON7_NARRATORS: Narrators[RaceNarrator] = Narrators()  # each is given the event for which it was found
FALLBACK_NARRATORS: list[Callable[[RaceNarrator, Told], bool]] = []  # for all other events; each says whether it has
narrate_events = SEASON7_NARRATORS.register


class RaceSnapshot:
    """Totals, places and leader before what is being told."""

    def __init__(self, race: RaceMemory) -> None:
        self.totals = dict(race.totals)
        self.places = {who: race.find_place(who) for who in race.totals}
        self.leader = race.find_sole_leader()


class RaceNarrator(Narrator):
    """A narrator that follows scenes: an event, and all the events that belong to it. Lines are joined later."""

    def __init__(self, race: RaceMemory, told: Sequence[Told], bots: Collection[str]) -> None:
        super().__init__(told, race.learn_event)
        self.race, self.bots, self.before = race, bots, RaceSnapshot(race)
        self.inside: set[int] = set()  # what was taken since the scene began
        self.opened: events.SquareOpened | None = None  # the square from which an event came, if it came from one

    def run(self) -> list[Moment]:
        """Narrate all events that this narrator was given, and return the host's lines, still to be worded."""
        self.race.face = ""
        while self.left:
            self.inside.clear()
            if self.left[0].told.kind in SEASON7_NARRATORS:
                self.narrate_next()
            elif not any(narrate(self, self.left[0].told) for narrate in FALLBACK_NARRATORS):
                self.race.learn_event(*self.left.pop(0)[1:])
            self.taken = []
        return self.moments

    def narrate_next(self) -> None:
        """Pass the next event to the function that narrates its kind; an event nobody narrates gets
        its plain sentence.
        """
        outer, self.inside = self.inside, set()
        narrate = SEASON7_NARRATORS[self.left[0].told.kind]
        narrate(self, self.take())
        self.inside |= outer

    # -- what comes next

    def is_next(self, *kinds: type[Event]) -> bool:
        """Return whether the next event to narrate is of one of these kinds, even if it does not belong to the current
        scene.
        """
        return bool(self.left) and isinstance(self.left[0].event, kinds)

    def has_more(self) -> bool:
        """Return whether the next event to narrate belongs to the current scene."""
        return bool(self.left) and self.left[0].head_position in self.inside

    def take_if(self, kind: type[E], **facts: Any) -> E | None:
        """Take and return the next event if it belongs to the current scene, is of this kind and has these facts; else
        return None.
        """
        return super().take_if(kind, **facts) if self.has_more() else None

    def iter_scene(self) -> Iterator[Event | None]:
        """Take the events of the current scene one after the other, until the caller hands one back
        or the scene ends.
        """
        at = 0
        while at < len(self.left) and self.left[at].head_position in self.inside:
            heard = self.left.pop(at)
            self.mark_taken(heard)
            yield heard.event
            if self._leaves:
                self.left.insert(at, heard)
                at += 1
            else:
                self.race.learn_event(heard.told, heard.event)

    _leaves = False

    def leave_to_listener(self) -> None:
        """Hand back the event that was just taken, so that it is narrated by the function for its own kind."""
        self.taken.pop()
        self._leaves = True

    def mark_taken(self, heard: HeardEvent) -> None:
        """Note that the host's next line covers this event, and that the event is part of the current scene."""
        super().mark_taken(heard)
        self._leaves = False
        self.inside.add(heard.n)

    def find_round(self) -> RoundMemory:
        """Return what the voice remembers of the round that the current event belongs to."""
        return self.race.find_round_at(self.table)

    # -- what is said

    def say(self, name: str, /, **facts: Any) -> Moment:
        """Add a line of the host called `name`, to be worded later, that covers all events taken so far; return it."""
        at = self.taken[0] if self.taken else self.moments[-1].at
        return self.add_moment(Moment(name, facts, at, self.taken))

    def say_also(self, name: str, /, **facts: Any) -> Moment:
        """Add a second line of the host, called `name`, right after the last one, about the same events; return it."""
        return self.add_moment(Moment(name, facts, self.moments[-1].at))

    def say_nothing(self) -> None:
        """Drop the events taken so far without a line of the host, because players see them elsewhere."""
        self.add_moment(Moment("", {}, self.taken[0], self.taken))
