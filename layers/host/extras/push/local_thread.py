"""Notices at home: a thread that notifies the people whose turn it is."""

from __future__ import annotations

from host.core.context import HostContext
from host.delivery.outbox import OutboxDispatcher, Pace
from host.doors.local.delivery_thread import DeliveryThread
from host.extras.push.door import PushAccount
from host.extras.push.sender import PUSH_LIMITS, PushSender


def build_push_thread(host: HostContext, account: PushAccount, web: str) -> DeliveryThread:
    """Build the thread that sends queued push notices on a host at home."""
    sender = PushSender(host, web, account.services)
    return DeliveryThread("notices", OutboxDispatcher(host, sender, Pace(PUSH_LIMITS), workers=4))
