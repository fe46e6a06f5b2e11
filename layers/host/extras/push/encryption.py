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

from host.core.store.items import Failed, Item, PutItem
from host.core.store.store import Store

RECORD = 4096  # bytes: no push service takes more


MAX_PUSH_TEXT_BYTES = RECORD - 16 - 4 - 1 - 65 - 16 - 1


CURVE = ec.SECP256R1()


SIGNATURE_HALF_BYTES = 32  # bytes of each of the two numbers of a signature


VapidKey = ec.EllipticCurvePrivateKey


def encode_base64url(raw: bytes) -> str:
    """Encode bytes as URL-safe base64 without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decode_base64url(text: str) -> bytes:
    """Decode URL-safe base64 without padding; raise ValueError if the text is malformed."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def generate_key() -> VapidKey:
    """Generate a private key on curve P-256, with which the host signs push notices."""
    return ec.generate_private_key(CURVE)


def serialize_key(key: VapidKey) -> str:
    """Return the private number of a key as 64 hexadecimal digits; it is a secret."""
    return f"{key.private_numbers().private_value:064x}"


def load_key(text: str) -> VapidKey:
    """Return the private key that belongs to this hexadecimal number; raise ValueError if it is none."""
    return ec.derive_private_key(int(text, 16), CURVE)


def encode_public_key(key: VapidKey) -> bytes:
    """Return the public half of a key as an uncompressed curve point of 65 bytes, the form that browsers take."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encrypt_push_body(
    text: bytes, theirs: bytes, secret: bytes, own: VapidKey | None = None, salt: bytes = b""
) -> bytes:
    """Encrypt the body of a push message for one browser (its key `theirs` and `secret`), with a fresh key and salt
    unless given; raise ValueError if the browser's key is malformed.
    """
    own, salt = own or generate_key(), salt or os.urandom(16)
    point = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs)
    shared = own.exchange(ec.ECDH(), point)
    mixed = _derive_hkdf(secret, shared, b"WebPush: info\0" + theirs + encode_public_key(own), 32)
    key = _derive_hkdf(salt, mixed, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive_hkdf(salt, mixed, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(encode_public_key(own))]) + encode_public_key(own)
    return head + AESGCM(key).encrypt(nonce, text + b"\2", None)


def _derive_hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """Derive a key of so many bytes from a secret by HKDF with SHA-256."""
    return HKDF(SHA256(), length, salt, info).derive(secret)


def sign_vapid_token(key: VapidKey, audience: str, subject: str, until: float) -> str:
    """Sign and return the JWT, valid until `until`, that proves to a push service (`audience`) which host
    (`subject`) sends the message.
    """
    head, claims = {"typ": "JWT", "alg": "ES256"}, {"aud": audience, "exp": int(until), "sub": subject}
    text = ".".join(encode_base64url(json.dumps(part, separators=(",", ":")).encode()) for part in (head, claims))
    r, s = decode_dss_signature(key.sign(text.encode(), ec.ECDSA(SHA256())))
    return (
        f"{text}.{encode_base64url(r.to_bytes(SIGNATURE_HALF_BYTES, 'big') + s.to_bytes(SIGNATURE_HALF_BYTES, 'big'))}"
    )


HOST_KEY_ITEM = ("host", "push-key")


def load_host_key(store: Store) -> VapidKey:
    """Return the host's private key for push notices; it is generated and saved when it is first needed."""
    while (item := store.table.get(*HOST_KEY_ITEM)) is None:
        made = serialize_key(generate_key())
        try:
            store.table.write([PutItem(Item(*HOST_KEY_ITEM, made.encode(), 1), 0)])
        except Failed:  # somebody else has just made one
            continue
    return load_key(item.body.decode())


def read_host_key_number(store: Store) -> str:
    """Return the host's private key for push notices as its stored text, or an empty string if it has not been
    generated yet.
    """
    item = store.table.get(*HOST_KEY_ITEM)
    return item.body.decode() if item else ""


def format_public_host_key(store: Store) -> str:
    """Return the host's public key for push notices in the form that browsers take; the key is generated and saved if
    there is none yet.
    """
    return encode_base64url(encode_public_key(load_host_key(store)))


PARAMETER = "PushKey"  # of the template


def pick_deployed_key(kept: str, store: Store | None) -> str:
    """Return the private key with which a deployed host is to sign push notices, as text: the one saved in `store` or,
    if there is none, `kept`, that of the last deployment, or else a new one, which is not saved here.
    """
    return (read_host_key_number(store) if store else "") or kept or serialize_key(generate_key())


def build_push_values(kept: str) -> dict[str, str]:
    """Return the parameters of the CloudFormation template for push notices: the public half of the private key `kept`,
    or empty without a key.
    """
    return {PARAMETER: encode_base64url(encode_public_key(load_key(kept))) if kept else ""}
