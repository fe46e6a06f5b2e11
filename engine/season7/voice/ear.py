"""Listens to what is told, one event after another with all that belongs to it, and gathers what is to be said."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from engine.kernel.event import Event
from engine.kernel.lines import read_lines
from engine.kernel.text import PUBLIC, Told
from engine.kernel.voice import Moment
from engine.season7 import events
from engine.season7.voice.memory import Place, Race

BOOK, BOUND = read_lines(__spec__)  # all lines, and by the id of an event those in which it is said as it is
COLOUR = ("big.s", "big.c", "big.r", "back", "last")  # what is passed over when there was enough of it
E = TypeVar("E", bound=Event)
L = TypeVar("L", bound=Callable[..., None])
Listener = Callable[["Ear", Any], None]  # it is given the event that it was found by
HEARD: dict[str, Listener] = {}  # by the id of an event
OTHERWISE: list[Callable[[Ear, Told], bool]] = []  # what hears all other events; each says whether it has


def hears(*kinds: type[Event]) -> Callable[[L], L]:
    """Have a function hear these events."""

    def note(listener: L) -> L:
        HEARD.update((kind.id, listener) for kind in kinds)
        return listener

    return note


class Before:
    """How everybody stood before."""

    def __init__(self, race: Race) -> None:
        self.totals = dict(race.totals)
        self.places = {who: race.place(who) for who in race.totals}
        self.leader = race.first()


class Heard(NamedTuple):
    """One telling, and where it stands among all of them."""

    n: int
    told: Told
    event: Event | None  # none, if it is a remark

    @property
    def head(self) -> int:
        """Where the event stands to which this belongs; -1, if it stands for itself."""
        return self.n - self.told.of if self.told.of else -1


class Ear:
    """What one input has told in public. What is taken goes into the next moment that is said."""

    def __init__(self, race: Race, told: Sequence[Told], bots: Collection[str]) -> None:
        self.race, self.bots, self.before = race, bots, Before(race)
        self.left = [Heard(n, each, each.event) for n, each in enumerate(told) if each.to == PUBLIC]
        self.table = ""  # at which the last was told
        self.taken: list[int] = []
        self.inside: set[int] = set()  # what was taken since the scene began
        self.opened: events.SquareOpened | None = None  # the square from which an event came, if it came from one
        self.moments: list[Moment] = []

    def run(self) -> list[Moment]:
        """Hear it all."""
        self.race.face = ""
        while self.left:
            self.inside.clear()
            if self.left[0].told.what in HEARD:
                self.hear_next()
            elif not any(listener(self, self.left[0].told) for listener in OTHERWISE):
                self.race.learn(*self.left.pop(0)[1:])
            self.taken = []
        return self.moments

    def hear_next(self) -> None:
        """Hear what comes next, with all that belongs to it, by what has ears for it."""
        outer, self.inside = self.inside, set()
        listener = HEARD[self.left[0].told.what]
        listener(self, self.take())
        self.inside |= outer

    # -- what comes next

    def is_next(self, *kinds: type[Event]) -> bool:
        """Return whether one of these is next, in this scene or after it."""
        return bool(self.left) and isinstance(self.left[0].event, kinds)

    def has_more(self) -> bool:
        """Return whether what comes next belongs to this scene."""
        return bool(self.left) and self.left[0].head in self.inside

    def take(self) -> Any:
        """Take the next event, of which something will be said."""
        heard = self.left.pop(0)
        self._take(heard)
        self.race.learn(heard.told, heard.event)
        return heard.event

    def take_if(self, kind: type[E], **facts: Any) -> E | None:
        """Take what comes next if it belongs to this scene, is of this kind and has these facts."""
        if not self.has_more() or not isinstance(event := self.left[0].event, kind):
            return None
        if any(getattr(event, name) != value for name, value in facts.items()):
            return None
        self.take()
        return event

    def scene(self) -> Iterator[Event | None]:
        """Take all that belongs to this scene, one after the other, but for what is left to be heard in its turn."""
        at = 0
        while at < len(self.left) and self.left[at].head in self.inside:
            heard = self.left.pop(at)
            self._take(heard)
            yield heard.event
            if self._leaves:
                self.left.insert(at, heard)
                at += 1
            else:
                self.race.learn(heard.told, heard.event)

    _leaves = False

    def leave(self) -> None:
        """Leave the event of a scene that was given last to be heard in its turn."""
        self.taken.pop()
        self._leaves = True

    def _take(self, heard: Heard) -> None:
        self._leaves, self.table = False, heard.told.table
        self.taken.append(heard.n)
        self.inside.add(heard.n)

    def place(self) -> Place:
        """Return the round that the event is about."""
        return self.race.at(self.table)

    # -- what is said

    def say(self, name: str, /, **facts: Any) -> Moment:
        """Say something of all that was taken."""
        at = self.taken[0] if self.taken else self.moments[-1].at
        moment = Moment(name, facts, at, self.taken)
        self.taken = []
        self.moments.append(moment)
        return moment

    def also(self, name: str, /, **facts: Any) -> Moment:
        """Say one more line after the last."""
        last, self.taken = self.moments[-1], []
        moment = Moment(name, facts, last.at)
        self.moments.append(moment)
        return moment

    def hush(self) -> None:
        """Say nothing of what was taken: it stands elsewhere."""
        self.moments.append(Moment("", {}, self.taken[0], self.taken))
        self.taken = []
