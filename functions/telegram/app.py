"""Telegram's webhook, behind a function URL."""

from typing import Any

from host.doors.aws import chat, tracing, wiring

wiring.begin()


@tracing.traced
def handler(event: Any, context: Any) -> dict[str, Any]:
    """One update."""
    with wiring.opened(context):
        return chat.answer(event)
