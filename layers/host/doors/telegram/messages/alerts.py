"""What rings: in a private chat as its owner likes it, in a group the few things for which all are called. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host.core.session import NOTHING, TURNS, ToldLine

if TYPE_CHECKING:
    from host.delivery.outbox import Message


def rings_group(message: Message) -> bool:
    """Is it of the few things for which a whole group is called?"""
    news = any(isinstance(told, ToldLine) and told.rings for told in message.lines)
    return news or bool(message.asks or message.reminders)


def rings_private(message: Message) -> bool:
    """In a private chat it is as its owner likes it."""
    if message.rings == TURNS:
        return bool(message.asks or message.reminders)
    return message.rings != NOTHING
