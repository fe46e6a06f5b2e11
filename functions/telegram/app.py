"""Telegram's webhook, behind a function URL."""

from typing import Any

from host.doors.aws import telemetry, wiring
from host.doors.telegram import function

function.begin()


@telemetry.observe_handler
def handler(event: Any, _context: Any) -> dict[str, Any]:
    """Handle one webhook call of Telegram, an HTTP request that AWS Lambda hands over as `event`, and send the posts
    that it queues. Return the HTTP response: 200, 4xx for a call that is refused (403 without the secret), or 503, so
    that Telegram retries, while store or platform is busy. Raise other errors.
    """
    with wiring.serve_invocation():
        return function.answer_telegram_webhook(event)
