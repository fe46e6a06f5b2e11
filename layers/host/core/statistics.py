"""Counts what people and places have done, and the achievements it comes to.

The ruleset says what counts (`deeds`), how it is shown (`tallies`), and what it may earn (`achievements`).

Deeds are added up per person in the same transaction as the input that earned them, per place a little later; of
those that are a `best`, the highest is kept. An achievement is earned when its deed has been counted often enough;
nothing else is kept of it. No count is read for that: the transaction says where it must not be, and is refused if it
is there. The refusal brings the counts, and the input is done anew as one that earns it. So it is announced exactly
once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct, field

from engine.kernel import PUBLIC, Achievement, Reader, Ruleset, Told
from engine.rulesets import RULESETS
from host.core.context import HostContext
from host.core.session import RUNNING, Session
from host.core.store.items import Bound

EARNED = "{who} has earned “{name}”: {sentence}"
SELDOM = 16  # inputs between two additions to the counts of places
YOURS = "You have earned “{name}”: {sentence}"


class Tally(Struct):
    """The counters of one person or place, the best of what was ever reached, and the achievements they come to."""

    counts: dict[str, int]
    earned: list[tuple[str, str]]


class Done(Struct):
    """What one input adds to whose counters, and what it may have brought to a new height."""

    counts: dict[str, dict[str, int]] = field(default_factory=dict)
    best: dict[str, dict[str, int]] = field(default_factory=dict)


def done(rules: Ruleset[Any], session: Session, told: Iterable[Told]) -> Done:
    """What an input adds to whose counters."""
    found = Done()
    for deed in [deed for line in told for deed in rules.deeds(line)]:
        name = f"{rules.name}.{deed.name}"
        if deed.best:
            for owner in [*_person(session, deed.who), *_places(session.places)]:
                best = found.best.setdefault(owner, {})
                best[name] = max(best.get(name, 0), deed.amount)
        else:
            for into in [session.done, *(found.counts.setdefault(owner, {}) for owner in _person(session, deed.who))]:
                into[name] = into.get(name, 0) + deed.amount
    return found


def added(session: Session, places: Sequence[str]) -> dict[str, dict[str, int]]:
    """What is to be added to the counts of places: not every time, but now and then, and before a place goes or comes.

    The game keeps it until then. `places` are those where it was shown before this input.
    """
    if session.stage == RUNNING and session.entries % SELDOM and session.places == places:
        return {}
    done, session.done = session.done, {}
    return dict.fromkeys(_places(places), done) if done else {}


def _person(session: Session, seat: str) -> list[str]:
    player = session.seat(seat)
    return [f"person:{player.person}"] if player and player.person and not player.bot else []


def _places(places: Iterable[str]) -> list[str]:
    return [f"chat:{place}" for place in places]


class Near(NamedTuple):
    """An achievement that this input may bring: whose, in which seat, and where their count must be (or not be)."""

    owner: str
    seat: str
    achievement: Achievement
    bound: Bound


def near(
    rules: Ruleset[Any], session: Session, counts: Mapping[str, Mapping[str, int]], had: Mapping[str, Mapping[str, int]]
) -> list[Near]:
    """What may be earned by this. Of whoever's counts are not known it is taken that they do not earn it just now."""
    people = {f"person:{player.person}": player.seat for player in session.players if player.person and not player.bot}
    return [
        Near(owner, seat, each, _bound(f"{rules.name}.{each.deed}", each, counts[owner], had.get(owner)))
        for owner, seat in people.items()
        for each in rules.achievements
        if f"{rules.name}.{each.deed}" in counts.get(owner, {})
    ]


def _bound(name: str, each: Achievement, added: Mapping[str, int], had: Mapping[str, int] | None) -> Bound:
    low, high = each.threshold - added[name], each.threshold
    return Bound(name, low, high, inside=had is not None and low <= had.get(name, 0) < high)


def bounds(found: Iterable[Near]) -> dict[str, list[Bound]]:
    """On which counts the input depends: should it turn out to earn what it was not taken to earn, it is done anew."""
    by_owner: dict[str, list[Bound]] = {}
    for each in found:
        by_owner.setdefault(each.owner, []).append(each.bound)
    return by_owner


def news(found: Iterable[Near]) -> list[Told]:
    """What people have earned by this, for everybody to hear, and for themselves wherever they are."""
    said = []
    for each in found:
        if each.bound.inside:
            facts = {"name": each.achievement.name, "sentence": each.achievement.sentence}
            said.append(Told(EARNED, {"who": each.seat, **facts}, PUBLIC))
            said.append(Told(YOURS, facts, each.seat))
    return said


def tally(house: HostContext, owner: str, rules: Ruleset[Any]) -> Tally:
    """What `person:ID` or `chat:PLACE` has done under these rules."""
    lead = f"{rules.name}."
    counts = house.store.counts(owner) | house.store.bests(owner)
    counts = {name.removeprefix(lead): count for name, count in counts.items() if name.startswith(lead)}
    known = rules.achievements
    earned = [(each.name, each.sentence) for each in known if counts.get(each.deed, 0) >= each.threshold]
    return Tally(counts, earned)


def lines(house: HostContext, owner: str, reader: Reader) -> list[str]:
    """What `person:ID` has done, or everybody together in `chat:PLACE`, as adapters show it."""
    found = []
    for rules in RULESETS.values():
        known = tally(house, owner, rules)
        shown = rules.tallies.items()
        done_here = [reader.say(text, n=known.counts[name]) for name, text in shown if known.counts.get(name)]
        earned = [f"🏅 {reader.value(name)}: {reader.value(sentence)}" for name, sentence in known.earned]
        if done_here:
            found += [reader.value(rules.title), *done_here, *(earned if owner.startswith("person:") else [])]
    return found or [reader.say("Nothing has been counted yet.")]
