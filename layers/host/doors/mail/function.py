"""Letters as the functions write them: by SES, from an address that the operator has had it verify."""

from __future__ import annotations

import os
from email.message import EmailMessage
from functools import cache
from typing import Any

from host.core.store.aws import AWS_ERRORS, error_code, make_client
from host.delivery.outbox import Courier, PlatformDown
from host.delivery.pace import Pace
from host.doors.aws import wiring
from host.doors.mail.door import FROM
from host.doors.mail.sender import LIMITS, AddressRefused, MailSender

NOBODY = ("MessageRejected", "BadRequestException")


@cache
def courier() -> Courier:
    """Whoever writes."""
    found = wiring.wired()
    sender = MailSender(found.host, found.settings.web, os.environ.get(FROM, ""), carry)
    return Courier(found.host, sender, Pace(LIMITS))


@cache
def client() -> Any:
    """Return the one client of SES, made when the first letter goes."""
    return make_client("sesv2")


def carry(letter: EmailMessage) -> None:
    """One letter; raises Refused if SES takes none for that address, and Away for whatever else it says."""
    try:
        client().send_email(
            FromEmailAddress=letter["From"],
            Destination={"ToAddresses": [letter["To"]]},
            Content={"Raw": {"Data": letter.as_bytes()}},
        )
    except AWS_ERRORS as error:
        why = error_code(error) or type(error).__name__
        raise (AddressRefused() if why in NOBODY else PlatformDown(why)) from None
