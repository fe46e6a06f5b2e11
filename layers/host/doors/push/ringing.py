"""Notices at home: a thread that rings whoever something waits for."""

from __future__ import annotations

from host.core.context import HostContext
from host.delivery.outbox import Courier
from host.delivery.pace import Pace
from host.doors.local.courier_thread import CourierThread
from host.doors.push.door import PushAccount
from host.doors.push.sender import LIMITS, PushSender


def served(host: HostContext, account: PushAccount, web: str) -> CourierThread:
    """Whoever rings."""
    sender = PushSender(host, web, account.services)
    return CourierThread("notices", Courier(host, sender, Pace(LIMITS), workers=4))
