"""Checks what hangs under a message: inline keyboards, and links that open the bot."""

import re
from urllib.parse import parse_qs, urlsplit

from .errors import bad, fault
from .fields import JSON

ACTIONS = {"callback_data", "url", "web_app", "copy_text", "switch_inline_query", "switch_inline_query_current_chat"}
LOOKS = {"text", "style", "icon_custom_emoji_id"}
STYLES = {"danger", "success", "primary"}
OTHER_MARKUP = {"force_reply": {"input_field_placeholder", "selective"}, "remove_keyboard": {"selective"}}
PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}")
SCHEMES = {"http", "https", "tg", "mailto"}
BUTTONS_PER_MESSAGE = 100
BUTTONS_PER_ROW = 8
DATA_BYTES = 64
COPY_CHARACTERS = 256

Keyboard = list[list[JSON]]


def read_markup(markup: JSON, *, private: bool, edit: bool = False) -> Keyboard:
    """The inline keyboard of a message; empty where there is none."""
    if not markup:
        return []
    if "inline_keyboard" not in markup:
        _check_other(markup, edit=edit)
        return []
    if set(markup) != {"inline_keyboard"}:
        raise fault(f"can't parse reply keyboard markup JSON object: unknown fields in {sorted(markup)}")
    rows = _rows(markup["inline_keyboard"])
    for button in (button for row in rows for button in row):
        _check_button(button, private=private)
    return rows


def _rows(rows: object) -> Keyboard:
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise fault("can't parse inline keyboard markup: expected an Array of Arrays of InlineKeyboardButton")
    if sum(map(len, rows)) > BUTTONS_PER_MESSAGE:
        raise fault("REPLY_MARKUP_TOO_LONG")
    if any(len(row) > BUTTONS_PER_ROW for row in rows):
        raise fault(f"reply markup has a row of more than {BUTTONS_PER_ROW} buttons")
    return [row for row in rows if row]


def _check_button(button: object, *, private: bool) -> None:
    if not isinstance(button, dict) or not isinstance(button.get("text"), str):
        raise fault('can\'t parse inline keyboard button: field "text" must be of type String')
    if not button["text"].strip():
        raise fault("can't parse inline keyboard button: text must be non-empty")
    if set(button) - ACTIONS - LOOKS or button.get("style", "primary") not in STYLES:
        raise fault(f"can't parse inline keyboard button: unknown fields in {sorted(button)}")
    actions = ACTIONS & set(button)
    if not actions:
        raise fault("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
    if len(actions) > 1:
        raise fault("can't parse inline keyboard button: exactly one action is allowed")
    _check_action(actions.pop(), button, private=private)


def _check_action(action: str, button: JSON, *, private: bool) -> None:
    value = button[action]
    if action == "callback_data" and not (isinstance(value, str) and 1 <= len(value.encode()) <= DATA_BYTES):
        raise fault("BUTTON_DATA_INVALID")
    if action == "url" and urlsplit(str(value)).scheme not in SCHEMES:
        raise fault(f"inline keyboard button URL '{value}' is invalid: Wrong HTTP URL")
    if action == "web_app":
        _check_web_app(value, private=private)
    if action == "copy_text" and not 1 <= len(str(value.get("text", ""))) <= COPY_CHARACTERS:
        raise fault("BUTTON_COPY_TEXT_INVALID")


def _check_web_app(value: JSON, *, private: bool) -> None:
    if urlsplit(str(value.get("url"))).scheme != "https":
        raise fault(f"inline keyboard button Web App URL '{value.get('url')}' is invalid: Only HTTPS links are allowed")
    if not private:
        raise fault("BUTTON_TYPE_INVALID")


def _check_other(markup: JSON, *, edit: bool) -> None:
    kind = next((kind for kind in OTHER_MARKUP if markup.get(kind) is True), None)
    if kind is None or set(markup) - OTHER_MARKUP[kind] - {kind}:
        raise fault("object expected as reply markup (this server models no custom reply keyboards)")
    if edit:
        raise bad("message can't be edited: only an inline keyboard is allowed")


def deep_link(url: str, username: str) -> tuple[str, str] | None:
    """The parameter (start or startgroup) and payload of a link to the bot; None for any other link."""
    parts = urlsplit(url)
    if parts.netloc not in {"t.me", "telegram.me"} or parts.path.strip("/").lower() != username.lower():
        return None
    query = parse_qs(parts.query)
    name = next((name for name in ("start", "startgroup") if name in query), None)
    return (name, query[name][0]) if name else None
