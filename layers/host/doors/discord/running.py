"""Discord as it runs on a host at home: the page's server hears, and a thread sends."""

from __future__ import annotations

from host.core.context import HostContext
from host.delivery.outbox import OutboxDispatcher, Pace
from host.doors.discord.components import escape_discord_text
from host.doors.discord.door import DOOR, DiscordAccount
from host.doors.discord.places import parse_place_number
from host.doors.discord.rest import DiscordRest
from host.doors.discord.screens import DiscordScreen
from host.doors.discord.sender import DISCORD_LIMITS, DiscordSender
from host.doors.local.delivery_thread import DeliveryThread
from host.said.desk.own_account import is_loopback_address


def build_discord_sender(host: HostContext, account: DiscordAccount, web: str) -> DiscordSender:
    """Build the object that sends queued posts to Discord; its messages link to the web page only if other machines can
    open it.
    """
    shown = "" if not web or is_loopback_address(web) else web
    return DiscordSender(host, DiscordRest(account.url, lambda: account.token), shown)


class DiscordDelivery(DeliveryThread):
    """The thread that sends queued posts to Discord; the operator can be warned past it."""

    def __init__(self, sender: DiscordSender) -> None:
        super().__init__(DOOR.name, OutboxDispatcher(sender.host, sender, Pace(DISCORD_LIMITS)))
        self._rest = sender.rest

    def warn(self, place: str, text: str) -> None:
        """Send a warning to the operator's private messages `place` at once; raise Discord's error if that fails. It
        uses neither the outbox (the queue of posts) nor the store, because the trouble that it reports may be there.
        """
        opened = self._rest.call("POST", "/users/@me/channels", {"recipient_id": parse_place_number(place)})
        screen = DiscordScreen(escape_discord_text(text))
        self._rest.call("POST", f"/channels/{opened['id']}/messages", screen.build_payload())

    def stop(self) -> None:
        """Stop the thread, waiting up to five seconds for what it is sending, and close the connections to Discord."""
        super().stop()
        self._rest.close()


def build_discord_delivery(host: HostContext, account: DiscordAccount, web: str) -> DiscordDelivery:
    """Build, without starting it, the thread that sends queued posts to Discord on a host at home."""
    return DiscordDelivery(build_discord_sender(host, account, web))
