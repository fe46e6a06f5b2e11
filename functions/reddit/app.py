"""A look at Reddit, once a minute."""

from typing import Any

from host.doors.aws import telemetry, wiring
from host.doors.reddit import function

wiring.warm_up()


@telemetry.observe_handler
def handler(event: Any, _context: Any) -> None:
    """Handle one scheduled call of AWS, once a minute: read new messages from Reddit once, then send queued posts as
    far as Reddit's limits allow. Do nothing for the event by which a new release is tried out (`look` is false); only
    log any other.
    """
    with wiring.serve_invocation():
        function.handle_schedule_event(event)
