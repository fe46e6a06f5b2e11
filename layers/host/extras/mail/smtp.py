"""Hands a letter to a mail server (SMTP): over TLS, or in the clear to this very machine alone."""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage
from functools import partial
from urllib.parse import urlsplit

from host.core.context import HostContext
from host.delivery.outbox import OutboxDispatcher, Pace, PlatformDown
from host.doors.local.delivery_thread import DeliveryThread
from host.extras.mail.door import MailAccount
from host.extras.mail.sender import MAIL_LIMITS, AddressRefused, MailSender

SMTP_TIMEOUT = 15.0  # seconds
LOCAL_MAIL_HOSTS = ("127.0.0.1", "localhost", "::1")
ADDRESS_GONE_CODES = range(550, 554)  # nobody has, or ever takes letters at, this address
NO_TLS = "the mail server offers no TLS, and is not on this machine"


def send_by_smtp(account: MailAccount, letter: EmailMessage) -> None:
    """Send one e-mail through the SMTP server. Raise AddressRefused if it rejects the recipient for good, PlatformDown
    for any other fault.
    """
    try:
        with _connect_smtp(account) as line:
            if account.user:
                line.login(account.user, account.password)
            line.send_message(letter)
    except smtplib.SMTPRecipientsRefused as refused:
        ((code, _),) = refused.recipients.values()
        raise (AddressRefused() if code in ADDRESS_GONE_CODES else PlatformDown(f"{code}")) from None
    except (smtplib.SMTPException, OSError) as error:  # what it says may hold an address
        raise PlatformDown(type(error).__name__) from None


def _connect_smtp(account: MailAccount) -> smtplib.SMTP:
    """Connect to the mail server over TLS; without TLS only on this machine."""
    parts, trust = urlsplit(account.server), ssl.create_default_context()
    host = parts.hostname or ""
    if parts.scheme == "smtps":
        return smtplib.SMTP_SSL(host, parts.port or 465, timeout=SMTP_TIMEOUT, context=trust)
    line = smtplib.SMTP(host, parts.port or 587, timeout=SMTP_TIMEOUT)
    line.ehlo()
    if line.has_extn("starttls"):
        line.starttls(context=trust)
    elif host not in LOCAL_MAIL_HOSTS:
        line.close()
        raise PlatformDown(NO_TLS)
    return line


def build_mail_thread(host: HostContext, account: MailAccount, web: str) -> DeliveryThread:
    """Build the thread that sends queued e-mails through the operator's SMTP server."""
    sender = MailSender(host, web, account.sender, partial(send_by_smtp, account))
    return DeliveryThread("letters", OutboxDispatcher(host, sender, Pace(MAIL_LIMITS), workers=2))
