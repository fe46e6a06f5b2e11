"""Which push services may be spoken to, and how one is. A browser names its own, and a stranger may name anything."""

from __future__ import annotations

import http.client
import re
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey

KNOWN = re.compile(
    r"https://(?:fcm\.googleapis\.com|(?:[a-z0-9-]+\.)*push\.services\.mozilla\.com|[a-z0-9-]+\.push\.apple\.com"
    r"|(?:[a-z0-9-]+\.)+notify\.windows\.com)$"
)
LONGEST_ADDRESS = 1000
PATIENCE = 10.0  # seconds
UNCOMPRESSED_BYTES = 65


class ServiceReply(NamedTuple):
    """What a push service says to a message: a status, and how many seconds it wants to be left alone."""

    status: int
    wait: float


def origin(address: str) -> str:
    """How an address begins; nothing, if it is none."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    fits = parts.scheme in ("https", "http") and parts.netloc and "@" not in parts.netloc
    return f"{parts.scheme}://{parts.netloc}" if fits and len(address) <= LONGEST_ADDRESS else ""


def allowed(address: str, more: tuple[str, ...]) -> bool:
    """Is this a push service that browsers really use, or one that the operator has named?"""
    return bool((begins := origin(address)) and (KNOWN.fullmatch(begins) or begins in more))


def is_key(key: bytes) -> bool:
    """Is this a browser's key: an uncompressed point of P-256?"""
    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), key)
    except ValueError:
        return False
    return len(key) == UNCOMPRESSED_BYTES


def post(address: str, body: bytes, headers: Mapping[str, str]) -> ServiceReply:
    """One message; wherever it is sent on to is not gone to. Raises OSError."""
    parts = urlsplit(address)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    line = kind(parts.netloc, timeout=PATIENCE)
    try:
        line.request("POST", f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}", body, dict(headers))
        got = line.getresponse()
        got.read(1000)
    except http.client.HTTPException as error:
        raise OSError(type(error).__name__) from None
    finally:
        line.close()
    wait = got.headers.get("retry-after", "")
    return ServiceReply(got.status, float(wait) if wait.isdigit() else 0.0)
