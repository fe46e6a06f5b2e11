"""Requests that come through a front of the operator's own, such as CloudFront: who asks, and at which address."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

Event = dict[str, Any]


def restore_viewer(event: Event, web: str) -> Event:
    """Return an event of a function URL as the viewer asked it, where a domain of the operator's leads to it.

    A front calls the function by the address that AWS gave it, and for all its viewers from one of its own. It names
    the viewer as the last of X-Forwarded-For. Who calls the function's own address can say anything there; the limits
    for all strangers together hold for them, too.
    """
    headers, asked = event.get("headers"), event.get("requestContext")
    if not (web and isinstance(headers, dict) and isinstance(asked, dict) and isinstance(asked.get("http"), dict)):
        return event
    lower, edge, name = {key.lower(): value for key, value in headers.items()}, asked["http"], urlsplit(web).netloc
    source = edge.get("sourceIp", "")
    named = [each.strip() for each in str(lower.get("x-forwarded-for", "")).split(",")]
    viewer = next((each for each in reversed(named) if each and each != source), source)
    seen = {**lower, "host": name, "x-forwarded-host": name, "x-forwarded-proto": "https", "x-forwarded-for": viewer}
    return {**event, "headers": seen, "requestContext": {**asked, "http": {**edge, "sourceIp": viewer}}}
