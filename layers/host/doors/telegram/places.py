"""Telegram's chats as the host's places: `telegram:<chat>`, or `telegram:<chat>:<topic>` in a forum."""

from __future__ import annotations

TELEGRAM_PREFIX = "telegram:"
MIN_SUPERGROUP_DIGITS = 9  # digits of a large group's number, without what stands before it


def build_telegram_place(chat: int, topic: int = 0) -> str:
    """Return the place (`telegram:CHAT`, or `telegram:CHAT:TOPIC`) of a chat and topic, given by number (0 for no
    topic). The place of a private chat is also the identity of the person in it.
    """
    return f"{TELEGRAM_PREFIX}{chat}:{topic}" if topic else f"{TELEGRAM_PREFIX}{chat}"


def parse_telegram_place(where: str) -> tuple[int, int]:
    """Return the numbers of the chat and the topic (0: none) that a place's name contains; raise ValueError if it is no
    Telegram place.
    """
    chat, _, topic = where.removeprefix(TELEGRAM_PREFIX).partition(":")
    return int(chat), int(topic or 0)


def build_telegram_group_link(where: str) -> str:
    """Return the link to a supergroup, which works for its members; empty for small groups and private chats, which
    have none.
    """
    chat, topic = parse_telegram_place(where)
    number = str(chat).removeprefix("-100")
    return (
        f"https://t.me/c/{number}/{topic or 1}"
        if str(chat).startswith("-100") and len(number) >= MIN_SUPERGROUP_DIGITS
        else ""
    )


def compute_telegram_lane(where: str) -> str:
    """Return the place of a chat without its topic (`telegram:CHAT`), because Telegram limits all topics of a chat
    together.
    """
    return build_telegram_place(parse_telegram_place(where)[0])


def is_private_chat(where: str) -> bool:
    """Return whether a place is a private chat: their numbers are positive, those of groups negative."""
    return parse_telegram_place(where)[0] > 0


def has_own_count(where: str) -> bool:
    """Return whether a chat numbers its own messages, as supergroups do; all other chats of a bot
    share one numbering.
    """
    return str(parse_telegram_place(where)[0]).startswith("-100")


def build_seat_payload(game: str, invited: str) -> str:
    """Return the payload of a link that seats a person in this game, with the invitation word if there is one."""
    return f"j_{game}_{invited}" if invited else f"j_{game}"
