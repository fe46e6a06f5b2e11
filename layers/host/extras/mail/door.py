"""Letters announce themselves: players who use only the page can be written to, where the host can send mail."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from msgspec import Struct

from host.doors.local.settings import UnfitSetting
from host.doors.registry import Cloud, Door

FROM = "RTAB_MAIL_FROM"
SERVER = "RTAB_SMTP must be smtp://HOST:587 (it is asked for TLS) or smtps://HOST:465."
SENDER = "RTAB_MAIL_FROM must be the address that letters come from, such as games@example.org."
ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z0-9-]{2,63}")


class MailAccount(Struct, frozen=True):
    """The mail server, its login, and the address that e-mails come from."""

    server: str
    sender: str
    user: str = ""
    password: str = ""

    def __repr__(self) -> str:
        return "Account(set)"


def load_mail_account(environment: Mapping[str, str]) -> MailAccount | None:
    """Return the settings of e-mail from the environment, or None if no mail server is set; raise UnfitSetting for a
    malformed one.
    """
    server, sender = environment.get("RTAB_SMTP", "").strip(), environment.get(FROM, "").strip()
    if not server:
        return None
    if not _is_server_address(server):
        raise UnfitSetting(SERVER)
    if not ADDRESS.fullmatch(sender):
        raise UnfitSetting(SENDER)
    return MailAccount(server, sender, environment.get("RTAB_SMTP_USER", ""), environment.get("RTAB_SMTP_PASSWORD", ""))


def _is_server_address(server: str) -> bool:
    """Return whether this is the address of a mail server: smtp or smtps, a host, perhaps a port, and nothing more."""
    try:
        parts = urlsplit(server)
        _ = parts.port  # a malformed one is an error only when it is read
    except ValueError:
        return False
    more = parts.username or parts.path.strip("/")
    return parts.scheme in ("smtp", "smtps") and bool(parts.hostname) and not more


DOOR = Door(
    name="mail",
    account=load_mail_account,
    settings=("RTAB_SMTP", "RTAB_SMTP_USER", "RTAB_SMTP_PASSWORD", FROM),
    deaf=True,
    reaches="host.extras.mail.mailboxes:has_confirmed_address",
    running="host.extras.mail.sender:build_mail_thread",
    cloud=Cloud(pushed=False, module="host.extras.mail.function", switch=FROM),
)
