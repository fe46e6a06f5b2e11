"""Telegram's webhook: whether it is Telegram at all comes first, and it is to try again only what may work then."""

from __future__ import annotations

import hmac
import logging
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from host.core.store.items import Overloaded
from host.delivery.outbox import PlatformDown, RetryLater
from host.doors.aws.events import Event, body

log = logging.getLogger(__name__)
SECRET_HEADER = "x-telegram-bot-api-secret-token"  # noqa: S105 - the name of the header
BIGGEST_UPDATE = 256 * 1024
RETRY_AFTER = 5


class UpdateRefused(Exception):
    """The request is not a valid update from Telegram."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


def answer_webhook_event(event: Event, secrets: Iterable[str], handle: Callable[[Any], object]) -> Event:
    """Check and handle a webhook event and return the HTTP response. Only a busy or unreachable store or platform
    gets 503, which makes Telegram retry.
    """
    try:
        handle(parse_webhook_update(event, secrets))
    except UpdateRefused as refused:
        log.warning("refused: %s", refused)
        return _build_status_response(refused.status)
    except (Overloaded, PlatformDown, RetryLater) as error:
        log.warning("Telegram is asked to try again: %s", error)
        return _build_status_response(503, {"Retry-After": str(RETRY_AFTER)})
    return _build_status_response(200)


def parse_webhook_update(event: Event, secrets: Iterable[str]) -> Any:
    """Return the update of an event, after comparing its secret in constant time; raise UpdateRefused if anything is
    wrong.
    """
    try:
        headers = {name.lower(): value for name, value in event["headers"].items()}
        method = event["requestContext"]["http"]["method"]
    except (AttributeError, KeyError, TypeError):
        raise UpdateRefused(400, "an event of an unknown shape") from None
    told = str(headers.get(SECRET_HEADER, "")).encode()
    if not any(hmac.compare_digest(told, secret.encode()) for secret in secrets):
        raise UpdateRefused(403, "it came without the secret")
    if method != "POST":
        raise UpdateRefused(405, "an update is posted")
    return _decode_webhook_body(event)


def _decode_webhook_body(event: Event) -> Any:
    try:
        found = body(event, BIGGEST_UPDATE)
        if len(found) > BIGGEST_UPDATE:
            raise UpdateRefused(413, f"more than {BIGGEST_UPDATE} bytes")
        return msgspec.json.decode(found)
    except (AttributeError, TypeError, ValueError):
        raise UpdateRefused(400, "not JSON") from None


def _build_status_response(status: int, headers: dict[str, str] | None = None) -> Event:
    return {"statusCode": status, "headers": headers or {}, "body": ""}
