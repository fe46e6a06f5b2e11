"""Sends at once what was just saved; and does errands: a place with unsent posts, or a game that is due soon.

The queue gives out one errand at a time for each lane. An errand that has to wait goes back to the queue, hidden until
then, so that it keeps its lane in order and no other lane waits.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

import msgspec

from host.core.store.items import Overloaded
from host.delivery.outbox import Courier
from host.doors.aws import aws_error_lines, clock, speaking
from host.doors.aws.wakeups import attempt
from host.doors.aws.wiring import DeployedHost
from host.doors.local.settings import UnfitSetting

log = logging.getLogger(__name__)
T = TypeVar("T")
SHORT = 1.5  # seconds: who comes sooner than that may be asked by the platform to wait, which is no harm; nor need
# others know of a place where hardly anything is said, unless the platform asked us to wait
AT_ONCE = 0.1  # there is more, and it is time already
LONGEST_TALK = 5.0  # seconds that one invocation speaks before it leaves the rest to others
LONGEST_WAIT = 12 * 3600 - 60  # a queue hides nothing for longer than twelve hours


MOST_TIMES = 50  # that an errand is hidden; then another one takes its place, or it would be taken for one that fails
LONGEST_PAUSE = 60.0  # seconds after which an errand that fails is tried again: a hundred times, says the template


class Later(Exception):
    """This errand must come again; the queue has been told when."""


def is_batch(event: object) -> bool:
    """Is this a batch of the queue? If it is not, that is told."""
    match event:
        case {"Records": [_, *_]}:
            return True
        case _:
            log.warning("an event of an unknown shape; nothing is done")
            return False


def subject(record: dict[str, Any]) -> str:
    """Return the game or the place that an errand is about."""
    errand = _read(record)
    return str(errand.get("game") or errand.get("chat", "")) if isinstance(errand, dict) else ""


def run(wired: DeployedHost, courier: Callable[[], Courier], record: dict[str, Any]) -> None:
    """One errand; raises Later when there is more to be said, but not now, or what went wrong."""
    try:
        wait = _done(wired, courier, record)
    except Exception as error:
        _told(error)
        _come_back(wired, record, min(2.0 ** tries(record), LONGEST_PAUSE))
        raise
    if wait and tries(record) < MOST_TIMES:
        _come_back(wired, record, wait)
        raise Later
    if wait:
        attempt(lambda: wired.queue.send_again(record))


def tries(record: dict[str, Any]) -> int:
    """How often this errand has been taken, this time included."""
    return int(record["attributes"]["ApproximateReceiveCount"])


def _come_back(wired: DeployedHost, record: dict[str, Any], seconds: float) -> None:
    """The errand is to come back after that; if the queue does not hear it, as late as after a delivery that died."""
    attempt(lambda: wired.queue.hide(record["receiptHandle"], min(math.ceil(seconds), LONGEST_WAIT)))


def _told(error: Exception) -> None:
    """Only what does not mend itself is an error."""
    match error:
        case Overloaded():
            log.warning("an errand comes again: %s", error)
        case UnfitSetting():
            log.error("%s", error)
        case _:
            log.error("an errand broke down: %s", aws_error_lines.told(error))


def _done(wired: DeployedHost, courier: Callable[[], Courier], record: dict[str, Any]) -> float:
    match errand := _read(record):
        case {"game": str(game)}:
            wired.table.hops = 1 + hops(errand)
            return at_once(wired, courier, lambda: look(wired, game, errand.get("due")))
        case {"chat": str(place)} if caller := speaking.caller(place):
            return _serve_errand(wired, caller, place)
        case {"chat": str(place)} if place.startswith(courier().sender.prefix):
            return _serve_errand(wired, courier(), place)
        case _:
            log.warning("an errand of an unknown shape is dropped")
    return 0.0


def hops(errand: dict[str, Any]) -> int:
    """How many errands have led to this one without a pause; those of older releases do not say."""
    found = errand.get("hops", 0)
    return found if isinstance(found, int) else 0


def look(wired: DeployedHost, game: str, due: object) -> float:
    """Do what is due in a game; returns for how long to wait, if it is due at the very moment this errand is for."""
    clock.tick(wired, game)
    return max(0.0, due - wired.host.now()) if isinstance(due, float) and due == wired.table.due(game) else 0.0


def at_once(wired: DeployedHost, courier: Callable[[], Courier], work: Callable[[], T]) -> T:
    """Do this, and then say what it brought; wherever that cannot be now, it is left to an errand."""
    done, began = work(), wired.host.now()
    for place in wired.table.places:
        if place.startswith(wired.spoken) and wired.host.now() < began + LONGEST_TALK:
            _say(wired, courier, place)
    return done


def rung(wired: DeployedHost, courier: Callable[[], Courier], event: object) -> dict[str, float]:
    """One event of the clock, and what it brings is said; what the table is too busy for is put off."""
    try:
        return at_once(wired, courier, lambda: clock.ring(wired, event))
    except Overloaded as busy:
        log.warning("it comes again: %s", busy)
        clock.again(wired, event)
        return {}


def _say(wired: DeployedHost, courier: Callable[[], Courier], place: str) -> None:
    try:
        if courier().back > wired.host.now():
            return
        if serve(wired, courier(), place):
            wired.table.note(place)
    except UnfitSetting as unfit:
        log.error("%s", unfit)  # noqa: TRY400 - the sentence says it all
    except Overloaded as busy:
        log.warning("an errand will say it: %s", busy)
    except Exception as error:  # noqa: BLE001 - what was saved is saved, and an errand will try again
        log.error("something could not be said at once: %s", aws_error_lines.told(error))  # noqa: TRY400 - values could hold secrets


def _serve_errand(wired: DeployedHost, courier: Courier, place: str) -> float:
    wired.prefetching.begin()
    return serve(wired, courier, place)


def serve(wired: DeployedHost, courier: Courier, place: str) -> float:
    """Say what may be said in this place now; returns in how many seconds there may be more.

    All topics of a chat are one lane, which has one speaker at a time: whoever comes while another speaks there, or
    while the platform wants a pause there, comes again.
    """
    host, lane = wired.host, courier.sender.lane(place)
    lease = host.store.begin_speaking(lane, host.now())
    if not lease.number:
        return max(lease.look_again - host.now(), AT_ONCE)
    pause = 0.0
    try:
        wired.prefetching.forget(f"chat:{place}")  # whoever spoke there before may have changed it
        when, pause = _spoken(wired, courier, place, lane)
    finally:
        with suppress(Overloaded):  # then it runs out by itself
            host.store.end_speaking(lane, lease, pause)
    return max(when - host.now(), AT_ONCE) if when else 0.0


def _spoken(wired: DeployedHost, courier: Courier, place: str, lane: str) -> tuple[float, float]:
    """Say it; returns when to come back, and until when all others must leave this lane alone, if that matters."""
    pace, now = courier.pace, wired.host.now()
    held, busy = pace.free.get(lane, 0.0), pace.busy(lane, now)
    when = courier.deliver_to(place)
    wired.table.served(place)
    free = pace.free.get(lane, 0.0)
    if free > max(held, now + SHORT) and (0 < when <= free or busy or free > now + pace.limits.crowd_gap + SHORT):
        return when, free
    return when, 0.0


def _read(record: dict[str, Any]) -> Any:
    try:
        return msgspec.json.decode(record["body"])
    except (KeyError, TypeError, msgspec.DecodeError):
        return None
