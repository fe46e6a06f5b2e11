"""Who may do what to which seat, in every stage of a game, how it is refused, and what it changes for whom."""

from functools import partial

import pytest

from host.core import games, seats
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import Command
from tests import listings
from tests.listings.room import PEOPLE, Room
from tests.rulesets.toy import Toy

pytestmark = pytest.mark.as_released
STAGES: dict[str, tuple[str, ...]] = {
    "lobby": ("ann new toy daily", "ann join", "bob join", "cat join", "ann bots 1"),
    "invited": ("ann invite",),
    "half over": ("ann begin", "bob pick 3", "cat standin", "… 13"),
    "asked": ("ann programs on", "dan join", "cat vote Ann", "bob standin"),
    "come back": ("bob join", "cat join", "ann vote Cat", "bob admit Dan"),
    "paused": ("bob vote Cat", "ann pause"),
    "left": ("ann resume", "cat join", "bob leave yes"),
    "full": ("ann admit Dan", "ann pick 2", "dan pick 4", "cat pick 1", "… 2"),
    "over": ("ann endgame yes",),
}
LATE = ("half over", "full")
SEATS = ("p1", "p2", "p3", "p4", "p9")
ONE = {  # of a seat
    "kick": seats.kick_from_seat,
    "replace": seats.replace_in_seat,
    "stand in": seats.request_stand_in,
    "vote": seats.vote_for_stand_in,
}
ALL = {
    "leave": seats.leave_game,
    "join": games.sit_at_table,
    "join as a program": games.sit_at_table,
    "admit": partial(seats.admit_to_seat, wish="1"),
    "invite": seats.restrict_seats_to_invited,
    "refuse programs": partial(seats.set_programs_allowed, allowed=False),
    "add a computer": games.add_bot,
    "begin": games.start_game,
    "pause": ticking.pause_session_clocks,
    "resume": ticking.resume_session_clocks,
    "extend": partial(ticking.grant_extra_time, seconds=3600),
    "close": seats.close_table,
}
FIELDS = ("stage", "places", "programs", "votes", "paused")


class Table:
    """A game in which one thing after the other is tried, and nothing is saved."""

    def __init__(self):
        self.room, self.saved = Room(), []
        self.names = {person.id: name for name, person in self.room.people.items()}

    def go_on(self, *lines):
        self.room.do(*lines)
        (self.session,) = self.room.host.store.iter_sessions()

    def describe(self, session):
        """All that somebody could notice, by what it is of; moments as seconds from now."""
        found = {name: getattr(session, name) for name in FIELDS}
        for each in session.players:
            marks = [mark for mark in ("bot", "out", "program") if getattr(each, mark)]
            found[each.seat] = " ".join(["is", self.names.get(each.person, "nobody"), "at", each.place or "–", *marks])
        for book, clocks in (("clock", session.clocks), ("kept clock", session.past)):
            for key, clock in clocks.items():
                since, due = clock.asked - self.room.time, clock.due - self.room.time
                found[f"{book} {key}"] = f"of {clock.who} {since:+.0f}s {due:+.0f}s {clock.rung} rung"
        for book, wishes in (("wish", session.wishes), ("promise", session.takeovers)):
            for key, wish in wishes.items():
                found[f"{book} {key}"] = f"of {self.names[wish.person]} at {wish.place}, votes {wish.votes}"
        return found

    def attempt(self, name, deed, *given):
        command = Command(by=self.room.people[name].id)
        reply = deed(self.room.host, command, self.session.id, *given)
        if not reply.ok:
            return reply.code
        commit = self.saved.pop()
        was, now = self.describe(self.session), self.describe(commit.session)
        changed = [f"{key} {now.get(key, '–')}" for key in sorted({*was, *now}) if was.get(key) != now.get(key)]
        entry = commit.entry
        said = [f"{len(post.lines)} lines and {len(post.asks)} questions to {post.chat}" for post in commit.posts]
        return "; ".join([f"{entry.kind} {entry.by} {entry.key}".rstrip(), *changed, *said])


def merge(outcomes):
    """The outcomes, each with all for whom it is so."""
    found: dict[str, list[str]] = {}
    for who, what in outcomes:
        found.setdefault(what, []).append(who)
    return [f"  {', '.join(who)}: {what}" for what, who in found.items()]


def tell_of_seats(table, title, deeds, guest):
    """Each deed about each seat, by each person."""
    for what, deed in deeds.items():
        yield f"# {title}: {what}"
        more = (guest,) if what == "replace" else ()
        yield from merge(
            (f"{name} {seat}", table.attempt(name, deed, seat, *more)) for seat in SEATS for name in PEOPLE
        )


def tell_of_all(table, title, deeds):
    """Each deed about a whole game, or one's own seat, by each person."""
    for what, deed in deeds.items():
        yield f"# {title}: {what}"
        guests = {
            name: (Guest(person.id, person.name, person.place, program=what == "join as a program"),)
            for name, person in table.room.people.items()
            if what.startswith("join")
        }
        yield from merge((name, table.attempt(name, deed, *guests.get(name, ()))) for name in PEOPLE)


def tell(monkeypatch):
    table = Table()
    dan = table.room.people["dan"]
    guest = Guest(dan.id, "Dan", "t:dan")
    for stage, lines in STAGES.items():
        table.go_on(*lines)
        store = table.room.host.store
        kept, store.commit = store.commit, table.saved.append
        yield from tell_of_seats(table, stage, ONE, guest)
        yield from tell_of_all(table, stage, ALL)
        with monkeypatch.context() as rules:
            rules.setattr(Toy, "list_plays", lambda *_: [])
            title = f"{stage}, where the rules let nobody go"
            yield from tell_of_seats(table, title, {"kick": ONE["kick"]} if stage in LATE else {}, guest)
            yield from tell_of_all(
                table, title, {"leave": ALL["leave"], "admit": ALL["admit"]} if stage in LATE else {}
            )
        store.commit = kept


def test_who_may_do_what_to_which_seat_and_what_it_changes_is_listed(monkeypatch):
    listings.compare("seats", tell(monkeypatch))
