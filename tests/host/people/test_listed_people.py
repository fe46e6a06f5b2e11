"""What each act on an account changes, in every stage of a game: in the account, in games, and in what is queued."""

import json
import re
from functools import partial
from operator import itemgetter
from typing import Any

import pytest

from engine.kernel import Illegal
from host.core import seats
from host.core.deadlines.clocks import DAY
from host.core.games import Guest
from host.core.session import TURNS, Command, ReachableHours, WritingStyle
from host.people import account_linking, accounts
from host.shown import views
from tests import listings
from tests.listings.room import Room

pytestmark = pytest.mark.as_released
STAGES: dict[str, tuple[str, ...]] = {  # Ann opened the game, for Bob a computer plays, Dan is to have Cat's seat
    "none": (),
    "lobby": ("ann new toy daily", "ann join", "bob join", "cat join"),
    "begun": ("bob settings quiet 23:00 8:00", "ann begin", "bob standin"),
    "paused": ("ann pause",),
    "running": ("ann resume", "ann pick 2"),
    "left": ("… 30", "ann standin", "dan settings vacation 7d"),
    "over": ("ann endgame yes",),
}
OWN_STANDING = ("you", "kept", "yours", "paused", "waits", "wishes", "sealed", "sealing", "invited", "opens", "host")


def load(room, name):
    return accounts.load_current_person(room.host, room.people[name].id)


def set_habits(habits, room, name):
    accounts.set_habits(room.host, room.people[name].id, habits)


def merge(identity, room, name):
    return account_linking.merge_accounts(room.host, room.people[name].id, identity)


def export(room, name):
    found = accounts.export_account(room.host, room.people[name].id)
    games = [[game["stage"], game["seat"], *map(itemgetter(0, 2), game["told"])] for game in found.pop("games")]
    return {key: value for key, value in found.items() if value} | {"games": games}


def describe_view(view):
    """What somebody is told of their own standing in a game, where it is not nothing."""
    told = {name: getattr(view, name) for name in OWN_STANDING}
    return {name: value for name, value in told.items() if value} | {"asked": [each.who for each in view.asked]}


ACTS: dict[str, Any] = {
    "is forgotten": lambda room, name: accounts.forget_account(room.host, room.people[name].id),
    "has all data": export,
    "opts out": lambda room, name: accounts.opt_out_account(room.host, load(room, name), f"t:{name}", f"t:{name}"),
    "opts out elsewhere": lambda room, name: accounts.opt_out_account(room.host, load(room, name), "r:x", "r:x"),
    "opts in elsewhere": lambda room, name: accounts.opt_in_account(room.host, load(room, name), "r:x", "r:x"),
    "has no place": lambda room, name: accounts.set_private_place(room.host, room.people[name].id, ""),
    "is quiet now": partial(set_habits, ReachableHours(quiet=(420, 600))),
    "is away": partial(set_habits, ReachableHours(away=(1_800_000_000.0, 1_800_000_000.0 + 5 * DAY), rings=TURNS)),
    "writes in German": partial(set_habits, ReachableHours("Europe/Berlin", style=WritingStyle("de", "."))),
    "takes Bob's name": lambda room, name: accounts.load_or_create_person(room.host, f"t:{name}", "Bob", "t:new").name,
    "takes Dan's identity": lambda room, name: accounts.link_identity(room.host, room.people[name].id, "t:dan"),
    "merges with Dan": partial(merge, "t:dan"),
    "merges with nobody": partial(merge, "t:nobody"),
    "leaves all else": lambda room, name: account_linking.drop_other_identities(
        room.host, room.people[name].id, f"t:{name}"
    ),
    "has history": lambda room, name: account_linking.has_any_history(room.host, room.people[name].id),
    "sees": lambda room, name: [
        describe_view(views.load_game_view(room.host, session.id, room.people[name].id))
        for session in room.host.store.iter_sessions()
    ],
    "is awaited": lambda room, name: [
        [session.ruleset, sorted(clock.mark for clock in mine.values())]
        for session, mine in accounts.list_games_awaiting(room.host, room.people[name].id)
    ],
}


def kept(room):
    """All that somebody could notice, with who everybody is."""
    names = {person.id: name for name, person in room.people.items()}
    found = room.kept()
    for name in room.people:
        person = load(room, name)
        found[f"{name} is called"] = person and f"{person.name} at {person.place}"
        found[f"{name} by t:"] = names.get(room.host.store.find_person_id(f"t:{name}", room.time), "nobody")
    return {key: str(value) for key, value in found.items()}, names


def act(room, name, what):
    changed = room.copy()
    was, names = kept(changed)
    try:
        answer = ACTS[what](changed, name)
    except Illegal as no:
        answer = no.code
    now, _ = kept(changed)
    lines = [json.dumps(answer)] if answer is not None else []
    changes = {key: (was.get(key, "–"), now.get(key, "–")) for key in sorted({*was, *now})}
    lines += [f"* {key}: {old} > {new}" for key, (old, new) in changes.items() if old != new]
    known = re.compile("|".join(names))
    return [f"  {known.sub(lambda found: names[found[0]], line)}" for line in lines]


def replace_cat(room):
    (session,) = room.host.store.iter_sessions()
    guest = Guest(room.people["dan"].id, "Dan", "t:dan")
    assert seats.replace_in_seat(room.host, Command(by=room.people["ann"].id), session.id, "p3", guest).ok


def tell(last):
    room = Room()
    for stage, lines in STAGES.items():
        room.do(*lines)
        if stage == "running":
            replace_cat(room)
        if stage == last:
            break
    for what in ACTS:
        for name in ("ann", "bob", "cat", "dan"):
            yield f"## {last}: {name} {what}"
            yield from act(room, name, what)


@pytest.mark.parametrize("stage", STAGES)
def test_acts_on_accounts_change_what_is_listed(stage):
    listings.compare(f"people_{stage}", tell(stage))
