"""Counts what people and places have done, and the achievements it comes to.

The ruleset says what counts (`deeds`), how it is shown (`tallies`), and what it may earn (`achievements`).

What was done stands in the game's log, and is added up from there about once a round: when an input counts for all who
play, when somebody comes or goes, when the game is over, or after some inputs; in the same transaction as that input.
Until then whoever asks is told what the log has beyond it. Of deeds that are a `best`, the highest is kept at once. An
achievement is earned when its deed has been counted often enough; nothing else is kept of it. The transaction says
where the counts must not be, and is refused if they are there. The refusal brings the counts, and the input is done
anew as one that earns it. So it is announced exactly once. Where a refusal would be dear, counts are read beforehand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct, field

from engine.kernel import Achievement, Deed, Reader, Ruleset, Told, as_event, as_told
from engine.rulesets import RULESETS
from host.core import events
from host.core.context import HostContext
from host.core.session import LOBBY, RUNNING, LogEntry, Session
from host.core.store.items import CountBound

SELDOM = 64  # inputs between two additions, at most
MANY = 2  # people counted together: whoever plays alone is counted with each answer, and each would be a read more
Counts = dict[str, dict[str, int]]  # by whose they are


class Tally(Struct):
    """The counters of one person or place, the best of what was ever reached, and the achievements they come to."""

    counts: dict[str, int]
    earned: list[tuple[str, str]]


class Done(Struct):
    """What is added to whose counters, and what may have come to a new height."""

    counts: Counts = field(default_factory=dict)
    best: Counts = field(default_factory=dict)


class SeatsAndPlaces(NamedTuple):
    """Who sits where, and in which places the game is shown."""

    seats: list[tuple[str, str, bool, bool]]  # and whether a computer answers for them, and whether they are out
    places: list[str]

    def person(self, seat: str) -> list[str]:
        """Whose deeds in this seat are; nobody's, if a computer did them."""
        return [f"person:{person}" for each, person, bot, _ in self.seats if each == seat and person and not bot]

    @property
    def people(self) -> set[str]:
        """All who are there themselves."""
        return {f"person:{person}" for _, person, bot, out in self.seats if person and not (bot or out)}


def around(session: Session) -> SeatsAndPlaces:
    """Who is there now."""
    return SeatsAndPlaces(
        [(each.seat, each.person, each.bot, each.out) for each in session.players], list(session.places)
    )


def done(rules: Ruleset[Any], there: SeatsAndPlaces, told: Iterable[Told], found: Done | None = None) -> Done:
    """What was done by all that was told, on top of what was `found` before."""
    found = found or Done()
    places = [f"chat:{place}" for place in there.places]
    for deed in _deeds(rules, told):
        name = f"{rules.name}.{deed.name}"
        for person in there.person(deed.who) if deed.table else ():
            table = found.best.setdefault(table_of(name), {})
            ranked = person.removeprefix("person:")
            table[ranked] = max(table.get(ranked, 0), deed.amount)
        for owner in [*there.person(deed.who), *places]:
            if deed.best:
                best = found.best.setdefault(owner, {})
                best[name] = max(best.get(name, 0), deed.amount)
            else:
                counts = found.counts.setdefault(owner, {})
                counts[name] = counts.get(name, 0) + deed.amount
    return found


def table_of(name: str) -> str:
    """The owner of the bests that stand in the table of this name, each by whose it is."""
    return f"table:{name}"


def ranked(host: HostContext, rules: Ruleset[Any], name: str) -> list[tuple[str, int]]:
    """A table of bests: who, and how much, the highest first."""
    found = host.store.bests(table_of(f"{rules.name}.{name}"))
    return sorted(found.items(), key=lambda each: (-each[1], each[0]))


def _deeds(rules: Ruleset[Any], told: Iterable[Told]) -> list[Deed]:
    return [deed for line in told for deed in rules.deeds(as_event(rules, line))]


def added(
    rules: Ruleset[Any],
    session: Session,
    before: SeatsAndPlaces,
    told: Sequence[Told],
    log: Callable[[str, int, int], list[LogEntry]],
) -> Done:
    """What this input adds to whose counters, if it is time for that: with all that the log has since the last time.
    Who sat there `before` did what was done before.
    """
    now, first = done(rules, around(session), told), first_uncounted(session)
    moved = around(session) != before
    if session.stage == RUNNING and not (moved or _time(session, now, first)):
        session.counted = first
        return Done(best=now.best)
    found = Done()
    if first < session.entries and session.stage != LOBBY:
        for entry in log(session.id, first, session.entries - first):
            done(rules, before, entry.told, found)
    for place in before.places if session.done else ():
        _add(found.counts, {f"chat:{place}": session.done})
    _add(found.counts, now.counts)
    session.done, session.counted = {}, session.entries + 1
    return Done(found.counts, now.best)


def first_uncounted(session: Session) -> int:
    """From which entry of the log on nothing has been counted. Older releases counted people's deeds at once."""
    return session.entries if session.counted < 0 else session.counted


def _time(session: Session, now: Done, first: int) -> bool:
    """Does this count for all who are there, so that most of what adding takes is due anyway? Or is it long ago?"""
    people = around(session).people
    return session.entries + 1 - first >= SELDOM or bool(people and people <= now.counts.keys())


def _add(counts: Counts, more: Counts) -> None:
    for owner, names in more.items():
        into = counts.setdefault(owner, {})
        for name, amount in names.items():
            into[name] = into.get(name, 0) + amount


def waiting(host: HostContext, owner: str) -> dict[str, int]:
    """What `person:ID` or `chat:PLACE` has done in unfinished games, and has not been counted yet."""
    found: Counts = {}
    for session, _, *_ in host.store.games(host.store.games_of(owner)):
        first, there = first_uncounted(session), around(session)
        log = host.store.log(session.id, first, session.entries - first) if first < session.entries else []
        told = [line for entry in log for line in entry.told]
        _add(found, done(RULESETS[session.ruleset], there, told).counts if session.ruleset in RULESETS else {})
        _add(found, {f"chat:{place}": session.done for place in there.places})
    return found.get(owner, {})


def beforehand(host: HostContext, rules: Ruleset[Any], counts: Iterable[str], had: Counts) -> Counts:
    """The counts of people before this input, as far as it is worth reading them, and whatever a refusal has brought.

    A refused transaction is paid for like one that happened. One in which many are counted takes some twenty units, and
    one of them comes to something often; four counts, perhaps a moment old, are read for the price of half a unit.
    """
    people = [owner for owner in counts if owner.startswith("person:")] if rules.achievements else []
    if len(people) < MANY:
        return had
    return dict(zip(people, host.store.ledgers(people, strong=False), strict=True)) | had


class NearAchievement(NamedTuple):
    """An achievement that this input may bring: whose, in which seat, and where their count must be (or not be)."""

    owner: str
    seat: str
    achievement: Achievement
    bound: CountBound


def near(
    rules: Ruleset[Any],
    session: Session,
    before: SeatsAndPlaces,
    counts: Mapping[str, Mapping[str, int]],
    had: Mapping[str, Mapping[str, int]],
) -> list[NearAchievement]:
    """What may be earned by this, also by whoever leaves with it. Of whoever's counts are not known it is taken that
    they do not earn it just now.
    """
    sat = [*before.seats, *around(session).seats]
    people = {f"person:{person}": seat for seat, person, bot, _ in sat if person and not bot}
    named = [(f"{rules.name}.{each.deed}", each) for each in rules.achievements]
    return [
        NearAchievement(owner, seat, each, _bound(name, each, counts[owner], had.get(owner)))
        for owner, seat in people.items()
        if owner in counts
        for name, each in named
        if name in counts[owner]
    ]


def _bound(name: str, each: Achievement, added: Mapping[str, int], had: Mapping[str, int] | None) -> CountBound:
    low, high = each.threshold - added[name], each.threshold
    return CountBound(name, low, high, inside=had is not None and low <= had.get(name, 0) < high)


def bounds(found: Iterable[NearAchievement]) -> dict[str, list[CountBound]]:
    """On which counts the input depends: should it turn out to earn what it was not taken to earn, it is done anew."""
    by_owner: dict[str, list[CountBound]] = {}
    for each in found:
        by_owner.setdefault(each.owner, []).append(each.bound)
    return by_owner


def news(found: Iterable[NearAchievement], there: SeatsAndPlaces) -> list[Told]:
    """What people have earned by this, for everybody to hear, and for those who are `there` wherever they are."""
    said = []
    for each in found:
        if each.bound.inside:
            name, why = each.achievement.name, each.achievement.sentence
            said.append(as_told(events.MedalEarned(each.seat, name, why), {}))
            if each.owner in there.person(each.seat):
                said.append(as_told(events.OwnMedalEarned(name, why), {}, each.seat))
    return said


def tally(host: HostContext, owner: str, rules: Ruleset[Any]) -> Tally:
    """What `person:ID` or `chat:PLACE` has done under these rules."""
    return _tally(_counts(host, owner), rules)


def _counts(host: HostContext, owner: str) -> dict[str, int]:
    """All that is counted of somebody, with what waits to be."""
    counts = {owner: host.store.counts(owner) | host.store.bests(owner)}
    _add(counts, {owner: waiting(host, owner)})
    return counts[owner]


def _tally(counts: Mapping[str, int], rules: Ruleset[Any]) -> Tally:
    lead = f"{rules.name}."
    counts = {name.removeprefix(lead): count for name, count in counts.items() if name.startswith(lead)}
    known = rules.achievements
    earned = [(each.name, each.sentence) for each in known if counts.get(each.deed, 0) >= each.threshold]
    return Tally(counts, earned)


def _rates(rules: Ruleset[Any], counts: Mapping[str, int], reader: Reader) -> list[str]:
    """How often things went well, of how often they were tried; the best first."""
    found = [(text, counts.get(well, 0), counts.get(tried, 0)) for text, (well, tried) in rules.rates.items()]
    known = sorted([each for each in found if each[2]], key=lambda each: (-each[1] / each[2], -each[2]))
    return [reader.say(text, right=well, asked=tried, share=round(100 * well / tried)) for text, well, tried in known]


def lines(host: HostContext, owner: str, reader: Reader) -> list[str]:
    """What `person:ID` has done, or everybody together in `chat:PLACE`, as adapters show it."""
    found, counts = list[str](), _counts(host, owner)
    for rules in RULESETS.values():
        known = _tally(counts, rules)
        shown = rules.tallies.items()
        done_here = [reader.say(text, n=known.counts[name]) for name, text in shown if known.counts.get(name)]
        done_here += _rates(rules, known.counts, reader)
        earned = [f"🏅 {reader.value(name)}: {reader.value(sentence)}" for name, sentence in known.earned]
        if done_here:
            found += [reader.value(rules.title), *done_here, *(earned if owner.startswith("person:") else [])]
    return found or [reader.say("Nothing has been counted yet.")]
