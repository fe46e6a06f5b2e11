"""Hands a letter to a mail server (SMTP): over TLS, or in the clear to this very machine alone."""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage
from urllib.parse import urlsplit

from host.delivery.outbox import PlatformDown
from host.doors.mail.door import MailAccount
from host.doors.mail.sender import AddressRefused

PATIENCE = 15.0  # seconds
HERE = ("127.0.0.1", "localhost", "::1")
GONE = range(550, 554)  # nobody has, or ever takes letters at, this address
NO_TLS = "the mail server offers no TLS, and is not on this machine"


def carry(account: MailAccount, letter: EmailMessage) -> None:
    """One letter; raises Refused if nobody takes it there, and Away for whatever is wrong with the server."""
    try:
        with _connected(account) as line:
            if account.user:
                line.login(account.user, account.password)
            line.send_message(letter)
    except smtplib.SMTPRecipientsRefused as refused:
        ((code, _),) = refused.recipients.values()
        raise (AddressRefused() if code in GONE else PlatformDown(f"{code}")) from None
    except (smtplib.SMTPException, OSError) as error:  # what it says may hold an address
        raise PlatformDown(type(error).__name__) from None


def _connected(account: MailAccount) -> smtplib.SMTP:
    parts, trust = urlsplit(account.server), ssl.create_default_context()
    host = parts.hostname or ""
    if parts.scheme == "smtps":
        return smtplib.SMTP_SSL(host, parts.port or 465, timeout=PATIENCE, context=trust)
    line = smtplib.SMTP(host, parts.port or 587, timeout=PATIENCE)
    line.ehlo()
    if line.has_extn("starttls"):
        line.starttls(context=trust)
    elif host not in HERE:
        line.close()
        raise PlatformDown(NO_TLS)
    return line
