"""Telegram's webhook, behind a function URL."""

from typing import Any

from host.doors.aws import tracing, wiring
from host.doors.telegram import function

wiring.begin()


@tracing.traced
def handler(event: Any, context: Any) -> dict[str, Any]:
    """One update."""
    with wiring.opened(context):
        return function.answer(event)
