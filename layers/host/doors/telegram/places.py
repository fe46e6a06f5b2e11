"""Telegram's chats as the host's places: `telegram:<chat>`, or `telegram:<chat>:<topic>` in a forum."""

from __future__ import annotations

PREFIX = "telegram:"
LEAST = 9  # digits of a large group's number, without what stands before it


def place(chat: int, topic: int = 0) -> str:
    """The place of a chat. A private one reads like the identity of the person in it."""
    return f"{PREFIX}{chat}:{topic}" if topic else f"{PREFIX}{chat}"


def address(where: str) -> tuple[int, int]:
    """The chat and the topic (0: none) of a place."""
    chat, _, topic = where.removeprefix(PREFIX).partition(":")
    return int(chat), int(topic or 0)


def link(where: str) -> str:
    """Where its members find a large group; small ones and private chats have no address."""
    chat, topic = address(where)
    number = str(chat).removeprefix("-100")
    return f"https://t.me/c/{number}/{topic or 1}" if str(chat).startswith("-100") and len(number) >= LEAST else ""


def lane(where: str) -> str:
    """What Telegram counts as one chat."""
    return place(address(where)[0])


def private(where: str) -> bool:
    """A conversation with one person? Their chats are positive numbers, groups are negative."""
    return address(where)[0] > 0


def seat_link(game: str, invited: str) -> str:
    """What stands in the link by which somebody comes to sit down: the word of invitation too, if there is one."""
    return f"j_{game}_{invited}" if invited else f"j_{game}"
