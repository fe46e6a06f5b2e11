"""Telegram's webhook, behind a function URL."""

from typing import Any

from host.doors.aws import speaking, telemetry, wiring
from host.doors.telegram import function

speaking.begin()


@telemetry.observe
def handler(event: Any, _context: Any) -> dict[str, Any]:
    """One update."""
    with wiring.opened():
        return function.answer(event)
