"""What rings: in a private chat as its owner likes it, in a group the few things for which all are called. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.core.session import NOTHING, TURNS, ToldLine

if TYPE_CHECKING:
    from host.delivery.outbox import Message


def should_notify_group(message: Message) -> bool:
    """Return whether this message notifies a group: only questions, reminders and a few kinds of news do."""
    news = any(isinstance(told, ToldLine) and told.rings for told in message.lines)
    return news or bool(message.asks or message.reminders)


def should_notify_private(message: Message) -> bool:
    """Return whether this message notifies its reader in private, by their own setting."""
    if message.rings == TURNS:
        return bool(message.asks or message.reminders)
    return message.rings != NOTHING
