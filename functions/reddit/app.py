"""A look at Reddit, once a minute."""

from typing import Any

from host.doors.aws import telemetry, wiring
from host.doors.reddit import function

wiring.begin()


@telemetry.observe
def handler(event: Any, _context: Any) -> None:
    """One look, and what may be said after it."""
    with wiring.opened():
        function.called(event)
