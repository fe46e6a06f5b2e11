"""The methods the server knows, and the type of each of their parameters; `!` marks a required one.

Telegram ignores parameters it does not know. This table is stricter: what it does not list is refused, so that a
misspelt or unmodelled parameter is found by a test and not by a player. Business, paid and inline messages are left
out because the server has no model of them.
"""

from .errors import GONE_QUERY

_SILENT = {"disable_notification": "bool", "protect_content": "bool"}
_TEXT = {"text": "str", "parse_mode": "str", "entities": "objects", "link_preview_options": "object"}
_CAPTION = {
    "caption": "str",
    "parse_mode": "str",
    "caption_entities": "objects",
    "show_caption_above_media": "bool",
}
_SENT = {
    "chat_id": "chat!",
    "message_thread_id": "int",
    "reply_parameters": "object",
    "reply_markup": "object",
    "message_effect_id": "str",
    **_SILENT,
}
_EDITED = {"chat_id": "chat!", "message_id": "int!", "reply_markup": "object"}
_PINNED = {"chat_id": "chat!", "message_id": "int!"}
_SCOPED = {"scope": "object", "language_code": "str"}

METHODS: dict[str, dict[str, str]] = {
    "getMe": {},
    "getUpdates": {"offset": "int", "limit": "int", "timeout": "int", "allowed_updates": "strings"},
    "setWebhook": {
        "url": "str",
        "max_connections": "int",
        "allowed_updates": "strings",
        "drop_pending_updates": "bool",
        "secret_token": "str",
    },
    "deleteWebhook": {"drop_pending_updates": "bool"},
    "getWebhookInfo": {},
    "getFile": {"file_id": "str!"},
    "sendMessage": {**_SENT, **_TEXT, "ephemeral_message_parameters": "object"},
    "sendPhoto": {**_SENT, **_CAPTION, "photo": "file!", "has_spoiler": "bool"},
    "sendDocument": {
        "chat_id": "chat!",
        "message_thread_id": "int",
        "document": "file!",
        "caption": "str",
        "parse_mode": "str",
        "caption_entities": "objects",
        "disable_content_type_detection": "bool",
        "reply_parameters": "object",
        "reply_markup": "object",
        **_SILENT,
    },
    "sendChatAction": {"chat_id": "chat!", "action": "str!"},
    "editMessageText": {**_EDITED, **_TEXT},
    "editMessageCaption": {**_EDITED, **_CAPTION},
    "editMessageMedia": {**_EDITED, "media": "object!"},
    "editMessageReplyMarkup": _EDITED,
    "deleteMessage": {"chat_id": "chat!", "message_id": "int!"},
    "pinChatMessage": {**_PINNED, "disable_notification": "bool"},
    "unpinChatMessage": {"chat_id": "chat!", "message_id": "int"},
    "setMessageReaction": {"chat_id": "chat!", "message_id": "int!", "reaction": "objects", "is_big": "bool"},
    "answerCallbackQuery": {
        "callback_query_id": "str!",
        "text": "str",
        "show_alert": "bool",
        "url": "str",
        "cache_time": "int",
    },
    "setMyCommands": {"commands": "objects!", **_SCOPED},
    "getMyCommands": _SCOPED,
    "deleteMyCommands": _SCOPED,
    "setMyName": {"name": "str", "language_code": "str"},
    "setMyDescription": {"description": "str", "language_code": "str"},
    "setMyShortDescription": {"short_description": "str", "language_code": "str"},
    "setChatMenuButton": {"chat_id": "int", "menu_button": "object"},
    "getChat": {"chat_id": "chat!"},
    "getChatMember": {"chat_id": "chat!", "user_id": "int!"},
    "getChatAdministrators": {"chat_id": "chat!", "return_bots": "bool"},
    "leaveChat": {"chat_id": "chat!"},
    "createForumTopic": {"chat_id": "chat!", "name": "str!"},
}

MISSING = {
    "chat_id": "chat_id is empty",
    "message_id": "message identifier is not specified",
    "photo": "there is no photo in the request",
    "document": "there is no document in the request",
    "callback_query_id": GONE_QUERY,
    "media": "input media is not specified",
    "action": "wrong parameter action in request",
}
