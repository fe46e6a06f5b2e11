"""Letters at home: a thread that writes to whoever something waits for."""

from __future__ import annotations

from functools import partial

from host.core.context import HostContext
from host.delivery.outbox import Courier
from host.delivery.pace import Pace
from host.doors.local.courier_thread import CourierThread
from host.doors.mail import smtp
from host.doors.mail.door import MailAccount
from host.doors.mail.sender import LIMITS, MailSender


def served(host: HostContext, account: MailAccount, web: str) -> CourierThread:
    """Whoever writes, by the operator's mail server."""
    sender = MailSender(host, web, account.sender, partial(smtp.carry, account))
    return CourierThread("letters", Courier(host, sender, Pace(LIMITS), workers=2))
