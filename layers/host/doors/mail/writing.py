"""Letters at home: a thread that writes to whoever something waits for."""

from __future__ import annotations

from functools import partial

from host.core.context import HostContext
from host.delivery.outbox import OutboxDispatcher
from host.delivery.pace import Pace
from host.doors.local.courier_thread import DeliveryThread
from host.doors.mail import smtp
from host.doors.mail.door import MailAccount
from host.doors.mail.sender import MAIL_LIMITS, MailSender


def build_mail_thread(host: HostContext, account: MailAccount, web: str) -> DeliveryThread:
    """Build the thread that sends queued e-mails through the operator's SMTP server."""
    sender = MailSender(host, web, account.sender, partial(smtp.send_by_smtp, account))
    return DeliveryThread("letters", OutboxDispatcher(host, sender, Pace(MAIL_LIMITS), workers=2))
