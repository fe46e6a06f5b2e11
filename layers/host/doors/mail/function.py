"""Letters as the functions write them: by SES, from an address that the operator has had it verify."""

from __future__ import annotations

import os
from email.message import EmailMessage
from functools import cache
from typing import Any

from host.core.store import aws_errors, dynamo
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
    """The one client, loaded when the first letter goes."""
    import boto3  # noqa: PLC0415 - it takes longer to load than all else together

    return boto3.client("sesv2", config=dynamo.quick())


def carry(letter: EmailMessage) -> None:
    """One letter; raises Refused if SES takes none for that address, and Away for whatever else it says."""
    try:
        client().send_email(
            FromEmailAddress=letter["From"],
            Destination={"ToAddresses": [letter["To"]]},
            Content={"Raw": {"Data": letter.as_bytes()}},
        )
    except aws_errors.any_of_them() as error:
        why = aws_errors.code(error) or type(error).__name__
        raise (AddressRefused() if why in NOBODY else PlatformDown(why)) from None
