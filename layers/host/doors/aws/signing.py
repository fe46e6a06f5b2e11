"""Signs requests to AWS (Signature Version 4): who asks, for what, and at which moment."""

from __future__ import annotations

import hashlib
import hmac
import time
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote

ALGORITHM = "AWS4-HMAC-SHA256"


class Credentials(NamedTuple):
    """Who asks; a session's keys come with a token."""

    key: str
    secret: str
    token: str = ""


class Scope(NamedTuple):
    """What the signature is good for."""

    region: str
    service: str


def signed(
    who: Credentials, scope: Scope, method: str, path: str, headers: dict[str, str], body: bytes, now: float
) -> dict[str, str]:
    """The headers with the moment, the session's token and the signature of all of them."""
    stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(now))
    all_of_them = {**headers, "x-amz-date": stamp}
    if who.token:
        all_of_them["x-amz-security-token"] = who.token
    names = ";".join(sorted(all_of_them))
    lines = "".join(f"{name}:{all_of_them[name]}\n" for name in sorted(all_of_them))
    # A path is encoded once for the wire and once more for the signature.
    request = "\n".join([method, quote(path), "", lines, names, hashlib.sha256(body).hexdigest()])
    within = "/".join([stamp[:8], *scope, "aws4_request"])
    text = "\n".join([ALGORITHM, stamp, within, hashlib.sha256(request.encode()).hexdigest()])
    signature = _mac(_key(who.secret, stamp[:8], *scope), text).hex()
    told = f"{ALGORITHM} Credential={who.key}/{within}, SignedHeaders={names}, Signature={signature}"
    return {**all_of_them, "authorization": told}


@lru_cache(maxsize=8)
def _key(secret: str, *parts: str) -> bytes:
    """The key of a day, which is worked out once."""
    found = f"AWS4{secret}".encode()
    for part in (*parts, "aws4_request"):
        found = _mac(found, part)
    return found


def _mac(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode(), "sha256")
