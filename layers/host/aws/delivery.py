"""Errands: a place where something waits to be said, or a game where something is due at once.

The queue gives out one errand at a time for each lane. An errand that has to wait goes back to the queue, hidden until
then, so that it keeps its lane in order and no other lane waits.
"""

from __future__ import annotations

import logging
import math
from typing import Any

import msgspec

from host import ticking
from host.aws.wiring import Wired
from host.outbox import Courier

log = logging.getLogger(__name__)
LONGEST_WAIT = 12 * 3600 - 60  # a queue hides nothing for longer than twelve hours


class Later(Exception):
    """This errand must come again; the queue has been told when."""


def run(wired: Wired, courier: Courier, record: dict[str, Any]) -> None:
    """One errand; raises Later when there is more to be said, but not now."""
    wait = 0.0
    match _read(record):
        case {"game": str(game)}:
            ticking.tick(wired.house, game)
        case {"chat": str(place)} if place.startswith(courier.sender.prefix):
            wait = serve(wired, courier, place)
        case _:
            log.warning("an errand of an unknown shape is dropped")
    if wait:
        wired.queue.hide(record["receiptHandle"], min(math.ceil(wait), LONGEST_WAIT))
        raise Later


def serve(wired: Wired, courier: Courier, place: str) -> float:
    """Say what may be said in this place now; returns in how many seconds there may be more."""
    house, lane = wired.house, courier.sender.lane(place)
    courier.pace.hold(lane, house.store.free(lane))
    held = courier.pace.free.get(lane, 0.0)
    when = courier.visit(place)
    free = courier.pace.free.get(lane, 0.0)
    if free > held:
        house.store.hold(lane, free)
    wired.table.served(place)
    return max(0.0, when - house.now())


def _read(record: dict[str, Any]) -> Any:
    try:
        return msgspec.json.decode(record["body"])
    except (KeyError, TypeError, msgspec.DecodeError):
        return None
