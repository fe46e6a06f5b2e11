"""A look at Reddit, once a minute."""

from typing import Any

from host.doors.aws import tracing, wiring
from host.doors.reddit import function

wiring.begin()


@tracing.traced
def handler(event: Any, context: Any) -> None:
    """One look, and what may be said after it."""
    with wiring.opened(context):
        function.called(event)
