"""What every event of a function URL has in common."""

from __future__ import annotations

import base64
import binascii
from typing import Any

Event = dict[str, Any]
BASE64_GROWTH = 4 / 3


def body(event: Event, biggest: int) -> bytes:
    """Return the body; of one that is too big only so much that this shows."""
    text: str = event.get("body") or ""
    if not event.get("isBase64Encoded"):
        return text[: biggest + 1].encode()
    try:
        return base64.b64decode(text[: int(biggest * BASE64_GROWTH) // 4 * 4 + 8])
    except binascii.Error:
        raise ValueError("not base64") from None
