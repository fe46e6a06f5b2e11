"""Counts what people and places have done, and the achievements it comes to.

The ruleset says what counts (`deeds`), how it is shown (`tallies`), and what it may earn (`achievements`).

What was done stands in the game's log, and is added up from there about once a round: when an input counts for all
who play, when somebody comes or goes, when the game is over, or after some inputs; in the same transaction as that
input. Until then readers are told what the log has beyond it. Of deeds that are a `best`, the highest is kept at
once. An achievement is earned when its deed has been counted often enough; nothing else is kept of it. An input that
brings such a deed reads its person's counters, and is counted at once if they come to the achievement with it; for
this alone the session keeps how many of these deeds wait in the log. The transaction says where the counts must not
be, and is refused if they are there. The refusal brings the counts, and the input is done anew as one that earns it.
So it is announced exactly once. Where a refusal would be dear, counts are read beforehand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct, field

from engine.kernel import Achievement, Reader, Ruleset, Told, build_told, upcast_told
from engine.rulesets import RULESETS
from host.core import events
from host.core.context import HostContext
from host.core.session import LOBBY, RUNNING, LogEntry, Session
from host.core.store.items import CountBound

MAX_UNCOUNTED_INPUTS = 64  # inputs between two additions, at most
MIN_PEOPLE_TO_READ = (
    2  # people counted together: a lone player is counted with each answer, and each would be a read more
)
PERSON = "person:"  # how the name of a person's counters begins
Counts = dict[str, dict[str, int]]  # by whose they are


class Tally(Struct):
    """The counters of one person or place, the best of what was ever reached, and the achievements they come to."""

    counts: dict[str, int]
    earned: list[tuple[str, str]]


class CountedDeeds(Struct):
    """What is added to whose counters, and what may be a new best."""

    counts: Counts = field(default_factory=dict)
    best: Counts = field(default_factory=dict)


class SeatsAndPlaces(NamedTuple):
    """Who sits where, and in which places the game is shown."""

    seats: list[tuple[str, str, bool, bool]]  # and whether a computer answers for them, and whether they are out
    places: list[str]
    programs: frozenset[str] = frozenset()  # the seats in which programs play: nothing that they do counts

    def list_deed_owners(self, seat: str) -> list[str]:
        """Return whose statistics count what is done in this seat: the person in it, as `person:ID`; an empty list
        while a computer or program plays for them.
        """
        return [f"{PERSON}{person}" for each, person, bot, _ in self.seats if each == seat and person and not bot]

    @property
    def people_present(self) -> set[str]:
        """All people at the table, as `person:ID`, who play themselves: neither out of the game nor replaced by a
        computer or program.
        """
        return {f"{PERSON}{person}" for _, person, bot, out in self.seats if person and not (bot or out)}


def build_seats_and_places(session: Session) -> SeatsAndPlaces:
    """Return who sits in which seat of a game now (nobody, where a program plays), and in which places (chats,
    threads …) the game is shown.
    """
    programs = frozenset(each.seat for each in session.players if each.program)
    seats = [(each.seat, "" if each.program else each.person, each.bot, each.out) for each in session.players]
    return SeatsAndPlaces(seats, list(session.places), programs)


def count_deeds(
    rules: Ruleset[Any], there: SeatsAndPlaces, told: Iterable[Told], found: CountedDeeds | None = None
) -> CountedDeeds:
    """Count the deeds (such as rounds won) in these announcements for the people who did them and for the places that
    show the game, those of programs left out; of deeds that count by their best, keep the highest, and for ranking
    lists also the highest of each person. Add them to what `found` has counted already, and return it.
    """
    found = found or CountedDeeds()
    places = [f"chat:{place}" for place in there.places]
    for deed in (deed for line in told for deed in rules.list_deeds(line)):
        if deed.who in there.programs:
            continue
        name = f"{rules.name}.{deed.name}"
        for person in there.list_deed_owners(deed.who) if deed.table else ():
            table = found.best.setdefault(build_best_table_owner(name), {})
            ranked = person.removeprefix(PERSON)
            table[ranked] = max(table.get(ranked, 0), deed.amount)
        for owner in [*there.list_deed_owners(deed.who), *places]:
            if deed.best:
                best = found.best.setdefault(owner, {})
                best[name] = max(best.get(name, 0), deed.amount)
            else:
                counts = found.counts.setdefault(owner, {})
                counts[name] = counts.get(name, 0) + deed.amount
    return found


def build_best_table_owner(name: str) -> str:
    """Return the key under which the store keeps the best results of people for the ranking list of this name."""
    return f"table:{name}"


def load_and_prune_best_table(host: HostContext, rules: Ruleset[Any], name: str) -> list[tuple[str, int]]:
    """Return the ranking list of this name: the id of each person with their best result, the highest first; stored
    results that were surpassed are deleted.
    """
    found = host.store.load_and_prune_bests(build_best_table_owner(f"{rules.name}.{name}"))
    return sorted(found.items(), key=lambda each: (-each[1], each[0]))


def _list_logged_lines(rules: Ruleset[Any], log: Iterable[LogEntry]) -> list[Told]:
    """Return the announcements in these log entries; those of older releases are read as today's events."""
    return [upcast_told(rules, line) for entry in log for line in entry.told]


def compute_added_counts(
    host: HostContext,
    rules: Ruleset[Any],
    session: Session,
    before: SeatsAndPlaces,
    told: Sequence[Told],
    had: Counts,
) -> tuple[CountedDeeds, Counts]:
    """Return what this input adds to the counters of people's and places' deeds, and what is known of people's
    counters before it: what a refused transaction brought (`had`), and what was read. Usually only new bests are
    added; when it is time to count, it is all deeds of the log not counted yet, which belong to those who sat there
    `before`. The session notes how far it is counted.
    """
    now, first = count_deeds(rules, build_seats_and_places(session), told), find_first_uncounted(session)
    moved = build_seats_and_places(session) != before
    if session.stage == RUNNING and not (moved or _is_time_to_count(session, now, first)):
        had = _load_counts_of_medals(host, rules, session, now) | had
        if not _is_medal_earned(rules, session, now, had):
            session.counted = first
            return CountedDeeds(best=now.best), had
    found = CountedDeeds()
    if first < session.entries and session.stage != LOBBY:
        log = host.store.load_log(session.id, first, session.entries - first)
        count_deeds(rules, before, _list_logged_lines(rules, log), found)
    for place in before.places if session.done else ():
        _add_counts(found.counts, {f"chat:{place}": session.done})
    _add_counts(found.counts, now.counts)
    session.done, session.feats, session.counted = {}, {}, session.entries + 1
    return CountedDeeds(found.counts, now.best), _load_counts_beforehand(host, rules, found.counts, had)


def _load_counts_of_medals(host: HostContext, rules: Ruleset[Any], session: Session, now: CountedDeeds) -> Counts:
    """Add to the session the deeds of this input for which there are medals, and return the stored counters (perhaps a
    little stale) of the people who did them, by owner; empty if nobody did any.
    """
    names = {f"{rules.name}.{each.deed}" for each in rules.achievements}
    feats = {owner: _select_names(done, names) for owner, done in now.counts.items() if owner.startswith(PERSON)}
    people = [owner for owner, done in feats.items() if done]
    if not people:
        return {}
    _add_counts(session.feats, {owner: feats[owner] for owner in people})
    return dict(zip(people, host.store.load_counts_of_owners(people, strong=False), strict=True))


def _select_names(counts: Mapping[str, int], names: Collection[str]) -> dict[str, int]:
    """Return those of these counters whose names are among `names`."""
    return {name: count for name, count in counts.items() if name in names}


def _is_medal_earned(rules: Ruleset[Any], session: Session, now: CountedDeeds, had: Counts) -> bool:
    """Return whether somebody whose counters are in `had` comes to a medal by a deed of this input, with those of
    theirs that wait in the log.
    """
    return any(
        counts.get(name, 0) < each.threshold <= counts.get(name, 0) + session.feats.get(owner, {}).get(name, 0)
        for owner, counts in had.items()
        for each in rules.achievements
        if (name := f"{rules.name}.{each.deed}") in now.counts.get(owner, {})
    )


def find_first_uncounted(session: Session) -> int:
    """Return the number of the first entry of a game's log whose deeds have not been added to the counters yet; in
    games of older releases, which counted at once, that of the next entry.
    """
    return session.entries if session.counted < 0 else session.counted


def _is_time_to_count(session: Session, now: CountedDeeds, first: int) -> bool:
    """Return whether to count the logged deeds now: either this input changes the counters of everybody present anyway,
    so that it costs no more, or 64 inputs have come since the last count.
    """
    people = build_seats_and_places(session).people_present
    return session.entries + 1 - first >= MAX_UNCOUNTED_INPUTS or bool(people and people <= now.counts.keys())


def _add_counts(counts: Counts, more: Counts) -> None:
    """Add to the counters in `counts`, by owner and name, those in `more`."""
    for owner, names in more.items():
        into = counts.setdefault(owner, {})
        for name, amount in names.items():
            into[name] = into.get(name, 0) + amount


def load_uncounted_deeds(host: HostContext, owner: str) -> dict[str, int]:
    """Return what `person:ID` or `chat:PLACE` has done in unfinished games that is not in their counters yet."""
    found: Counts = {}
    for session, _, *_ in host.store.load_games(host.store.list_open_game_ids(owner)):
        first, there = find_first_uncounted(session), build_seats_and_places(session)
        log = host.store.load_log(session.id, first, session.entries - first) if first < session.entries else []
        rules = RULESETS.get(session.ruleset)
        _add_counts(found, count_deeds(rules, there, _list_logged_lines(rules, log)).counts if rules else {})
        _add_counts(found, {f"chat:{place}": session.done for place in there.places})
    return found.get(owner, {})


def _load_counts_beforehand(host: HostContext, rules: Ruleset[Any], counts: Iterable[str], had: Counts) -> Counts:
    """Return people's counters as they were before this input: those in `had`, which a refused transaction brought, and
    others only if so many people are concerned that reading them now costs less than a retry.
    """
    people = [owner for owner in counts if owner.startswith(PERSON)] if rules.achievements else []
    if len(people) < MIN_PEOPLE_TO_READ:
        return had
    return dict(zip(people, host.store.load_counts_of_owners(people, strong=False), strict=True)) | had


class NearAchievement(NamedTuple):
    """An achievement that this input may bring: whose, in which seat, and the bound that their count must meet."""

    owner: str
    seat: str
    achievement: Achievement
    bound: CountBound


def list_near_achievements(
    rules: Ruleset[Any],
    session: Session,
    before: SeatsAndPlaces,
    counts: Mapping[str, Mapping[str, int]],
    had: Mapping[str, Mapping[str, int]],
) -> list[NearAchievement]:
    """Return the achievements that this input may earn people, also one who leaves the game with it, each with the
    bound that the person's counter must meet for that. People whose counters are not in `had` are taken to earn none.
    """
    sat = [*before.seats, *build_seats_and_places(session).seats]
    people = {f"{PERSON}{person}": seat for seat, person, bot, _ in sat if person and not bot}
    named = [(f"{rules.name}.{each.deed}", each) for each in rules.achievements]
    return [
        NearAchievement(owner, seat, each, _build_count_bound(name, each, counts[owner], had.get(owner)))
        for owner, seat in people.items()
        if owner in counts
        for name, each in named
        if name in counts[owner]
    ]


def _build_count_bound(
    name: str, each: Achievement, added: Mapping[str, int], had: Mapping[str, int] | None
) -> CountBound:
    """Return the bound on the counter `name` within which adding these counts reaches the achievement; whether it
    must lie inside follows from the counters known before (outside, if none are known).
    """
    low, high = each.threshold - added[name], each.threshold
    return CountBound(name, low, high, inside=had is not None and low <= had.get(name, 0) < high)


def group_count_bounds(found: Iterable[NearAchievement]) -> dict[str, list[CountBound]]:
    """Return, by owner, the bounds on counters from which these achievements were judged; if one does not hold when the
    input is saved, saving fails and is retried with the real counts.
    """
    by_owner: dict[str, list[CountBound]] = {}
    for each in found:
        by_owner.setdefault(each.owner, []).append(each.bound)
    return by_owner


def build_medal_lines(found: Iterable[NearAchievement], there: SeatsAndPlaces) -> list[Told]:
    """Build the announcements of those of these achievements whose bound says that they are earned now: one to
    everybody, and a private one to the person if they are still at the table.
    """
    said = []
    for each in found:
        if each.bound.inside:
            name, why = each.achievement.name, each.achievement.sentence
            said.append(build_told(events.MedalEarned(each.seat, name, why), {}))
            if each.owner in there.list_deed_owners(each.seat):
                said.append(build_told(events.OwnMedalEarned(name, why), {}, each.seat))
    return said


def load_tally(host: HostContext, owner: str, rules: Ruleset[Any]) -> Tally:
    """Return what `person:ID` or `chat:PLACE` has done in games of this ruleset (such as rounds won), unfinished ones
    included, counted by kind, and the achievements earned by it.
    """
    return _build_tally(_load_all_counts(host, owner), rules)


def _load_all_counts(host: HostContext, owner: str) -> dict[str, int]:
    """Return all counters and best results of an owner, with deeds of unfinished games added."""
    counts = {owner: host.store.load_counts(owner) | host.store.load_and_prune_bests(owner)}
    _add_counts(counts, {owner: load_uncounted_deeds(host, owner)})
    return counts[owner]


def _build_tally(counts: Mapping[str, int], rules: Ruleset[Any]) -> Tally:
    """Return those of these counters that belong to a ruleset, without its name before theirs, and the achievements
    that they earn.
    """
    lead = f"{rules.name}."
    counts = {name.removeprefix(lead): count for name, count in counts.items() if name.startswith(lead)}
    known = rules.achievements
    earned = [(each.name, each.sentence) for each in known if counts.get(each.deed, 0) >= each.threshold]
    return Tally(counts, earned)


def _format_success_rates(rules: Ruleset[Any], counts: Mapping[str, int], reader: Reader) -> list[str]:
    """Format, for a person's statistics, how often each thing was tried and succeeded (such as questions answered
    right), the best rate first; what was never tried is left out.
    """
    found = [(text, counts.get(well, 0), counts.get(tried, 0)) for text, (well, tried) in rules.rates.items()]
    known = sorted([each for each in found if each[2]], key=lambda each: (-each[1] / each[2], -each[2]))
    return [
        reader.format_sentence(text, right=well, asked=tried, share=round(100 * well / tried))
        for text, well, tried in known
    ]


def format_statistics(host: HostContext, owner: str, reader: Reader) -> list[str]:
    """Format the statistics of `person:ID`, or of everybody together in `chat:PLACE`, in all rulesets, as lines to
    show; medals only of a person. If there is nothing to tell, one line says so.
    """
    found, counts = list[str](), _load_all_counts(host, owner)
    for rules in RULESETS.values():
        known = _build_tally(counts, rules)
        shown = rules.tallies.items()
        done_here = [
            reader.format_sentence(text, n=known.counts[name]) for name, text in shown if known.counts.get(name)
        ]
        done_here += _format_success_rates(rules, known.counts, reader)
        earned = [f"🏅 {reader.format_value(name)}: {reader.format_value(sentence)}" for name, sentence in known.earned]
        if done_here:
            found += [reader.format_value(rules.title), *done_here, *(earned if owner.startswith(PERSON) else [])]
    return found or [reader.format_sentence("There are no statistics of this game yet.")]
