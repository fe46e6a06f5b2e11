"""Who opens the page inside Telegram, as Telegram has signed it for this bot. Pure.

The key is derived from the bot's token. A party that has only the key can check this, and cannot speak as the bot.
"""

from __future__ import annotations

import hashlib
import hmac
from urllib.parse import parse_qsl

import msgspec

from engine.kernel import Illegal
from engine.kernel.json_types import prepare_json_type
from host.doors.registry import Launch
from host.doors.telegram.places import build_telegram_place
from host.said.desk import refusals

ENTRANCE = "/tg"
WEB_APP_KEY_NAME = "app-key"
LONGEST, MOST_FIELDS = 4096, 32
OLDEST, AHEAD = 3600.0, 60.0  # seconds: how old it may be, and how far clocks may differ
PLATFORM = "Telegram"


@prepare_json_type
class VouchedUser(msgspec.Struct):
    """The user in the signed launch data of the Mini App."""

    id: int
    first_name: str = ""
    last_name: str = ""
    is_bot: bool = False


def derive_web_app_key(token: str) -> bytes:
    """Derive from the bot's token the key with which Telegram signs the data of an opened web app."""
    return hmac.new(b"WebAppData", token.encode(), hashlib.sha256).digest()


def parse_web_app_launch(data: str, key: bytes, now: float) -> Launch:
    """Verify the signed data with which Telegram opens the web app, and return who opens it and what they want to see;
    raise Illegal unless they are genuine, name a person, and are at most an hour old.
    """
    fields = _parse_signed_fields(data, key)
    made = fields.get("auth_date", "")
    if not (made.isascii() and made.isdigit() and len(made) < 12):
        raise Illegal(refusals.NOT_VOUCHED, code="person_not_confirmed", platform=PLATFORM)
    if not -AHEAD <= now - int(made) <= OLDEST:
        raise Illegal(refusals.OPENED_LONG_AGO, code="launch_expired", platform=PLATFORM)
    try:
        user = msgspec.json.decode(fields.get("user", ""), type=VouchedUser)
    except msgspec.DecodeError:
        raise Illegal(refusals.NOT_VOUCHED, code="person_not_confirmed", platform=PLATFORM) from None
    if user.is_bot or user.id <= 0:
        raise Illegal(refusals.NOT_VOUCHED, code="person_not_confirmed", platform=PLATFORM)
    return Launch(
        build_telegram_place(user.id), f"{user.first_name} {user.last_name}".strip(), fields.get("start_param", "")
    )


def _parse_signed_fields(data: str, key: bytes) -> dict[str, str]:
    """Return the fields of a web app's launch data; raise Illegal if the signature does not fit the key or a field is
    there twice.
    """
    try:
        pairs = parse_qsl(data, keep_blank_values=True, strict_parsing=True, max_num_fields=MOST_FIELDS)
    except ValueError:
        pairs = []
    fields = dict(pairs)
    told = fields.pop("hash", "")
    if len(data) > LONGEST or len(pairs) != len(fields) + 1:
        raise Illegal(refusals.NOT_VOUCHED, code="person_not_confirmed", platform=PLATFORM)
    text = "\n".join(f"{name}={value}" for name, value in sorted(fields.items()))
    ours = hmac.new(key, text.encode(errors="replace"), hashlib.sha256).hexdigest()
    if not hmac.compare_digest(ours.encode(), told.encode(errors="replace")):
        raise Illegal(refusals.NOT_VOUCHED, code="person_not_confirmed", platform=PLATFORM)
    return fields
