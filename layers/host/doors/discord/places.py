"""Discord's channels as the host's places: `discord:GUILD/CHANNEL`, and `discord:@USER` for a person's own messages."""

from __future__ import annotations

DISCORD_PREFIX = "discord:"
USER_PREFIX = f"{DISCORD_PREFIX}@"
BOARD_ASKED_KEY = "board asked"  # what is kept of a place: the last command to show its board again
CLOSED_KEY = "closed"  # what is kept of a person's private messages: when Discord last said that they take none


def build_channel_place(guild: str, channel: str) -> str:
    """Return the place (`discord:SERVER/CHANNEL`) under which the host stores a server's channel or thread."""
    return f"{DISCORD_PREFIX}{guild}/{channel}"


def build_user_place(user: str) -> str:
    """Return the identity (`discord:@USER`) by which the host knows a Discord account, which is also the place of its
    private messages.
    """
    return f"{USER_PREFIX}{user}"


def is_user_place(place: str) -> bool:
    """Return whether a place is a person's private messages on Discord, not a channel."""
    return place.startswith(USER_PREFIX)


def parse_place_number(place: str) -> str:
    """Return, as text, Discord's number of the channel, or of the person, that a place stands for."""
    return place.removeprefix(USER_PREFIX).rpartition("/")[2]


def build_channel_link(place: str) -> str:
    """Return the web link to a Discord channel; empty for a person's private messages, whose link the host does not
    know.
    """
    return "" if is_user_place(place) else f"https://discord.com/channels/{place.removeprefix(DISCORD_PREFIX)}"
