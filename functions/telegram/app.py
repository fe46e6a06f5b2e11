"""Telegram's webhook, behind a function URL."""

from typing import Any

from host.aws import chat, webhook, wiring

wiring.begin()


def handler(event: Any, context: Any) -> dict[str, Any]:
    """One update."""
    with wiring.opened(context):
        return webhook.answer(event, wiring.secret(chat.WEBHOOK), chat.handle)
