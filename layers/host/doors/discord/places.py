"""Discord's channels as the host's places: `discord:GUILD/CHANNEL`, and `discord:@USER` for a person's own messages."""

from __future__ import annotations

DISCORD_PREFIX = "discord:"
USER_PREFIX = f"{DISCORD_PREFIX}@"
CLOSED_KEY = "closed"  # what is kept of a person's private messages: when Discord last said that they take none


def build_channel_place(guild: str, channel: str) -> str:
    """Return the place of a channel or thread of a server."""
    return f"{DISCORD_PREFIX}{guild}/{channel}"


def build_user_place(user: str) -> str:
    """Return a person's identity, which is also the place of their private messages."""
    return f"{USER_PREFIX}{user}"


def is_user_place(place: str) -> bool:
    """Return whether a place is a person's private messages."""
    return place.startswith(USER_PREFIX)


def parse_place_number(place: str) -> str:
    """Return the number of the channel, or of the person, that a place names."""
    return place.removeprefix(USER_PREFIX).rpartition("/")[2]


def build_channel_link(place: str) -> str:
    """Return the link to a channel; empty for private messages, which have none that we know."""
    return "" if is_user_place(place) else f"https://discord.com/channels/{place.removeprefix(DISCORD_PREFIX)}"
