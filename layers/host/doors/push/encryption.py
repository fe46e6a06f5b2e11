"""Seals a notice so that only the browser it is for can read it (RFC 8291), and says who sends it (RFC 8292)."""

from __future__ import annotations

import base64
import json
import os

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

RECORD = 4096  # bytes: no push service takes more
LONGEST = RECORD - 16 - 4 - 1 - 65 - 16 - 1
CURVE = ec.SECP256R1()
HALF = 32  # bytes of each of the two numbers of a signature
Key = ec.EllipticCurvePrivateKey


def encoded(raw: bytes) -> str:
    """Bytes as they stand in addresses and headers: base64 for URLs, without its padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes again; raises ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def new_key() -> Key:
    """A key of one's own."""
    return ec.generate_private_key(CURVE)


def number(key: Key) -> str:
    """What is kept of a key, and is a secret."""
    return f"{key.private_numbers().private_value:064x}"


def from_number(text: str) -> Key:
    """The key of which this was kept."""
    return ec.derive_private_key(int(text, 16), CURVE)


def public(key: Key) -> bytes:
    """What everybody may know of it: a point, as 65 bytes."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def sealed(text: bytes, theirs: bytes, secret: bytes, own: Key | None = None, salt: bytes = b"") -> bytes:
    """The body of a push message. The key and the salt are new for each; raises ValueError if theirs is no key."""
    own, salt = own or new_key(), salt or os.urandom(16)
    point = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs)
    shared = own.exchange(ec.ECDH(), point)
    mixed = _derived(secret, shared, b"WebPush: info\0" + theirs + public(own), 32)
    key = _derived(salt, mixed, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(salt, mixed, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(public(own))]) + public(own)
    return head + AESGCM(key).encrypt(nonce, text + b"\2", None)


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def signed(key: Key, audience: str, subject: str, until: float) -> str:
    """The word with which a sender shows a push service that it is the one for whom the browser has asked."""
    head, claims = {"typ": "JWT", "alg": "ES256"}, {"aud": audience, "exp": int(until), "sub": subject}
    text = ".".join(encoded(json.dumps(part, separators=(",", ":")).encode()) for part in (head, claims))
    r, s = decode_dss_signature(key.sign(text.encode(), ec.ECDSA(SHA256())))
    return f"{text}.{encoded(r.to_bytes(HALF, 'big') + s.to_bytes(HALF, 'big'))}"
