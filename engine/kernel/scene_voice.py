"""How a voice makes lines of events: functions of the game that narrate them, and a voice that keeps the score.

A narrator goes through the public events of one input in order. For each kind of event a game registers a function,
which takes the event with all that follows from it and adds lines; events without one are said as `EventVoice` says
them. `SceneVoice` says what belongs together in one line, with the new total at its end.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

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
        """Note for the commentary that a player takes part now, with the total they had when they last left, or 0."""
        self.totals.setdefault(who, self.left.pop(who, 0))

    def remove_player(self, who: str) -> None:
        """Note for the commentary that a player takes part no more; their total is kept in case they return."""
        if who in self.totals:
            self.left[who] = self.totals.pop(who)

    def add_money(self, who: str, amount: int) -> None:
        """Add an amount to a player's total as the commentary remembers it, and note if that gives the game a new
        leader.
        """
        where = self.left if who in self.left else self.totals
        where[who] = where.get(who, 0) + amount
        leader = self.find_sole_leader()
        if leader not in ("", self.decided[1]):
            self.decided = (self.round, leader)

    def find_place(self, who: str) -> int:
        """Return a player's place by total, 1 for the highest; players with equal totals have the same place."""
        return 1 + sum(total > self.totals.get(who, 0) for total in self.totals.values())

    def find_sole_leader(self) -> str:
        """Return the player who alone has the highest total; an empty string if several share it, or if there is only
        one player.
        """
        most = max(self.totals.values(), default=0)
        found = [who for who, total in self.totals.items() if total == most]
        return found[0] if len(found) == 1 and len(self.totals) > 1 else ""

    def count(self, what: str, *, by: int = 1) -> int:
        """Count, for the commentary, that `what` has happened once more (or `by` times), and return how often it has
        happened in all.
        """
        self.counts[what] = self.counts.get(what, 0) + by
        return self.counts[what]

    def count_in_a_row(self, who: str, what: str) -> int:
        """Note, for the commentary, that `what` has happened to a player, and return how many times in a row it has."""
        last, n = self.runs.get(who, ("", 0))
        self.runs[who] = (what, n + 1 if last == what else 1)
        return self.runs[who][1]

    def keep_best(self, sort: str, amount: int, who: str) -> bool:
        """Remember an amount and its player if it is the largest of its sort so far; return whether it beats an earlier
        one.
        """
        most, _ = self.best.get(sort, (0, ""))
        if amount > most:
            self.best[sort] = (amount, who)
        return amount > most > 0

    def find_most(self, what: str) -> tuple[str, int]:
        """Return the player to whom something has happened most often, and how often; an empty name and 0 if several
        share that. `what` is how its counts' names begin, before the player's name.
        """
        found = {name.removeprefix(what): n for name, n in self.counts.items() if name.startswith(what)}
        most = max(found.values(), default=0)
        names = [who for who, n in found.items() if n == most]
        return (names[0], most) if len(names) == 1 else ("", 0)


class HeardEvent(NamedTuple):
    """One public announcement, and its position among all announcements of this input."""

    n: int
    told: Told
    event: Event | None  # none, if it is a remark

    @property
    def head_position(self) -> int:
        """Return the position, among the input's announcements, of the event that this one is a part of; -1 if it
        stands for itself.
        """
        return self.n - self.told.of if self.told.of else -1


class Narrator:
    """Goes through the public events of one input and collects the host's lines (moments) about them. The next line
    covers all events taken since the last one.
    """

    def __init__(self, told: Sequence[Told], learn: Callable[[Told, Event | None], None]) -> None:
        self.left = [HeardEvent(n, each, each.event) for n, each in enumerate(told) if each.to == PUBLIC]
        self.taken: list[int] = []
        self.moments: list[Moment] = []
        self.table = ""  # at which the last was told
        self._learn = learn

    def take(self, at: int = 0) -> Any:
        """Take event number `at` out of those not yet narrated, so that the next line of the commentary covers it;
        return it.
        """
        heard = self.left.pop(at)
        self.mark_taken(heard)
        self._learn(heard.told, heard.event)
        return heard.event

    def mark_taken(self, heard: HeardEvent) -> None:
        """Note that the next line of the commentary covers this event."""
        self.taken.append(heard.n)
        self.table = heard.told.table

    def take_if(self, kind: type[E], **facts: Any) -> E | None:
        """Take and return the next event not yet narrated if it is of this kind and has these facts; else return
        None.
        """
        return self.take_at(0, kind, facts) if self.left else None

    def take_at(self, at: int, kind: type[E], facts: Mapping[str, Any]) -> E | None:
        """Take and return event number `at` of those not yet narrated if it is of this kind and has these facts; else
        return None.
        """
        event = self.left[at].event
        if not isinstance(event, kind) or any(getattr(event, name) != value for name, value in facts.items()):
            return None
        self.take(at)
        return event

    def add_moment(self, moment: Moment) -> Moment:
        """Add a line to the commentary, as a moment that is still to be worded; it covers the events taken since the
        last line. Return it.
        """
        self.taken = []
        self.moments.append(moment)
        return moment


class SceneNarrator(Narrator):
    """A narrator that says a scene in one line, under the first circumstance that has a wording."""

    def __init__(self, memory: Any, told: Sequence[Told], note_event: Callable[[Any, Event], None]) -> None:
        super().__init__(told, lambda _, event: note_event(memory, event) if event is not None else None)
        self.memory = memory
        self.places: dict[str, int] = {}
        self.leader = ""
        self.note_places()

    def note_places(self) -> None:
        """Note each player's place and who leads, so that the next line of the commentary can tell what has changed."""
        memory = self.memory
        self.places = {who: memory.find_place(who) for who in memory.totals}
        self.leader = memory.find_sole_leader()

    def find(self, kind: type[E], **facts: Any) -> E | None:
        """Take and return the first event not yet narrated that is of this kind and has these facts, wherever it
        stands; None if there is none.
        """
        return next((found for at in range(len(self.left)) if (found := self.take_at(at, kind, facts))), None)

    def say(self, event: str, *circumstances: str, **facts: Any) -> None:
        """Add a line to the commentary that covers all events taken since the last one, with these facts. It is worded
        for the first of the circumstances for which the game's lines of the kind `event` have a wording.
        """
        self._add_moment(event, circumstances, facts, joins=False)

    def say_also(self, event: str, *circumstances: str, **facts: Any) -> None:
        """Add words about the events taken since to the last line of the commentary, with these facts. They are worded
        for the first of the circumstances for which the game's lines of the kind `event` have a wording.
        """
        self._add_moment(event, circumstances, facts, joins=True)

    def _add_moment(self, event: str, circumstances: Sequence[str], facts: dict[str, Any], *, joins: bool) -> None:
        at = self.taken[0] if self.taken and not joins else self.moments[-1].at
        strong = [name for name in circumstances if name]
        self.add_moment(Moment(event, facts, at, self.taken, strong=strong, joins=joins))

    def format_standing(self, who: str) -> Phrase:
        """Format a player's new total and place, with which a line of the commentary ends."""
        memory = self.memory
        return phrase("→ {total:$k}, {place:th}", total=memory.totals.get(who, 0), place=memory.find_place(who))

    def list_climbs(self, who: str, base: str) -> tuple[list[str], dict[str, Any]]:
        """Return, for the wording of a line, whether a player has taken the lead or passed somebody since the last line
        (as `base.lead` or `base.pass`), and whom they passed; empty if neither.
        """
        memory, was = self.memory, self.places.get(who, 0)
        place = memory.find_place(who)
        if memory.find_sole_leader() == who != self.leader and self.leader:
            return [f"{base}.lead"], {"other": self.leader}
        passed = [other for other, there in self.places.items() if there < was and memory.find_place(other) > place]
        if was and place < was and passed:
            return [f"{base}.pass"], {"other": min(passed, key=memory.find_place)}
        return [], {}


N = TypeVar("N", bound=Narrator)
NarrateFunction = TypeVar("NarrateFunction", bound=Callable[..., None])


class Narrators(dict[type[Event] | None, Callable[[N, Any], None]], Generic[N]):
    """The functions of a game that narrate events, by the kind of event (a remark has none)."""

    def register(self, *kinds: type[Event]) -> Callable[[NarrateFunction], NarrateFunction]:
        """Return a decorator for a function that narrates these kinds of events; it is then called for each of them."""

        def register_function(narrate: NarrateFunction) -> NarrateFunction:
            self.update(dict.fromkeys(kinds, narrate))
            return narrate

        return register_function


class SceneVoice(EventVoice):
    """A voice that says scenes in one line, and knows the score."""

    memory: type[Any] = ScoreMemory
    narrators: ClassVar[Narrators[SceneNarrator]]

    def build_memory(self, _options: Mapping[str, Any]) -> Any:
        """Build what the commentary remembers of a game, for a game of which nothing has been announced yet."""
        return self.memory(whole=True)

    def note_event(self, memory: Any, event: Event) -> None:
        """Update what the commentary remembers of the game after a public event: totals, rounds, counts. Each game
        overrides this.
        """
        raise NotImplementedError

    def build_facts(self, _memory: Any, told: Told) -> dict[str, Any]:
        """Return the facts (names, numbers) that fill in the commentary's line about an announcement."""
        return dict(told.facts)

    def build_moments(self, memory: Any, told: Sequence[Told], _bots: Collection[str] = ()) -> list[Moment]:
        """Turn the announcements of one input into lines of the commentary, as moments that are still to be worded: one
        for each scene (events told together), and one for each other event that has lines of its own.
        """
        if not memory.whole:
            return super().build_moments(memory, told)
        voice = SceneNarrator(memory, told, self.note_event)
        while voice.left:
            n, each, event = voice.left[0]
            voice.taken = []
            narrate = self.narrators.get(each.kind)
            event = voice.take()
            if narrate is not None:
                narrate(voice, event)
            elif group := self.find_lines(each, told[:n]):
                voice.moments.append(Moment(group.event, self.build_facts(memory, each), n, [n], kind=group.kind))
            voice.note_places()
        return voice.moments
