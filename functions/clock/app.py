"""A game's timer, or the sweep of every minute."""

from typing import Any

from host.doors.aws import clock, delivery, telemetry, wiring

delivery.load_pushed_senders()


@telemetry.observe_handler
def handler(event: Any, _context: Any) -> None:
    """Handle a call of a game's timer or of the sweep for missed deadlines, and send the sweep's metrics."""
    telemetry.set_correlation(clock.get_clock_subject(event))
    with wiring.serve_invocation() as wired:
        found = delivery.handle_clock_and_deliver(wired, delivery.find_pushed_sender, event)
    if found:
        telemetry.send_metrics(found)
