"""A game's timer, or the sweep of every minute."""

from typing import Any

from host.delivery.outbox import Courier
from host.doors.aws import clock, delivery, speaking, telemetry, wiring

speaking.begin()


def courier() -> Courier:
    """Whoever says what a ring brings."""
    return speaking.courier()


@telemetry.observe
def handler(event: Any, _context: Any) -> None:
    """One ring of the clock; what a sweep finds is measured."""
    telemetry.correlate(clock.subject(event))
    with wiring.opened() as wired:
        found = delivery.rung(wired, courier, event)
    if found:
        telemetry.measure(found)
