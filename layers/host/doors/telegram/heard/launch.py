"""Who opens the page inside Telegram, as Telegram has signed it for this bot. Pure.

The key is derived from the bot's token. Whoever has the key alone can check this, and cannot speak as the bot.
"""

from __future__ import annotations

import hashlib
import hmac
from urllib.parse import parse_qsl

import msgspec

from engine.kernel import Illegal
from engine.kernel.ready import ready
from host.doors.registry import Launch
from host.doors.telegram.places import place
from host.said.desk import refusals

ENTRANCE = "/tg"
SECRET = "app-key"  # noqa: S105 - the name under which it is kept in AWS
LONGEST, MOST_FIELDS = 4096, 32
OLDEST, AHEAD = 3600.0, 60.0  # seconds: how old it may be, and how far clocks may differ
PLATFORM = "Telegram"


@ready
class VouchedUser(msgspec.Struct):
    """Whom Telegram vouches for."""

    id: int
    first_name: str = ""
    last_name: str = ""
    is_bot: bool = False


def key(token: str) -> bytes:
    """With what Telegram signs for the bot with this token."""
    return hmac.new(b"WebAppData", token.encode(), hashlib.sha256).digest()


def read(data: str, key: bytes, now: float) -> Launch:
    """Who that is and what they want to see; raises Illegal for whatever Telegram has not signed just now."""
    fields = _signed(data, key)
    made = fields.get("auth_date", "")
    if not (made.isascii() and made.isdigit() and len(made) < 12):
        raise Illegal(refusals.NOT_VOUCHED, platform=PLATFORM)
    if not -AHEAD <= now - int(made) <= OLDEST:
        raise Illegal(refusals.OPENED_LONG_AGO, platform=PLATFORM)
    try:
        user = msgspec.json.decode(fields.get("user", ""), type=VouchedUser)
    except msgspec.DecodeError:
        raise Illegal(refusals.NOT_VOUCHED, platform=PLATFORM) from None
    if user.is_bot or user.id <= 0:
        raise Illegal(refusals.NOT_VOUCHED, platform=PLATFORM)
    return Launch(place(user.id), f"{user.first_name} {user.last_name}".strip(), fields.get("start_param", ""))


def _signed(data: str, key: bytes) -> dict[str, str]:
    """The fields, if this key has signed them. A field that stands there twice could be read in two ways."""
    try:
        pairs = parse_qsl(data, keep_blank_values=True, strict_parsing=True, max_num_fields=MOST_FIELDS)
    except ValueError:
        pairs = []
    fields = dict(pairs)
    told = fields.pop("hash", "")
    if len(data) > LONGEST or len(pairs) != len(fields) + 1:
        raise Illegal(refusals.NOT_VOUCHED, platform=PLATFORM)
    text = "\n".join(f"{name}={value}" for name, value in sorted(fields.items()))
    ours = hmac.new(key, text.encode(errors="replace"), hashlib.sha256).hexdigest()
    if not hmac.compare_digest(ours.encode(), told.encode(errors="replace")):
        raise Illegal(refusals.NOT_VOUCHED, platform=PLATFORM)
    return fields
