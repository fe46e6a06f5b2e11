"""A game's timer, or the sweep of every minute."""

from typing import Any

from host.delivery.outbox import OutboxDispatcher
from host.doors.aws import clock, delivery, telemetry, wiring

delivery.load_pushed_sender()


def make_clock_sender() -> OutboxDispatcher:
    """Make the sender for what the clock brings."""
    return delivery.make_pushed_sender()


@telemetry.observe_handler
def handler(event: Any, _context: Any) -> None:
    """Handle a game's timer or the sweep, and send the sweep's metrics."""
    telemetry.set_correlation(clock.get_clock_subject(event))
    with wiring.serve_invocation() as wired:
        found = delivery.handle_clock_and_deliver(wired, make_clock_sender, event)
    if found:
        telemetry.send_metrics(found)
