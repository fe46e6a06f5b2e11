"""Handles timers that fire, and the sweep that finds what a timer or an errand has missed."""

from __future__ import annotations

import logging
import math
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice

import msgspec

from host.core.cards import dealt_cards
from host.core.deadlines import ticking
from host.core.session import Post
from host.core.store.commit import BEAT, DUE, OUT, POST, SESSION, indexed
from host.core.store.items import HIGHEST, Failed, Item, PutItem
from host.core.store.signs_of_life import OUTAGES
from host.delivery.outbox import LONGEST_AWAY
from host.doors.aws.wakeups import attempt, needs_errand
from host.doors.aws.wiring import DeployedHost
from host.doors.registry import looked_after

log = logging.getLogger(__name__)
GRACE = 45.0  # seconds in which timers and errands may still do it themselves
MISSED = 2.0  # the sweep gives the sign of life; a timer does only if it must have missed one
OFTEN = 300.0  # seconds: for so long the queue remembers what it was sent
MOST_SEEN = 1000  # entries of each index that one sweep sees to, which takes it some seconds: the longest waiting
MOST_IDLE = 1000  # posts that nobody will say which one sweep sees through
MEASURED = ("LateGames", "WaitingPlaces", "DeadlineAge", "OutboxAge")

_post = msgspec.json.Decoder(Post)


def ring(wired: DeployedHost, event: object) -> dict[str, float]:
    """One event of the clock; of a sweep, what it found: how late things are, and how many."""
    match event:
        case {"game": str(game)}:
            look(wired, game)
        case {"sweep": _}:
            return sweep(wired)
        case {"night": _}:
            by_night(wired)
        case _:
            log.warning("an event of an unknown shape; nothing is done")
    return {}


def subject(event: object) -> str:
    """Return the game that an event of the clock is about."""
    match event:
        case {"game": str(game)}:
            return game
    return ""


def again(wired: DeployedHost, event: object) -> None:
    """A game that could not be looked at is left to an errand, which is patient; the next sweep comes by itself."""
    match event:
        case {"game": str(game)}:
            wired.queue.send({game: 0.0}, [])


def look(wired: DeployedHost, game: str) -> None:
    """Do all that is due in a game, and set its timer again."""
    tick(wired, game)
    wired.table.fired(game)


def tick(wired: DeployedHost, game: str) -> None:
    """One read, and one transaction for each thing that is due; after a silence, every game is told of it first."""
    wired.prefetching.begin([(f"game/{game}", SESSION), BEAT, OUTAGES])
    ticking.beat(wired.host, MISSED)
    ticking.tick(wired.host, game)


def sweep(wired: DeployedHost) -> dict[str, float]:
    """Have everything seen to that is late; tick nothing here, so that however much there is, it is done in time."""
    host = wired.host
    next_game, next_post = host.store.table.due_before(DUE, math.inf, limit=1), first_post(wired)
    if not (next_game or next_post):
        ticking.rest(host)
        return dict.fromkeys(MEASURED, 0.0)
    ticking.beat(host)
    attempt(lambda: ticking.resume_waking(host, partial(_send_awake, wired)))
    found, now = come_up(wired), host.now()
    late = {item.pk.removeprefix("game/"): item.moment for item in found if item.moment <= now - GRACE}
    places = list(filter(needs_errand, islice(host.store.waiting(now - GRACE), MOST_SEEN)))
    if late or places:
        log.warning("the sweep found %d games and %d places waiting", len(late), len(places))
        # What stays late though it has been sent must not become more and more errands; what is late anew is sent anew.
        once = f"sweep {now // OFTEN:.0f}"
        attempt(lambda: wired.queue.send(late, places, once))
    lay_anew(wired, [item for item in found if item.moment > now])
    ages = age(now, (item.moment for item in found)), age(now, next_post)
    return dict(zip(MEASURED, (len(late), len(places), *ages), strict=True))


def by_night(wired: DeployedHost) -> None:
    """Levels of questions move; what was reported is a line in the log."""
    night = dealt_cards.night(wired.host)
    for line in night.moved if night else ():
        log.info("moved by how it fares: %s", line)
    if night and night.reported:
        log.warning("%d questions were reported since yesterday: rtab bank reports", night.reported)


def first_post(wired: DeployedHost) -> list[float]:
    """Since when the first post waits that somebody will say. Where a door was switched off nobody says what is meant
    for it: that waits as long as for a platform that is not there, and is then put away.
    """
    on = all(door.name in wired.settings.switched for door, _ in looked_after())
    before = wired.host.now() - LONGEST_AWAY
    for item in wired.host.store.table.due_before(OUT, math.inf, limit=1 if on else MOST_IDLE):
        if on or needs_errand(item.pk.removeprefix("chat:")):
            return [item.moment]
        if item.moment < before:
            put_away(wired, item.pk, before)
    return []


def put_away(wired: DeployedHost, pk: str, before: float) -> None:
    """What has waited in this place since before then."""
    for item in wired.table.query(pk, POST, POST + HIGHEST):
        post = wired.host.store.read(item, _post.decode)
        if post is not None and post.stamp < before * 1000:
            wired.host.store.aside(post, wired.host.now())


def come_up(wired: DeployedHost) -> list[Item]:
    """The games whose entries have come up, with when they are really due; the index knows no more than the entries."""
    entries = wired.host.store.table.due_before(DUE, wired.host.now(), limit=MOST_SEEN)
    found = wired.table.several([(entry.pk, SESSION) for entry in entries]) if entries else []
    return [item for item in found if item is not None and item.index == DUE]


def lay_anew(wired: DeployedHost, early: Iterable[Item]) -> None:
    """Entries that came up too early: each game is put back as it is, at its deadline, and nothing happens in it."""
    now = wired.host.now()
    for item in early:
        with suppress(Failed):  # somebody has just played there, and laid it elsewhere
            wired.table.write([PutItem(indexed(item, item.moment, now), item.version)])


def _send_awake(wired: DeployedHost, games: Sequence[str]) -> None:
    once = f"awake {wired.host.now() // OFTEN:.0f}"
    wired.queue.send(dict.fromkeys(games, 0.0), [], once)


def age(now: float, moments: Iterable[float]) -> float:
    """For how many seconds the oldest of them has waited."""
    return max(0.0, now - min(moments, default=now))
