"""Handles timers that fire, and the sweep that finds what a timer or a queue message has missed."""

from __future__ import annotations

import logging
import math
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice

import msgspec

from host.core.cards import dealt_cards
from host.core.context import SWEEP_METRICS
from host.core.deadlines import ticking
from host.core.session import Post
from host.core.store.items import BEAT, DUE, HIGHEST, OUT, POST, SESSION, Failed, Item, PutItem, place_in_due_index
from host.core.store.store import OUTAGES
from host.delivery.outbox import LONGEST_AWAY
from host.doors.aws.tables import needs_queue_message, try_wakeup
from host.doors.aws.wiring import DeployedHost
from host.doors.registry import list_optional_doors

log = logging.getLogger(__name__)
GRACE = 45.0  # seconds in which timers and queue messages may still do it themselves
ADDED_CLOCKS_MINUTES = 5  # in which extras look at their clocks once: each look is a query that is paid for
MISSED = 2.0  # the sweep gives the sign of life; a timer does only if it must have missed one
DEDUPLICATION_SECONDS = 300.0  # seconds: for so long the queue remembers what it was sent
MOST_SEEN = 1000  # entries of each index that one sweep sees to, which takes it some seconds: the longest waiting
MOST_IDLE = 1000  # posts that nobody will say which one sweep sees through

_POST_DECODER = msgspec.json.Decoder(Post)


def handle_clock_event(wired: DeployedHost, event: object) -> dict[str, float]:
    """Handle a scheduled event: the timer of one game, a sweep (a regular check for missed deadlines) or the nightly
    work; only log any other. Return the metrics of a sweep, and an empty dict for all else.
    """
    match event:
        case {"game": str(game)}:
            run_game_timer(wired, game)
        case {"sweep": _}:
            return sweep_late(wired)
        case {"night": _}:
            run_aws_nightly(wired)
        case _:
            log.warning("ignoring malformed event type=%s", type(event).__name__)
    return {}


def get_clock_subject(event: object) -> str:
    """Return the id of the game whose timer an event is, or an empty string for any other event."""
    match event:
        case {"game": str(game)}:
            return game
    return ""


def requeue_clock_event(wired: DeployedHost, event: object) -> None:
    """Put the game of a timer event that failed into the queue, to try again. Do nothing for other events: what a sweep
    (a regular check for missed deadlines) or a night has left undone, the next one does.
    """
    match event:
        case {"game": str(game)}:
            wired.queue.send_messages({game: 0.0}, [])


def run_game_timer(wired: DeployedHost, game: str) -> None:
    """Do all that is due in a game whose timer has fired, and note that the timer is used up, so that at the end of the
    invocation a new one is set for the game's next deadline.
    """
    tick_game(wired, game)
    wired.table.note_fired(game)


def tick_game(wired: DeployedHost, game: str) -> None:
    """Do all that is due in a game (such as closing questions whose time is up), each in its own transaction, with a
    read cache that begins empty. First record that the host is alive, but only if the sweep must have missed doing so;
    that notices an outage and gives players back the time.
    """
    wired.prefetching.begin_input([(f"game/{game}", SESSION), BEAT, OUTAGES])
    ticking.record_heartbeat(wired.host, MISSED)
    ticking.run_due_steps(wired.host, game)


def sweep_late(wired: DeployedHost) -> dict[str, float]:
    """Queue messages for the games and places with posts that are overdue by more than 45 seconds (they are not handled
    here, so that the sweep ends in time). Also record that the host is alive, queue games to be woken after an outage,
    put games that came up too early back into the index of deadlines, and every five minutes let extras (optional
    features) do what is due. Return by metric name how many games have a deadline, how many games and places are
    overdue, and for how many seconds the oldest deadline and post have waited; all 0 if the host is idle.
    """
    host = wired.host
    if host.now() // 60 % ADDED_CLOCKS_MINUTES == 0:
        ticking.run_added_clocks(host)
    running, next_post = host.store.table.due_before(DUE, math.inf, limit=MOST_SEEN), find_first_post(wired)
    if not (running or next_post):
        ticking.clear_heartbeat_when_idle(host)
        return dict.fromkeys(SWEEP_METRICS, 0.0)
    ticking.record_heartbeat(host)
    try_wakeup(lambda: ticking.resume_waking(host, partial(_queue_games, wired)))
    found, now = list_due_games(wired), host.now()
    late = {item.pk.removeprefix("game/"): item.moment for item in found if item.moment <= now - GRACE}
    waiting, off = islice(host.store.iter_waiting_places(now - GRACE), MOST_SEEN), list_places_off(wired)
    places = [place for place in waiting if needs_queue_message(place) and not place.startswith(off)]
    if late or places:
        log.warning("sweep found late work games=%d places=%d", len(late), len(places))
        # A game that stays late though it was queued must not be queued again and again; one that is late anew is.
        once = f"sweep {now // DEDUPLICATION_SECONDS:.0f}"
        try_wakeup(lambda: wired.queue.send_messages(late, places, once))
    reindex_early_games(wired, [item for item in found if item.moment > now])
    ages = compute_longest_wait(now, (item.moment for item in found)), compute_longest_wait(now, next_post)
    return dict(zip(SWEEP_METRICS, (len(running), len(late), len(places), *ages), strict=True))


def run_aws_nightly(wired: DeployedHost) -> None:
    """Do the nightly work on quiz questions, at most once a day: adjust how difficult each of them counts as, and log
    these changes and, if there are any, how many questions were reported as faulty in the last day.
    """
    night = dealt_cards.review_boxes_nightly(wired.host)
    for line in night.moved if night else ():
        log.info("question re-levelled change=%s", line)
    if night and night.reported:
        log.warning("questions reported since yesterday n=%d; see: rtab bank reports", night.reported)


def find_first_post(wired: DeployedHost) -> list[float]:
    """Return, in a list, when the oldest queued post was queued whose platform is not switched off; an empty list if
    there is none. While looking (through 1000 posts at most), move posts for platforms that are switched off to the
    dead letters if they have waited too long.
    """
    off, before = list_places_off(wired), wired.host.now() - LONGEST_AWAY
    for item in wired.host.store.table.due_before(OUT, math.inf, limit=MOST_IDLE if off else 1):
        if not item.pk.removeprefix("chat:").startswith(off):
            return [item.moment]
        if item.moment < before:
            discard_old_posts(wired, item.pk, before)
    return []


def list_places_off(wired: DeployedHost) -> tuple[str, ...]:
    """Return the prefixes of the platforms that are switched off in this deployment; the address of each of their
    places begins with one of them.
    """
    return tuple(door.places for door, _ in list_optional_doors() if door.name not in wired.settings.switched)


def discard_old_posts(wired: DeployedHost, pk: str, before: float) -> None:
    """Move the posts of a place (the partition `pk`) that were made before the time `before` to the dead letters, up to
    1000 of them, because its platform is switched off; unreadable ones stay.
    """
    for item in wired.table.query(pk, POST, POST + HIGHEST):
        post = wired.host.store.read(item, _POST_DECODER.decode)
        if post is not None and post.stamp < before * 1000:
            wired.host.store.set_post_aside(post, wired.host.now())


def list_due_games(wired: DeployedHost) -> list[Item]:
    """List up to 1000 stored games whose entries in the index of deadlines are due, each with its deadline, which may
    be later than its entry. They are read slightly stale, at half the price.
    """
    entries = wired.host.store.table.due_before(DUE, wired.host.now(), limit=MOST_SEEN)
    found = wired.table.several([(entry.pk, SESSION) for entry in entries], strong=False) if entries else []
    return [item for item in found if item is not None and item.index == DUE]


def reindex_early_games(wired: DeployedHost, early: Iterable[Item]) -> None:
    """Put these games, whose entries in the index of deadlines came up too early, back into it at their real deadlines;
    a game that has been written meanwhile is left as it is.
    """
    now = wired.host.now()
    for item in early:
        with suppress(Failed):  # somebody has just played there, and laid it elsewhere
            wired.table.write([PutItem(place_in_due_index(item, item.moment, now), item.version)])


def _queue_games(wired: DeployedHost, games: Sequence[str]) -> None:
    """Queue a message that wakes each of these games at once, no more than one for each game in five minutes."""
    once = f"awake {wired.host.now() // DEDUPLICATION_SECONDS:.0f}"
    wired.queue.send_messages(dict.fromkeys(games, 0.0), [], once)


def compute_longest_wait(now: float, moments: Iterable[float]) -> float:
    """Return how many seconds before `now` the earliest of these moments was, or 0 if none of them has passed."""
    return max(0.0, now - min(moments, default=now))
