"""Which push services may be spoken to, and how one is. A browser names its own, and a stranger may name anything."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple
from urllib.parse import urlsplit

import httpx
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey

KNOWN_PUSH_SERVICES = re.compile(
    r"https://(?:fcm\.googleapis\.com|(?:[a-z0-9-]+\.)*push\.services\.mozilla\.com|[a-z0-9-]+\.push\.apple\.com"
    r"|(?:[a-z0-9-]+\.)+notify\.windows\.com)$"
)
LONGEST_ADDRESS = 1000
PUSH_TIMEOUT = 10.0  # seconds
UNCOMPRESSED_BYTES = 65


class ServiceReply(NamedTuple):
    """The response of a push service: its status, and for how many seconds to wait before a retry."""

    status: int
    wait: float


def parse_origin(address: str) -> str:
    """Return the scheme (http or https), host and port of a web address, or an empty string if it is none, malformed,
    too long or has a user name.
    """
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    fits = parts.scheme in ("https", "http") and parts.netloc and "@" not in parts.netloc
    return f"{parts.scheme}://{parts.netloc}" if fits and len(address) <= LONGEST_ADDRESS else ""


def is_allowed_service(address: str, more: tuple[str, ...]) -> bool:
    """Return whether an address belongs to a known push service, or to one in `more`, the scheme, host and port of each
    that the operator allows.
    """
    return bool((begins := parse_origin(address)) and (KNOWN_PUSH_SERVICES.fullmatch(begins) or begins in more))


def is_browser_key(key: bytes) -> bool:
    """Return whether these bytes can be a browser's push key: an uncompressed point of curve P-256."""
    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), key)
    except ValueError:
        return False
    return len(key) == UNCOMPRESSED_BYTES


def post_to_push_service(address: str, body: bytes, headers: Mapping[str, str]) -> ServiceReply:
    """Send one encrypted notice to a push service without following redirects; return its status and the seconds to
    wait that it asks for (0 if none). Raise OSError if that fails.
    """
    try:
        with make_push_client().stream("POST", address, content=body, headers=dict(headers)) as got:
            wait = got.headers.get("retry-after", "")
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise OSError(type(error).__name__) from None
    return ServiceReply(got.status_code, float(wait) if wait.isdecimal() else 0.0)


@cache
def make_push_client() -> httpx.Client:
    """Make and cache this process's HTTP client, with which notices are posted to browsers' push services; it follows
    no redirects.
    """
    return httpx.Client(timeout=PUSH_TIMEOUT, trust_env=False)
