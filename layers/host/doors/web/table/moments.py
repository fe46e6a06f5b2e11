"""Moments: what has just happened, large and in the board's place, made of what everybody was told.

An event says itself whether it is worth one, and of which kind (its beat). The order told is the order shown; what is
told after an event and is no beat of its own, or only a small one that belongs to it, is said within its moment.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from engine.kernel import PUBLIC, Told, as_event
from engine.kernel.beat import Beat, Kind
from engine.kernel.ruleset import Ruleset
from host.shown.views import ToldStep

FOR_ALL = frozenset[Kind]({"cycle", "reached", "zone", "crown"})  # which concern every table
# Within the moment of what they belong to; and, where nothing says what they belong to, of what was seen last.
SMALL = frozenset[Kind]({"saved", "big", "loss", "out", "booster", "held", "walk"})
OF_OTHERS = frozenset[Kind](
    {"doors", "bomb", "reveal", "answer", "held", "took"}
)  # which are about more than one player
# One moment for several that come one after the other, and which may end which.
TOGETHER = frozenset[tuple[Kind, Kind]](
    [
        *(("bid", "bid"), ("hand", "hand"), ("rest", "rest"), ("reveal", "answer"), ("attack", "attack")),
        *(("bombed", "lost"), ("roof", "won"), ("lost", "lost")),
    ]
)


class Sum(NamedTuple):
    """Money in a moment: whose, how much, and whether they have gained or lost it; 0, where it only stands there."""

    who: Sequence[str]
    amount: int
    sign: int


class Line(NamedTuple):
    """One thing that was told, with its facts and its beat, also if it was told before there were events."""

    told: Told
    facts: Mapping[str, Any]
    beat: Beat | None

    def names(self, fact: str) -> list[str]:
        """Whom a fact names: one, several, or nobody."""
        found = self.facts.get(fact, [])
        return [found] if isinstance(found, str) and found else list(found) if isinstance(found, list) else []

    @property
    def who(self) -> list[str]:
        """Whose it is."""
        return self.names(self.beat.who if self.beat else "who")

    @property
    def sums(self) -> list[Sum]:
        """What it brings or costs."""
        beat = self.beat
        amount = self.facts.get(beat.money) if beat else None
        if beat is None or not isinstance(amount, int):
            return []
        found = [Sum(self.who, amount - self.facts.get(beat.less, 0), beat.sign)]
        return [*found, Sum(self.names(beat.other), amount, -beat.sign)] if beat.other else found


class Moment(NamedTuple):
    """Something that has happened, what was told with it, and what had just been told before it."""

    n: int
    kind: Kind
    lines: list[Line]
    before: Sequence[Line] = ()

    @property
    def head(self) -> Line:
        """What it begins with."""
        return self.lines[0]

    @property
    def table(self) -> str:
        """Where it happened."""
        return self.head.told.table

    @property
    def who(self) -> list[str]:
        """Whose it is; where its event names nobody, whoever is named next."""
        return next((each.who for each in self.lines if each.who), [])

    @property
    def sums(self) -> list[Sum]:
        """What it brought to, or cost, each of them."""
        return [each for line in self.lines for each in line.sums]

    @property
    def square(self) -> int:
        """The square that it opens; 0, if it opens none."""
        n = self.head.facts.get("n") if self.kind in ("open", "bomb") else 0
        return n if isinstance(n, int) else 0

    def has(self, kind: Kind, who: Sequence[str]) -> bool:
        """Is there such a beat in it, about these?"""
        return any(line.beat is not None and line.beat.kind == kind and line.who == who for line in self.lines)


def read(rules: Ruleset[Any] | None, told: Told) -> Line:
    """What was told, as code reads it."""
    event = as_event(rules, told) if rules else told
    kind = event.kind
    return Line(told, event.facts, kind.beat if kind else None)


def moments(rules: Ruleset[Any] | None, said: ToldStep, others: Collection[str] = ()) -> list[Moment]:
    """All that everybody was told with one input, in its order, but for what concerns only other tables."""
    found: list[Moment] = []
    waiting: list[Line] = []
    scenes: dict[int, Moment] = {}  # by the number of each telling, the moment in which it is said
    for n, told in enumerate(said.told):
        line = read(rules, told)
        if told.to != PUBLIC or not _concerns(line, others, found):
            continue
        of = scenes.get(n - told.of) if told.of else None
        last = found[-1] if found else None
        if line.beat and not _belongs(line, line.beat.kind, of, last):
            found.append(Moment(said.n, line.beat.kind, [line], [each for each in waiting if _before(each, line)]))
            waiting, of = [], found[-1]
        elif last:
            of = of or last
            of.lines.append(line)
        else:
            waiting.append(line)
        if of:
            scenes[n] = of
    return found


def _concerns(line: Line, others: Collection[str], found: Sequence[Moment]) -> bool:
    """Is it about the table that is looked at, about one that is no more, or about all?"""
    table = line.told.table
    if table not in others or (line.beat and line.beat.kind in FOR_ALL):
        return True
    return bool(found) and found[-1].lines[-1].told.table == table


def _belongs(line: Line, kind: Kind, of: Moment | None, last: Moment | None) -> bool:
    """Is it said within another moment?"""
    if last and (last.kind, kind) in TOGETHER:
        return kind not in ("lost", "won") or not line.who or not last.who or line.who == last.who
    if kind not in SMALL:
        return False
    return of is not None or (last is not None and (not line.who or line.who == last.who or last.kind in OF_OTHERS))


def _before(each: Line, line: Line) -> bool:
    """Does this lead to that?"""
    return each.told.table == line.told.table
