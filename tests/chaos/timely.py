"""Deadlines: nobody's time is up before it was given in full, and nobody is waited for much longer.

What somebody has is reckoned here once more, from the pace and from what the question says of its patience; the host is
only asked what it has said: that everybody has more time, and that some was given back.
"""

from typing import Any, NamedTuple

from engine.kernel import PUBLIC
from engine.kernel.record import AnswerEntry
from engine.rulesets import ruleset
from host.core.context import load_engine_game
from host.core.events import OutageCredited, SilenceCredited
from host.core.session import Clock, LogEntry, SeatedPlayer, Session
from tests.chaos.broken import law

HOUR = 3600.0
SHARES = {"brief": 0.25, "quick": 0.5, "turn": 1.0, "long": 2.0}
CREDITED = (OutageCredited.id, SilenceCredited.id)
LEAST = 1 / 8  # of its time, for whoever is led back to a question whose clock lasts
Span = tuple[float, float]
Asked = tuple[str, int]  # of whom, and what


class Since(NamedTuple):
    """What somebody is asked: since when, how much more time they were given, and how much was given back."""

    at: float
    more: float = 0.0
    back: float = 0.0


class Over(NamedTuple):
    """Somebody's time is up: for how long they were asked with the clocks running, and how long they had."""

    waited: float
    had: float
    back: float


class Waits:
    """Everything that anybody is asked in one game. `late` is how late the host may be at worst, in this weather."""

    def __init__(self, downs: list[Span], slack: float, late: float) -> None:
        self._downs, self._slack, self._late = downs, slack, late
        self._stops, self._paused = merged(downs), 0.0
        self._asked: dict[Asked, Since] = {}
        self._before: Session | None = None

    def add(self, at: float, entry: LogEntry, session: Session) -> None:
        """One more input; raises Broken if it came too early, or too late."""
        if self._before is not None and entry.kind in ("lapse", "answer"):
            self._judge(at, entry, self._before)
        self._given(entry, session)
        for clock in session.clocks.values():
            if not _hands(session, clock.who)[1]:
                new = self._is_new(clock, entry, session)
                self._asked[clock.who, clock.mark] = Since(at) if new else self._with_least(at, clock, entry)
        if session.paused and not self._paused:
            self._paused = at
        elif self._paused and not session.paused:
            self._stops, self._paused = self._stopped(at), 0.0
        self._before = session

    def _stopped(self, at: float) -> list[Span]:
        """When no clock ran, up to now: whoever answers while the clocks are stopped is not late."""
        return merged([*self._stops, (self._paused, at)]) if self._paused else self._stops

    def _waited(self, since: float, at: float) -> float:
        return at - since - overlap(self._stopped(at), since, at)

    def _judge(self, at: float, entry: LogEntry, before: Session) -> None:
        (taken,) = [each for each in entry.taken if isinstance(each, AnswerEntry)][:1]
        asked = [self._asked[clock.who, clock.mark] for key, clock in before.clocks.items()
                 if clock.who == entry.by and key.startswith(f"{taken.table}#")]  # fmt: skip
        answered = entry.kind == "answer"
        if answered and any(at - was.at < before.pace / 2 for was in asked):
            return  # well in time
        time = seconds(before, entry)
        found = [Over(self._waited(was.at, at), time + was.more, was.back) for was in asked]
        early = all(each.waited < each.had - self._slack for each in found)
        law(answered or not early, "came too early", (found, self._stopped(at), at, entry))
        late = all(each.waited > each.had + each.back + self._slack + self._may_wait(each.had) for each in found)
        law(not late, "came too late", (found, self._stopped(at), at, entry))

    def _may_wait(self, had: float) -> float:
        """How late it may be: where timers get lost, the net below them is half as long again as the wait of hours, and
        comes once a day where people have days.
        """
        net = 24 * HOUR if had >= 6 * HOUR else had / 2 if had >= HOUR else had / 16
        return self._late and self._late + net

    def _given(self, entry: LogEntry, session: Session) -> None:
        back = _given_back(entry, self._before, session)
        if entry.kind == "extend":
            more = float(entry.value)
            self._asked = {key: was._replace(more=was.more + more) for key, was in self._asked.items()}
        elif back:
            self._asked = {key: was._replace(back=was.back + back) for key, was in self._asked.items()}

    def _with_least(self, at: float, clock: Clock, entry: LogEntry) -> Since:
        """Whoever is led back to a question whose clock lasts has a little time left, and never the whole again; none
        if nothing came of what they did meanwhile, because their time for that was up, too. To a player who
        leads themselves back in time no more is due than they had; they are in time, too, while more time was given
        back for outages than these lasted.
        """
        key, before = (clock.who, clock.mark), self._before
        was = self._asked[key]
        if entry.kind == "lapse" and entry.by == clock.who:
            return was
        if not clock.lasting or before is None or key in {(each.who, each.mark) for each in before.clocks.values()}:
            return was
        waited = self._waited(was.at, at)
        least = waited + LEAST * clock.allowed - clock.allowed
        given = max(0.0, was.back - overlap(self._stopped(at), was.at, at))
        if entry.by == clock.who and waited < clock.allowed + was.more + given + self._slack:
            return was._replace(back=max(was.back, least - was.more))
        return was._replace(more=max(was.more, least))

    def _is_new(self, clock: Clock, entry: LogEntry, session: Session) -> bool:
        """Whoever is asked the same again, or leads themselves back to it, has no more time for it than before; who has
        answered it, or made a play that everybody was told of in its place, and is asked it at once in a turn of theirs
        that comes right after has all of it.
        """
        key, before = (clock.who, clock.mark), self._before
        if before is None or key not in self._asked:
            return True
        begun = clock.asked > entry.at - 1  # where only the least time was given, it seems to have been asked long ago
        if begun and entry.by == clock.who and _settled(before, entry, key) < clock.asked:
            return not any((each.who, each.mark) == key for each in before.past.values())
        led_back = any(
            (each.who, each.mark) == key and (each.lasting or clock.who == entry.by) for each in before.past.values()
        )
        was_asked = any((each.who, each.mark) == key for each in before.clocks.values())
        return not (led_back or (was_asked and _hands(before, clock.who) == _hands(session, clock.who)))


def _given_back(entry: LogEntry, before: Session | None, after: Session) -> float:
    """How much time everybody was given back for outages by this entry. One of another kind tells it without a figure;
    then it is by how much a clock has moved that ran before and runs on.
    """
    if entry.kind == "outage":
        return float(entry.value)
    if before is None or not any(told.what in CREDITED for told in entry.told):
        return 0.0
    clocks, was = after.clocks | after.past, before.clocks | before.past
    return max((clock.asked - was[key].asked for key, clock in clocks.items() if key in was), default=0.0)


def _settled(before: Session, entry: LogEntry, asked: Asked) -> float:
    """Since when the question was asked that this entry settles, if it is this one; else for ever. A play settles one
    that stood open if it was told to everybody: a square is locked in one's own turn, and so opened.
    """
    if entry.kind not in ("answer", "play"):
        return float("inf")
    table = "" if entry.kind == "play" else next(each.table for each in entry.taken if isinstance(each, AnswerEntry))
    if entry.kind == "play" and not any(told.to == PUBLIC for told in entry.told):
        return float("inf")
    found = [clock.asked for key, clock in before.clocks.items()
             if (not table or key.startswith(f"{table}#")) and (clock.who, clock.mark) == asked]  # fmt: skip
    return max(found, default=float("inf"))


def seconds(before: Session, entry: LogEntry) -> float:
    """How long whoever is answered for here might wait, as the question says."""
    game: Any = load_engine_game(ruleset(before.ruleset), before)[0]
    asked = next(each for each in game.list_questions() if each.who == entry.by and each.key == entry.key)
    number = asked.patience.removesuffix("s")
    return float(number) if number.isdigit() else SHARES.get(asked.patience, 1.0) * before.pace


def _hands(session: Session, seat: str) -> tuple[str, bool]:
    """Who answers for a seat."""
    player = session.find_player_in(seat) or SeatedPlayer(seat)
    return player.person, player.bot


def merged(spans: list[Span]) -> list[Span]:
    """The same spans of time without any moment twice, in order."""
    found: list[Span] = []
    for begin, end in sorted(spans):
        if found and begin <= found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((begin, end))
    return found


def overlap(spans: list[Span], since: float, until: float) -> float:
    """How many seconds of these lie between two moments."""
    return sum(max(0.0, min(end, until) - max(begin, since)) for begin, end in spans)
