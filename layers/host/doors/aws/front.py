"""Requests that come through a front of the operator's own, such as CloudFront: who asks, and at which address."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

FunctionUrlEvent = dict[str, Any]


def restore_viewer(event: FunctionUrlEvent, web: str) -> FunctionUrlEvent:
    """Return a function URL's event as the viewer sent it, where the operator's own domain leads to it.
    A proxy such as CloudFront calls the function by AWS's address from one of its own, and names the viewer
    last in X-Forwarded-For. Callers of the function's own address can forge it; the limits for all strangers
    together still bind them.
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
