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
SECRET = "x-telegram-bot-api-secret-token"  # noqa: S105 - the name of the header
BIGGEST_UPDATE = 256 * 1024
RETRY_AFTER = 5


class UpdateRefused(Exception):
    """This is not for us. Telegram sends no such thing."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


def answer(event: Event, secrets: Iterable[str], handle: Callable[[Any], object]) -> Event:
    """What Telegram is answered. A broken update is not sent again; what hit a full or unreachable table is."""
    try:
        handle(update(event, secrets))
    except UpdateRefused as refused:
        log.warning("refused: %s", refused)
        return _status(refused.status)
    except (Overloaded, PlatformDown, RetryLater) as error:
        log.warning("Telegram is asked to try again: %s", error)
        return _status(503, {"Retry-After": str(RETRY_AFTER)})
    return _status(200)


def update(event: Event, secrets: Iterable[str]) -> Any:
    """The update in an event that carries one of the secrets, which is compared in constant time before all else."""
    try:
        headers = {name.lower(): value for name, value in event["headers"].items()}
        method = event["requestContext"]["http"]["method"]
    except (AttributeError, KeyError, TypeError):
        raise UpdateRefused(400, "an event of an unknown shape") from None
    told = str(headers.get(SECRET, "")).encode()
    if not any(hmac.compare_digest(told, secret.encode()) for secret in secrets):
        raise UpdateRefused(403, "it came without the secret")
    if method != "POST":
        raise UpdateRefused(405, "an update is posted")
    return _decoded(event)


def _decoded(event: Event) -> Any:
    try:
        found = body(event, BIGGEST_UPDATE)
        if len(found) > BIGGEST_UPDATE:
            raise UpdateRefused(413, f"more than {BIGGEST_UPDATE} bytes")
        return msgspec.json.decode(found)
    except (AttributeError, TypeError, ValueError):
        raise UpdateRefused(400, "not JSON") from None


def _status(status: int, headers: dict[str, str] | None = None) -> Event:
    return {"statusCode": status, "headers": headers or {}, "body": ""}
