"""Telegram's webhook, behind a function URL."""

from typing import Any

from host.doors.aws import telemetry, wiring
from host.doors.telegram import function

function.begin()


@telemetry.observe_handler
def handler(event: Any, _context: Any) -> dict[str, Any]:
    """Handle one webhook call of Telegram, an HTTP request that AWS Lambda hands over as `event`, and return the HTTP
    response.
    """
    with wiring.serve_invocation():
        return function.answer_telegram_webhook(event)
