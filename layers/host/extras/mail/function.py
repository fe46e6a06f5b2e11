"""Letters as the functions write them: by SES, from an address that the operator has had it verify."""

from __future__ import annotations

import os
from email.message import EmailMessage
from functools import cache
from typing import Any

from host.core.store.dynamo import AWS_ERRORS, make_aws_client, read_aws_error_code
from host.delivery.outbox import OutboxDispatcher, Pace, PlatformDown
from host.doors.aws import wiring
from host.extras.mail.door import FROM
from host.extras.mail.sender import MAIL_LIMITS, AddressRefused, MailSender

SES_REJECTED_CODES = ("MessageRejected", "BadRequestException")


@cache
def build_dispatcher() -> OutboxDispatcher:
    """Return the worker that sends queued e-mails through Amazon SES; built once per process."""
    found = wiring.build_deployed_host()
    sender = MailSender(found.host, found.settings.web, os.environ.get(FROM, ""), send_by_ses)
    return OutboxDispatcher(found.host, sender, Pace(MAIL_LIMITS))


@cache
def make_ses_client() -> Any:
    """Return this process's client of Amazon SES, which is made at the first call and kept."""
    return make_aws_client("sesv2")


def send_by_ses(letter: EmailMessage) -> None:
    """Send one e-mail through Amazon SES. Raise AddressRefused if it rejects the message or the request as such (as for
    a bad address), PlatformDown for any other error.
    """
    try:
        make_ses_client().send_email(
            FromEmailAddress=letter["From"],
            Destination={"ToAddresses": [letter["To"]]},
            Content={"Raw": {"Data": letter.as_bytes()}},
        )
    except AWS_ERRORS as error:
        why = read_aws_error_code(error) or type(error).__name__
        raise (AddressRefused() if why in SES_REJECTED_CODES else PlatformDown(why)) from None
