"""Who has won what: the results of finished games, the hall of fame of a place, records of all times, head-to-head.

Nobody stands in a list that strangers read unless they have chosen to.
"""

from __future__ import annotations

import logging
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from engine.kernel.view import Standing
from engine.rulesets import RULESETS, ruleset
from host.core import statistics
from host.core.context import HostContext
from host.core.display_names import tame
from host.core.error_lines import where
from host.core.loading import loaded
from host.core.session import OVER, Player, Session
from host.core.store import profiles
from host.core.store.profiles import Profile
from host.core.store.store import SavedGame

log = logging.getLogger(__name__)
MOST = 24  # finished games that are looked at, the newest
TOP = 3  # of each record
LINES = 8  # records of one game
HONOURED = 10
FRESH = 60.0  # seconds for which a list of results is cached
COUNTED = 300.0  # seconds for which the counts of somebody in the lists are remembered


class RaceResult(NamedTuple):
    """How one player came out of a game; of a computer only its name is known, and of who was forgotten nothing."""

    person: str
    key: str
    name: str
    place: int
    total: int
    won: bool


class Result(NamedTuple):
    """A finished game: which, when it was opened, and how everybody came out of it."""

    game: str
    ruleset: str
    made: float
    currency: str
    finishes: list[RaceResult]


class Champion(NamedTuple):
    """Somebody who has won, how often, and where more of them stands if they want that."""

    name: str
    wins: int
    address: str


class HallOfFame(NamedTuple):
    """The hall of fame of a place."""

    games: int
    champions: list[Champion]
    richest: tuple[Result, RaceResult] | None
    lines: list[tuple[str, int, str]]  # what all together have done: ruleset, how much, the sentence


def results(host: HostContext, owner: str, most: int = MOST) -> list[Result]:
    """How the newest finished games of `person:ID` or `chat:PLACE` came out, as it stood a moment ago at most."""
    now = host.now()
    found = host.recent.of(("results", owner), now, now + FRESH, lambda: _newest_results(host, owner))
    return found[:most]


def _newest_results(host: HostContext, owner: str) -> list[Result]:
    saved = [each for each in host.store.games(host.store.past_of(owner)) if each.session.stage == OVER]
    over = sorted(saved, key=lambda each: -each.session.made)
    return [found for each in over[:MOST] if (found := _kept_result(host, each))]


def _kept_result(host: HostContext, saved: SavedGame) -> Result | None:
    """A finished game is loaded once a process, and again if it has changed: when somebody in it was forgotten."""
    key = "result", saved.session.id, saved.version
    return host.recent.of(key, host.now(), math.inf, lambda: _result(saved.session))


def _result(session: Session) -> Result | None:
    if session.ruleset not in RULESETS:
        return None
    try:
        view = loaded(ruleset(session.ruleset), session)[0].view()
    except Exception as error:  # noqa: BLE001 # rules may break in any way
        log.warning("a finished game cannot be read (%s)", where(error), extra={"game": session.id})
        return None
    people = {player.seat: player for player in session.players}
    lines = [(line, people[line.who]) for line in view.standings if line.who in people]
    finishes = [_finish(line, who, won=line.who in view.winners) for line, who in lines]
    return Result(session.id, session.ruleset, session.made, view.currency, finishes) if finishes else None


def _finish(line: Standing, who: Player, *, won: bool) -> RaceResult:
    person = "" if who.bot else who.person
    return RaceResult(person, person or (who.name if who.bot else ""), who.name, line.place, line.total, won)


# -- a place


def of_place(host: HostContext, place: str) -> HallOfFame:
    """Whoever has won there, under the names they had; and the richest finish of all."""
    found = results(host, f"chat:{place}")
    wins, names = Counter[str](), dict[str, str]()
    for result in reversed(found):
        for each in result.finishes:
            names[each.key] = each.name
            wins[each.key] += each.won
    del wins[""]
    honoured = [(key, n) for key, n in wins.most_common(HONOURED) if n]
    shown = profiles.several(host.store, [key for key, _ in honoured])
    champions = [Champion(names[key], n, shown[key].address if key in shown else "") for key, n in honoured]
    finishes = [(result, each) for result in found for each in result.finishes]
    richest = max(finishes, key=lambda each: each[1].total, default=None)
    return HallOfFame(len(found), champions, richest, list(_together(host, f"chat:{place}")))


def _together(host: HostContext, owner: str) -> Iterator[tuple[str, int, str]]:
    counts = host.store.counts(owner) | host.store.bests(owner)
    for name, rules in RULESETS.items():
        yield from (
            (name, counts[f"{name}.{deed}"], text)
            for deed, text in list(rules.tallies.items())[:LINES]
            if counts.get(f"{name}.{deed}")
        )


# -- everybody who wants to stand in the lists


class Record(NamedTuple):
    """Who has done something most often, or has reached most: name, how much, and their page."""

    ruleset: str
    text: str
    best: list[tuple[str, int, str]]


def of_all_times(host: HostContext) -> list[Record]:
    """For each thing that is counted, the best of those who show their records."""
    people = profiles.ranked(host.store)
    shown, names = profiles.several(host.store, people), host.store.called(people)
    there = [who for who in people if who in shown and who in names]
    counts = _counts(host, there)
    found = []
    for name, rules in RULESETS.items():
        for deed, text in rules.tallies.items():
            best = _best(counts, f"{name}.{deed}")
            rows = [(called(names[who], shown[who]), n, shown[who].address) for who, n in best]
            found += [Record(name, text, rows)] if rows else []
    return found


def _counts(host: HostContext, people: Sequence[str]) -> dict[str, dict[str, int]]:
    """What these have done, as it stood some minutes ago at most: each is read in one go, and there may be many."""

    def read(who: str) -> dict[str, int]:
        owner = f"person:{who}"
        return host.store.counts(owner) | host.store.bests(owner)

    now = host.now()
    return {who: host.recent.of(("counts", who), now, now + COUNTED, partial(read, who)) for who in people}


def _best(counts: Mapping[str, Mapping[str, int]], name: str) -> list[tuple[str, int]]:
    had = [(who, each[name]) for who, each in counts.items() if each.get(name, 0) > 0]
    return sorted(had, key=lambda each: (-each[1], each[0]))[:TOP]


def called(name: str, profile: Profile) -> str:
    """What somebody is called where strangers read it: by their first name, unless they want it whole."""
    shown = tame(name)
    return shown if profile.whole_name else shown.partition(" ")[0]


# -- two of them


class Duel(NamedTuple):
    """How often two have met in games that are over, and how often each was ahead."""

    met: int
    ahead: int
    behind: int


def between(found: Sequence[Result], person: str, other: str) -> Duel:
    """Head-to-head, from the first one's side."""
    both = [{each.person: each.place for each in result.finishes if each.person} for result in found]
    met = [places for places in both if person in places and other in places]
    ahead = sum(places[person] < places[other] for places in met)
    return Duel(len(met), ahead, sum(places[person] > places[other] for places in met))


def medals(host: HostContext, person: str) -> list[tuple[str, str]]:
    """What somebody has earned: names and sentences."""
    return [
        earned for rules in RULESETS.values() for earned in statistics.tally(host, f"person:{person}", rules).earned
    ]


def records(host: HostContext, person: str) -> list[tuple[str, int, str]]:
    """What somebody has done: which game, how much, the sentence."""
    return list(_together(host, f"person:{person}"))
