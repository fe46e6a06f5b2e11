"""The methods by which the bot gets its updates: long polling, or registering a webhook."""

import re
import time
from collections.abc import Callable
from urllib.parse import urlsplit

from .errors import OTHER_POLLER, WEBHOOK_ACTIVE, conflict, fault
from .fields import JSON, Call
from .queue import ALL_KINDS
from .world import Webhook, World

LOCAL = {"127.0.0.1", "localhost", "::1"}
SECRET = re.compile(r"[A-Za-z0-9_-]{0,256}")
MOST = 100
PORTS = {443, 80, 88, 8443}


def get_updates(world: World, call: Call) -> list[JSON]:
    """Wait for updates. Those below the offset are confirmed and vanish; a newer poller ends an older one.

    The timeout runs out in real time or when a fake clock passes it, whichever is first.
    """
    limit = call.get("limit", MOST)
    if not 1 <= limit <= MOST:
        raise fault("limit must be between 1 and 100")
    if world.webhook:
        raise conflict(WEBHOOK_ACTIVE)
    _allow(world, call)
    world.updates.confirm(call.get("offset", 0))
    world.poll_turn += 1
    world.changed.notify_all()
    return _wait(world, world.poll_turn, call.get("timeout", 0), limit)


def _wait(world: World, turn: int, timeout: int, limit: int) -> list[JSON]:
    end, real_end = world.now() + timeout, time.monotonic() + timeout
    while True:
        world.updates.expire(world.now())
        found = [parcel.update for parcel in world.updates.parcels[:limit]]
        left = real_end - time.monotonic()
        if found or left <= 0 or world.now() >= end or world.closed:
            return found
        world.changed.wait(left)
        if world.webhook:
            raise conflict("terminated by setWebhook request")
        if turn != world.poll_turn:
            raise conflict(OTHER_POLLER)


def _allow(world: World, call: Call) -> None:
    if "allowed_updates" not in call:
        return
    kinds = call.get("allowed_updates", list[str]())
    unknown = set(kinds) - ALL_KINDS
    if unknown:
        raise fault(f"unknown allowed_updates: {sorted(unknown)}")
    world.updates.allow(kinds)


def set_webhook(world: World, call: Call) -> bool:
    """Have updates sent to a URL: HTTPS as Telegram wants it, or plain HTTP on this machine; empty removes it."""
    url = call.get("url", "")
    _check_url(url)
    if not SECRET.fullmatch(call.get("secret_token", "")):
        raise fault("secret token contains unallowed characters or is too long")
    connections = call.get("max_connections", 40)
    if not 1 <= connections <= MOST:
        raise fault("max_connections must be between 1 and 100")
    _allow(world, call)
    if call.get("drop_pending_updates", False):
        world.updates.parcels.clear()
    world.webhook = Webhook(url, call.get("secret_token", ""), connections)
    world.changed.notify_all()
    return True


def _check_url(url: str) -> None:
    parts = urlsplit(url)
    if parts.scheme == "http" and parts.hostname in LOCAL:
        return
    if parts.scheme != "https" or not parts.hostname:
        raise fault("bad webhook: An HTTPS URL must be provided for webhook")
    if (parts.port or 443) not in PORTS:
        raise fault("bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443")


def delete_webhook(world: World, call: Call) -> bool:
    """Go back to polling; what is waiting goes on waiting."""
    if call.get("drop_pending_updates", False):
        world.updates.parcels.clear()
    world.webhook = None
    world.changed.notify_all()
    return True


def webhook_info(world: World, call: Call) -> JSON:
    """Where updates go, and what went wrong last."""
    del call
    world.updates.expire(world.now())
    body: JSON = {
        "url": "",
        "has_custom_certificate": False,
        "pending_update_count": len(world.updates.parcels),
        "allowed_updates": sorted(world.updates.allowed),
    }
    if world.webhook:
        body |= {"url": world.webhook.url, "max_connections": world.webhook.connections}
        if world.webhook.error:
            body |= {"last_error_message": world.webhook.error, "last_error_date": world.webhook.error_at}
    return body


def get_file(world: World, call: Call) -> JSON:
    """Where a file that somebody has sent can be fetched."""
    name = call.get("file_id", "")
    if name not in world.brought:
        raise fault("invalid file_id")
    return {
        "file_id": name,
        "file_unique_id": name,
        "file_size": len(world.brought[name]),
        "file_path": f"documents/{name}",
    }


HANDLERS: dict[str, Callable[[World, Call], object]] = {
    "getUpdates": get_updates,
    "setWebhook": set_webhook,
    "deleteWebhook": delete_webhook,
    "getWebhookInfo": webhook_info,
    "getFile": get_file,
}
