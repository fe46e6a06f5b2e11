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
from host.core.context import HostContext, load_engine_game
from host.core.error_lines import format_error_location
from host.core.session import OVER, SeatedPlayer, Session, clean_display_name
from host.core.store.store import SavedGame
from host.extras.fame import profiles
from host.extras.fame.profiles import Profile

log = logging.getLogger(__name__)
MAX_RESULTS = 24  # finished games that are looked at, the newest
TOP = 3  # of each record
MAX_GAME_RECORDS = 8  # records of one game
HONOURED = 10
RESULTS_CACHE_SECONDS = 60.0  # seconds for which a list of results is cached
COUNTS_CACHE_SECONDS = 300.0  # seconds for which the counts of somebody in the lists are remembered


class RaceResult(NamedTuple):
    """How one player finished a game; bots have only a name, forgotten people and programs nothing."""

    person: str
    key: str
    name: str
    place: int
    total: int
    won: bool
    program: bool = False


class Result(NamedTuple):
    """A finished game and how everybody finished in it."""

    game: str
    ruleset: str
    made: float
    currency: str
    finishes: list[RaceResult]


class Champion(NamedTuple):
    """A winner with the number of wins, and the address of their profile if they show one."""

    name: str
    wins: int
    address: str


class HallOfFame(NamedTuple):
    """The hall of fame of one place."""

    games: int
    champions: list[Champion]
    richest: tuple[Result, RaceResult] | None
    lines: list[tuple[str, int, str]]  # what all together have done: ruleset, how much, the sentence


def list_game_results(host: HostContext, owner: str, most: int = MAX_RESULTS) -> list[Result]:
    """Return the results of the finished games of `owner`, a person (`person:ID`) or a place (`chat:PLACE`), the last
    opened first and at most `most`, or 24, without unreadable ones; they are remembered in this process for a minute.
    """
    now = host.now()
    found = host.recent.get_or_compute(
        ("results", owner), now, now + RESULTS_CACHE_SECONDS, lambda: _list_newest_results(host, owner)
    )
    return found[:most]


def _list_newest_results(host: HostContext, owner: str) -> list[Result]:
    """Return the results of the 24 last opened of the finished games of `owner` (`person:ID` or `chat:PLACE`), the last
    opened first, without unreadable ones.
    """
    saved = [each for each in host.store.load_games(host.store.list_past_game_ids(owner)) if each.session.stage == OVER]
    over = sorted(saved, key=lambda each: -each.session.made)
    return [found for each in over[:MAX_RESULTS] if (found := _find_cached_result(host, each))]


def _find_cached_result(host: HostContext, saved: SavedGame) -> Result | None:
    """Return the result of a finished game from the cache, or compute it; None if it cannot be read. The cache's key
    contains the game's version, which changes only when a player's account is merged or deleted.
    """
    key = "result", saved.session.id, saved.version
    return host.recent.get_or_compute(key, host.now(), math.inf, lambda: _build_result(saved.session))


def _build_result(session: Session) -> Result | None:
    """Compute the result of a finished game by loading it; None if its ruleset is unknown, nobody finished, or its
    rules fail, which is logged.
    """
    if session.ruleset not in RULESETS:
        return None
    try:
        view = load_engine_game(ruleset(session.ruleset), session)[0].build_view()
    except Exception as error:  # noqa: BLE001 # rules may break in any way
        log.warning("finished game unreadable error=%s", format_error_location(error), extra={"game": session.id})
        return None
    people = {player.seat: player for player in session.players}
    lines = [(line, people[line.who]) for line in view.standings if line.who in people]
    finishes = [_build_race_result(line, who, won=line.who in view.winners) for line, who in lines]
    return Result(session.id, session.ruleset, session.made, view.currency, finishes) if finishes else None


def _build_race_result(line: Standing, who: SeatedPlayer, *, won: bool) -> RaceResult:
    """Build how one player finished from their line of the final standings; without the person if a computer or
    program played.
    """
    person = "" if who.bot or who.program else who.person
    key = person or (who.name if who.bot and not who.program else "")
    return RaceResult(person, key, who.name, line.place, line.total, won, who.program)


# -- a place


def build_hall_of_fame(host: HostContext, place: str) -> HallOfFame:
    """Build what is shown of the newest 24 finished games of a place: who has won most (ten at most; computers too, but
    no programs or forgotten people), the highest total of anybody but a program, and what all players there together
    have done, also in older games.
    """
    found = list_game_results(host, f"chat:{place}")
    wins, names = Counter[str](), dict[str, str]()
    for result in reversed(found):
        for each in result.finishes:
            names[each.key] = each.name
            wins[each.key] += each.won
    del wins[""]
    honoured = [(key, n) for key, n in wins.most_common(HONOURED) if n]
    shown = profiles.load_profiles(host.store, [key for key, _ in honoured])
    champions = [Champion(names[key], n, shown[key].address if key in shown else "") for key, n in honoured]
    finishes = [(result, each) for result in found for each in result.finishes if not each.program]
    richest = max(finishes, key=lambda each: each[1].total, default=None)
    return HallOfFame(len(found), champions, richest, list(_iter_tallies(host, f"chat:{place}")))


def _iter_tallies(host: HostContext, owner: str) -> Iterator[tuple[str, int, str]]:
    """Yield, for each of the first eight things that a ruleset counts (such as rounds won) and that is not zero for
    this person or place, the name of the ruleset, the number, and the sentence that says it.
    """
    counts = host.store.load_counts(owner) | host.store.load_and_prune_bests(owner)
    for name, rules in RULESETS.items():
        yield from (
            (name, counts[f"{name}.{deed}"], text)
            for deed, text in list(rules.tallies.items())[:MAX_GAME_RECORDS]
            if counts.get(f"{name}.{deed}")
        )


# -- everybody who wants to stand in the lists


class Record(NamedTuple):
    """A record: the ruleset, its sentence, and the best people with number and profile."""

    ruleset: str
    text: str
    best: list[tuple[str, int, str]]


def list_all_time_records(host: HostContext) -> list[Record]:
    """Return for each thing that is counted (such as rounds won) a record of the three highest figures among people who
    show their records, by their public names; what nobody has done is left out. The figures may be some minutes old.
    """
    people = profiles.list_ranked_people(host.store)
    shown, names = profiles.load_profiles(host.store, people), host.store.load_person_names(people)
    there = [who for who in people if who in shown and who in names]
    counts = _load_counts(host, there)
    found = []
    for name, rules in RULESETS.items():
        for deed, text in rules.tallies.items():
            best = _list_top_counts(counts, f"{name}.{deed}")
            rows = [(format_public_name(names[who], shown[who]), n, shown[who].address) for who, n in best]
            found += [Record(name, text, rows)] if rows else []
    return found


def _load_counts(host: HostContext, people: Sequence[str]) -> dict[str, dict[str, int]]:
    """Return by id what is counted for each of these people in their statistics, remembered in this process for some
    minutes because each costs a read.
    """

    def read_counts(who: str) -> dict[str, int]:
        """Return by name (`RULESET.THING`) what is counted for the person with this id: sums, and best results."""
        owner = f"person:{who}"
        return host.store.load_counts(owner) | host.store.load_and_prune_bests(owner)

    now = host.now()
    return {
        who: host.recent.get_or_compute(("counts", who), now, now + COUNTS_CACHE_SECONDS, partial(read_counts, who))
        for who in people
    }


def _list_top_counts(counts: Mapping[str, Mapping[str, int]], name: str) -> list[tuple[str, int]]:
    """Return the highest figures above zero of one thing that is counted, at most three, each as (person, figure), the
    highest first.
    """
    had = [(who, each[name]) for who, each in counts.items() if each.get(name, 0) > 0]
    return sorted(had, key=lambda each: (-each[1], each[0]))[:TOP]


def format_public_name(name: str, profile: Profile) -> str:
    """Return a person's name for strangers to read: only what stands before its first space, unless their profile shows
    all of it.
    """
    shown = clean_display_name(name)
    return shown if profile.whole_name else shown.partition(" ")[0]


# -- two of them


class HeadToHead(NamedTuple):
    """How often two people met in finished games, and how often each was ahead."""

    met: int
    ahead: int
    behind: int


def compute_head_to_head(found: Sequence[Result], person: str, other: str) -> HeadToHead:
    """Count in how many of these finished games both people played, in how many `person` had a better place than
    `other`, and in how many a worse one; an equal place counts for neither.
    """
    both = [{each.person: each.place for each in result.finishes if each.person} for result in found]
    met = [places for places in both if person in places and other in places]
    ahead = sum(places[person] < places[other] for places in met)
    return HeadToHead(len(met), ahead, sum(places[person] > places[other] for places in met))


def list_medals(host: HostContext, person: str) -> list[tuple[str, str]]:
    """Return the achievements that a person has earned in all rulesets, each as (name, sentence)."""
    return [
        earned
        for rules in RULESETS.values()
        for earned in statistics.load_tally(host, f"person:{person}", rules).earned
    ]


def list_own_records(host: HostContext, person: str) -> list[tuple[str, int, str]]:
    """Return, for each of the first eight things that a ruleset counts (such as rounds won) and that is not zero for
    this person, the name of the ruleset, the number, and the sentence that says it.
    """
    return list(_iter_tallies(host, f"person:{person}"))
