"""What a platform posts to a path of a door's own, and what it is answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct, field


class WebhookRequest(Struct, frozen=True):
    """An HTTP request to a door's path, with its body as it was sent, so that a signature can be checked."""

    method: str
    path: str
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)  # names in small letters
    query: str = ""
    site: str = ""  # the address of the page, as it was asked for


class WebhookResponse(Struct, frozen=True):
    """The HTTP response of a door."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)


Webhook = Callable[[WebhookRequest], WebhookResponse]
