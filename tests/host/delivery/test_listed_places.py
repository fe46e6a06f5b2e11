"""What each mishap of a place changes: it moves, is gone, is muted, may be written in again, is given up, or a person
cannot be written to; in games, for people, and in what waits to be sent.
"""

import pytest
from msgspec.structs import replace

from engine.kernel import Told, format_text
from host.core import games
from host.core.games import Guest
from host.core.session import Command
from host.delivery import places
from host.people import accounts
from tests import listings
from tests.listings.room import GROUP, PEOPLE, Room

pytestmark = pytest.mark.as_released
OTHER, MAILBOX = "t:other", "t:bob"
STAGES: dict[str, tuple[str, ...]] = {  # Bob's mailbox shows the first game, too
    "lobby": ("ann new toy daily", "ann join", "bob join", "cat join"),
    "running": ("ann begin", "ann pick 2"),
    "muted": ("ann pause", "ann pick 3"),
    "muted, and changed since": ("ann resume", "ann pause"),
}
WEEK = 7 * 86400.0


def say(_):
    return Told("I cannot write there.", {})


def lose(identity, mailbox):
    def build_line(player):
        return Told("{who} is not there.", {"who": player.seat})

    return lambda host, _: places.handle_unreachable_person(host, identity, mailbox, build_line, bool)


def wait_and_mute(host, room):
    room.time += WEEK + 1
    places.stop_muted_place(host, GROUP, say)


ACTS = {
    "the group moves": lambda host, _: places.move_place(host, GROUP, "t:new"),
    "the group moves to where one game is shown": lambda host, _: places.move_place(host, GROUP, OTHER),
    "the group stays": lambda host, _: places.move_place(host, GROUP, GROUP),
    "the group is gone": lambda host, _: places.move_place(host, GROUP, ""),
    "a mailbox moves": lambda host, _: places.move_place(host, MAILBOX, "t:new"),
    "a mailbox is gone": lambda host, _: places.move_place(host, MAILBOX, ""),
    "an old mailbox moves": lambda host, _: places.move_place(host, "t:cat", "t:new"),
    "a game tells that it has moved": lambda host, _: places.move_place(
        host, "t:cat", "t:new", sort_sessions(host)[0].id
    ),
    "the group is muted": lambda host, _: places.stop_muted_place(host, GROUP, say),
    "the group is muted again after a week": wait_and_mute,
    "the group can be written in": lambda host, _: places.resume_muted_place(host, GROUP),
    "the group is given up": lambda host, _: places.give_up_muted_place(host, GROUP, ""),
    "the group is tried again": lambda host, _: places.retry_muted_posts(host, GROUP),
    "Bob cannot be written to": lose("t:bob", MAILBOX),
    "Cat cannot be written to at an old address": lose("t:cat", "t:cat"),
    "nobody is meant": lose("t:nobody", "t:nobody"),
    "a lost game is shown again": lambda host, _: [
        places.show_game_again(host, session.id, OTHER, resumes=True) for session in sort_sessions(host)
    ],
}


def sort_sessions(host):
    return sorted(host.store.iter_sessions(), key=lambda each: each.made)


def describe_post(post, now):
    """Its first words, and what is noted of it."""
    words = format_text(post.lines[0].text, post.lines[0].facts)[:12] if post.lines else "–"
    marks = {"once": post.formerly, "muted": bool(post.muted), "held": post.after > now}
    return " ".join([words, *(f"({name} {value})" for name, value in marks.items() if value)])


def describe(room):
    """Games and their places, where people are written to, and what waits to be sent where, and since when."""
    store, found = room.host.store, dict[str, str]()
    for n, session in enumerate(sort_sessions(room.host)):
        found[f"game {n}"] = f"{session.stage}{' paused' * bool(session.paused)} in {' '.join(session.places)}"
        found[f"game {n} seats"] = " ".join(player.place or "–" for player in session.players)
        found[f"game {n} log"] = store.load_log(session.id)[-1].kind
    for name in PEOPLE:
        person = accounts.load_current_person(room.host, room.people[name].id)
        found[name] = person.place if person else "nobody"
    for place in store.iter_waiting_places(float("inf")):
        found[f"to {place}"] = " | ".join(describe_post(post, room.time) for post in store.load_posts(place))
    for place in (GROUP, OTHER):
        found[f"muted {place}"] = " ".join(store.load_place_value(place, places.MUTED_KEY).decode().split()[1:]) or "–"
    return found


def act(room, what, *, moved):
    """What an act changes; with `moved` Cat is written to elsewhere by now, which her seat does not know yet."""
    changed = room.copy()
    if moved:
        accounts._save_person_fields(changed.host, changed.people["cat"].id, place="d:cat")
    was, answer = describe(changed), ACTS[what](changed.host, changed)
    now = describe(changed)
    yield from [f"  {answer}"] if answer else []
    for key in sorted({*was, *now}):
        if was.get(key, "–") != now.get(key, "–"):
            old, new = was.get(key, ""), now.get(key, "–")
            yield f"  {key}: {f'… {new.removeprefix(old)}' if old and new.startswith(old) else new}"


def prepare(room, stage):
    ann, dan = (Command(by=room.people[name].id) for name in ("ann", "dan"))
    (first, *_) = sort_sessions(room.host)
    if stage == "lobby":
        for where in (OTHER, MAILBOX):
            assert games.show_in_place(room.host, ann, first.id, where).ok
    if stage == "running":
        second = games.open_lobby(room.host, replace(dan, place=GROUP), "toy").game
        for name in ("bob", "dan"):
            person = room.people[name]
            assert games.sit_at_table(room.host, dan, second, Guest(person.id, person.name, person.place)).ok
        assert games.start_game(room.host, dan, second).ok
    if stage == "muted":
        places.stop_muted_place(room.host, GROUP, say)
        posts = room.host.store.load_posts(GROUP)
        for post in posts:
            post.muted = post.after = room.time
        room.host.store.queue_posts(posts, room.time + 60)


def tell():
    room = Room()
    for stage, lines in STAGES.items():
        room.do(*lines)
        prepare(room, stage)
        for what in ACTS:
            yield f"# {stage}: {what}"
            yield from act(room, what, moved=stage != "lobby")


def test_what_mishaps_of_places_change_is_listed():
    listings.compare("places", tell())
