"""A game's timer, or the sweep of every minute."""

from typing import Any

from host.doors.aws import clock, delivery, telemetry, wiring

delivery.load_pushed_senders()


@telemetry.observe_handler
def handler(event: Any, _context: Any) -> None:
    """Handle one event of AWS: the timer of a game has gone off, the regular sweep for missed deadlines is due, or the
    work of the night is; any other is only logged. Send the posts that this queues, and to CloudWatch the metrics of a
    sweep. If the database is overloaded, queue the game or leave the rest to the next sweep; raise nothing then.
    """
    telemetry.set_correlation(clock.get_clock_subject(event))
    with wiring.serve_invocation() as wired:
        found = delivery.handle_clock_and_deliver(wired, delivery.find_pushed_sender, event)
    if found:
        telemetry.send_metrics(found)
