"""What a call to Telegram is made of: buttons, replies, and how long to wait."""

from __future__ import annotations

from typing import Any

from host.doors.telegram.messages.screens import Button, Rows

OFFICIAL = "https://api.telegram.org"
READ_TIMEOUT = 15.0  # seconds; an answer not waited for is taken for none, and what was said would be said again
CALL_TIMEOUT = 60.0  # seconds in which even a call with a large file has ended one way or another
HTML = "HTML"
UNPREVIEWED: Any = {"is_disabled": True}  # links in what we say show no picture of where they lead


def build_reply_markup(rows: Rows) -> Any:
    """Return rows of buttons as the Bot API wants them, or None without any."""
    return {"inline_keyboard": [[_build_api_button(each) for each in row] for row in rows]} if rows else None


def _build_api_button(each: Button) -> dict[str, Any]:
    more = {
        "url": each.url,
        "callback_data": each.data,
        "copy_text": {"text": each.copies} if each.copies else None,
        "style": each.style,
        "web_app": {"url": each.opens} if each.opens else None,
    }
    return {"text": each.text, **{name: value for name, value in more.items() if value}}


def build_reply_parameters(message: int) -> Any:
    """Return the reply parameters for this message, which may have been deleted meanwhile; None for 0."""
    return {"message_id": message, "allow_sending_without_reply": True} if message else None
