"""Simulated time, in which everything happens one step at a time in an order that follows from a seed.

Work that has to wait for somebody (a table, a platform) is a greenlet of its own: it is left wherever it waits, and
gone on with there, whenever something else comes first. The same seed gives the same story, to the last step.
"""

import heapq
import random
from collections import deque
from collections.abc import Callable
from itertools import count

from greenlet import getcurrent, greenlet

START = 1_800_000_000.0
TRACED = 150  # of the last events, so many are told when something is wrong


class Killed(BaseException):
    """This process is gone. Nothing that it still tries has any effect."""


class Process:
    """Something under way: it can be killed wherever it waits."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.dead = False


class Simulation:
    """The only clock, the only dice, and whose turn it is."""

    def __init__(self, seed: int | str) -> None:
        self.luck = random.Random(seed)
        self.now = START
        self._trace: deque[tuple[float, str, tuple[object, ...]]] = deque(maxlen=TRACED)
        self.quiet = False
        self.current: Process | None = None
        self._agenda: list[tuple[float, int, Callable[[], object]]] = []
        self._order = count()
        self._until = START
        self._waiting: dict[int, tuple[Process, greenlet]] = {}

    def at(self, moment: float, what: Callable[[], object]) -> None:
        """This happens then. It must not wait; what has to is started."""
        heapq.heappush(self._agenda, (max(moment, self.now), next(self._order), what))

    def after(self, seconds: float, what: Callable[[], object]) -> None:
        """This happens in so many seconds."""
        self.at(self.now + seconds, what)

    def start(self, process: Process, work: Callable[[], object]) -> None:
        """Begin work that may wait; called by an event."""
        self._resume(process, greenlet(work))

    def wait(self, seconds: float) -> None:
        """Called by work: everything else that comes sooner happens first."""
        moment = self.now + seconds
        if moment <= self._until and not (self._agenda and self._agenda[0][0] <= moment):
            self.now = moment
            return
        process, actor = self.current, getcurrent()
        assert process is not None
        waiting = (process, actor)
        self._waiting[id(waiting)] = waiting
        self.at(moment, lambda: self._wake(id(waiting)))
        actor.parent.switch()
        self.alive()

    def alive(self) -> None:
        """Whoever has been killed gets no further than this."""
        if self.current is not None and self.current.dead:
            raise Killed

    def _wake(self, waiting: int) -> None:
        if waiting in self._waiting:  # it may have been sent home
            self._resume(*self._waiting.pop(waiting))

    def _resume(self, process: Process, actor: greenlet) -> None:
        before, self.current = self.current, process
        actor.parent = getcurrent()
        actor.switch()
        self.current = before

    def run(self, until: float) -> None:
        """Let everything happen that happens until then."""
        self._until = until
        while self._agenda and self._agenda[0][0] <= until:
            moment, _, what = heapq.heappop(self._agenda)
            self.now = max(self.now, moment)
            what()
        self.now = max(self.now, until)

    def note(self, *words: object) -> None:
        """Add a line to the story, for those who must find out what went wrong. Most are never read: so the words are
        put together only in `format_story`.
        """
        if not self.quiet:
            self._trace.append((self.now - START, self.current.name if self.current else "-", words))

    def format_story(self) -> str:
        """Return the last lines of the story."""
        return "\n".join(f"{at:10.3f} {who:24} {' '.join(map(str, words))}" for at, who, words in self._trace)

    def chance(self, share: float) -> bool:
        """Does this happen?"""
        return share > 0 and self.luck.random() < share

    def close(self) -> None:
        """Whatever is under way ends here."""
        while self._waiting:
            process, actor = self._waiting.popitem()[1]
            process.dead = True
            self._resume(process, actor)
