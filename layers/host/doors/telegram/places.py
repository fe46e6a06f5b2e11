"""Telegram's chats as the host's places: `telegram:<chat>`, or `telegram:<chat>:<topic>` in a forum."""

from __future__ import annotations

PREFIX = "telegram:"


def place(chat: int, topic: int = 0) -> str:
    """The place of a chat. A private one reads like the identity of the person in it."""
    return f"{PREFIX}{chat}:{topic}" if topic else f"{PREFIX}{chat}"


def address(where: str) -> tuple[int, int]:
    """The chat and the topic (0: none) of a place."""
    chat, _, topic = where.removeprefix(PREFIX).partition(":")
    return int(chat), int(topic or 0)


def lane(where: str) -> str:
    """What Telegram counts as one chat."""
    return place(address(where)[0])


def private(where: str) -> bool:
    """A conversation with one person? Their chats are positive numbers, groups are negative."""
    return address(where)[0] > 0


def seat_link(game: str, invited: str) -> str:
    """What stands in the link by which somebody comes to sit down: the word of invitation too, if there is one."""
    return f"j_{game}_{invited}" if invited else f"j_{game}"
