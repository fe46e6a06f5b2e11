"""Discord as it runs on a host at home: the page's server hears, and a thread sends."""

from __future__ import annotations

from host.core.context import HostContext
from host.delivery.outbox import OutboxDispatcher, Pace
from host.doors.discord.door import DOOR, DiscordAccount
from host.doors.discord.rest import DiscordRest
from host.doors.discord.sender import DISCORD_LIMITS, DiscordSender
from host.doors.local.delivery_thread import DeliveryThread
from host.said.desk.own_account import is_loopback_address


def build_discord_sender(host: HostContext, account: DiscordAccount, web: str) -> DiscordSender:
    """Build the object that sends queued posts to Discord; its messages link to the web page only if other machines can
    open it.
    """
    shown = "" if not web or is_loopback_address(web) else web
    return DiscordSender(host, DiscordRest(account.url, lambda: account.token), shown)


def build_discord_delivery(host: HostContext, account: DiscordAccount, web: str) -> DeliveryThread:
    """Build, without starting it, the thread that sends queued posts to Discord on a host at home."""
    sender = build_discord_sender(host, account, web)
    return DeliveryThread(DOOR.name, OutboxDispatcher(host, sender, Pace(DISCORD_LIMITS)))
