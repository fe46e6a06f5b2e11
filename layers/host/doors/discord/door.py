"""Discord announces itself."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct

from host.doors.discord import places
from host.doors.local.settings import UnfitSetting
from host.doors.registry import CODE, Cloud, Door

API_URL = "https://discord.com/api/v10"
PUBLIC_KEY = "DISCORD_PUBLIC_KEY"
PARTS = {
    "DISCORD_APP_ID": (r"\d{15,21}", "Application ID"),
    PUBLIC_KEY: (r"[0-9a-fA-F]{64}", "Public Key"),
    "DISCORD_BOT_TOKEN": (r"[\w.-]{20,}", "token of the page Bot"),
}


class DiscordAccount(Struct, frozen=True):
    """The application's number and public key, and the token of its bot."""

    app: str
    key: str
    token: str
    url: str = API_URL

    def __repr__(self) -> str:
        """Return a text that holds no secret, so that none gets into a log."""
        return "DiscordAccount(set)"


def read_discord_account(environment: Mapping[str, str]) -> DiscordAccount | None:
    """Return the Discord bot's account from environment variables; None if none of its three parts is set. Raise
    UnfitSetting if one is missing or malformed, or the address of the API is.
    """
    found = {name: environment.get(name, "").strip() for name in PARTS}
    if not any(found.values()):
        return None
    for name, (shape, title) in PARTS.items():
        if not re.fullmatch(shape, found[name]):
            raise UnfitSetting(f"{name} must be the {title} of your application in Discord's developer portal.")
    url = environment.get("DISCORD_API_URL", "").strip().rstrip("/") or API_URL
    if not url.startswith(("https://", "http://")):
        raise UnfitSetting("DISCORD_API_URL must begin with https:// or http://; leave it out for Discord itself.")
    app, key, token = found.values()
    return DiscordAccount(app, key, token, url)


def read_public_account(environment: Mapping[str, str]) -> DiscordAccount:
    """Return the account as far as the page's function may know it: only the public key, with which it checks what is
    posted; number and token are empty. The variable of the key must be there, else KeyError is raised.
    """
    return DiscordAccount("", environment[PUBLIC_KEY], "")


DOOR = Door(
    name="discord",
    title="Discord",
    account=read_discord_account,
    settings=(*PARTS, "DISCORD_API_URL"),
    operators=r"discord:@\d{15,21}",
    link=places.build_channel_link,
    linked=CODE,
    hears={"/discord/interactions": "host.doors.discord.interactions:answer_interaction_request"},
    running="host.doors.discord.running:build_discord_delivery",
    doctor="host.doors.discord.command:run_discord_doctor",
    commands={
        "discord": ("host.doors.discord.command:main", "register the bot's commands, or look whether all is well")
    },
    alone="Discord, DISCORD_BOT_TOKEN not set",
    extras={"cryptography": "push"},
    cloud=Cloud(
        pushed=True,
        module="host.doors.discord.function",
        account="host.doors.discord.door:read_public_account",
        values="host.doors.discord.deployed:build_discord_values",
        registers="host.doors.discord.deployed:register_release",
        switch=PUBLIC_KEY,
    ),
)
