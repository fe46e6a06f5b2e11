"""Discord as the functions use it: the page's function answers what Discord posts, and those of the clock and the queue
send.
"""

from __future__ import annotations

from functools import cache

import msgspec

from host.delivery.outbox import OutboxDispatcher, Pace
from host.doors.aws import delivery, settings, wiring
from host.doors.discord.door import DOOR, DiscordAccount, read_discord_account
from host.doors.discord.running import build_discord_sender
from host.doors.discord.sender import DISCORD_LIMITS
from host.doors.local.settings import UnfitSetting

SENDERS = 20  # the template lets so many processes that send run at once
NOT_STORED = (
    "The parameter for Discord is not a JSON object with DISCORD_APP_ID, DISCORD_PUBLIC_KEY and DISCORD_BOT_TOKEN. "
    "docs/discord.md in the source says where each comes from."
)


def parse_stored_account(text: str) -> DiscordAccount:
    """Parse the bot's account from a JSON text, in which its parts are named like the environment variables. Raise
    UnfitSetting, without quoting the secret text, if it is malformed or incomplete.
    """
    try:
        found = read_discord_account(msgspec.json.decode(text, type=dict[str, str]))
    except msgspec.DecodeError:  # what it says may hold the token
        raise UnfitSetting(NOT_STORED) from None
    if found is None:
        raise UnfitSetting(NOT_STORED)
    return found


def begin() -> None:
    """Prepare the AWS function while its process starts, so that the first message need not wait."""
    wiring.warm_up()


@cache
def build_dispatcher() -> OutboxDispatcher:
    """Return this process's sender of queued posts, which has its share of Discord's limits, built on first use. Raise
    an error if Discord's account is not stored, so that the posts stay queued and are not given up as faulty.
    """
    account, found = parse_stored_account(settings.read_cached_secret(DOOR.name)), wiring.build_deployed_host()
    sender = build_discord_sender(found.host, account, found.settings.web)
    return OutboxDispatcher(found.host, sender, Pace(delivery.split_limits(DISCORD_LIMITS, SENDERS)))
