"""One update as far as it matters here, read strictly: whatever else Telegram may send is nothing to us. Pure."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import msgspec
from msgspec import Struct, field

from engine.kernel.json_types import prepare_json_type
from host.doors.telegram.messages import screens
from host.doors.telegram.messages.screens import Rows, Screen
from host.doors.telegram.places import build_telegram_place

TAG = re.compile(r"<[^>]+>")


class TelegramUser(Struct):
    """A Telegram account."""

    id: int
    first_name: str = ""
    last_name: str = ""
    is_bot: bool = False


class Chat(Struct):
    """A Telegram chat."""

    id: int
    type: str = "private"


class CopyText(Struct, frozen=True):
    """The text that a button copies."""

    text: str = ""


class WebAppPage(Struct, frozen=True):
    """The page that a button opens inside Telegram."""

    url: str = ""


class SentButton(Struct):
    """A button under a message: its text, and its data, link, copied text or page."""

    text: str = ""
    callback_data: str = ""
    url: str = ""
    copy_text: CopyText = CopyText()
    style: str = ""
    web_app: WebAppPage = WebAppPage()


class SentKeyboard(Struct):
    """The buttons under a message."""

    inline_keyboard: list[list[SentButton]] = field(default_factory=list)


class Document(Struct, frozen=True):
    """A file that somebody sends."""

    file_id: str
    file_name: str = ""
    file_size: int = 0


class TelegramMessage(Struct, rename={"by": "from"}):
    """A message."""

    message_id: int
    chat: Chat
    by: TelegramUser | None = None
    sender_chat: Chat | None = None
    text: str = ""
    message_thread_id: int = 0
    is_topic_message: bool = False
    reply_to_message: TelegramMessage | None = None
    reply_markup: SentKeyboard | None = None
    migrate_to_chat_id: int = 0
    document: Document | None = None
    ephemeral_message_id: int = 0  # only the sender and the bot see it

    @property
    def place(self) -> str:
        """The place (chat and topic) in which the message stands; a private chat is one place, with all its topics."""
        in_topic = self.is_topic_message and self.chat.id < 0
        return build_telegram_place(self.chat.id, self.message_thread_id if in_topic else 0)

    @property
    def data(self) -> str:
        """The data of the message's first button, which says what the message is about."""
        return next((button.data for row in self.rows for button in row if button.data), "")

    def is_showing(self, screen: Screen) -> bool:
        """Return whether the message already has this text and these buttons, so that no edit is needed."""
        return unescape(TAG.sub("", screen.text)) == self.text and screen.rows == self.rows

    @property
    def rows(self) -> Rows:
        """The rows of buttons that the message has now."""
        found = self.reply_markup.inline_keyboard if self.reply_markup else []
        return [
            [
                screens.Button(
                    each.text, each.callback_data, each.url, each.copy_text.text, each.style, each.web_app.url
                )
                for each in row
            ]
            for row in found
        ]


class ButtonTap(Struct, rename={"by": "from"}):
    """A tap on a button."""

    id: str
    by: TelegramUser
    message: TelegramMessage | None = None
    data: str = ""


class Member(Struct, frozen=True):
    """A member's status in a chat, and whether one who is restricted may write there."""

    status: str
    can_send_messages: bool = True


class OwnMembership(Struct):
    """A change of the bot's own status in a chat."""

    chat: Chat
    new_chat_member: Member
    old_chat_member: Member = Member("")


@prepare_json_type
class Update(Struct):
    """One update from Telegram."""

    update_id: int
    message: TelegramMessage | None = None
    callback_query: ButtonTap | None = None
    my_chat_member: OwnMembership | None = None

    @property
    def key(self) -> str:
        """The idempotency key of the update."""
        return f"telegram:{self.update_id}"


UPDATE_KINDS = ["message", "callback_query", "my_chat_member"]


def parse_telegram_update(raw: Any) -> Update | None:
    """Parse a raw update; return None if it is malformed."""
    try:
        return msgspec.convert(raw, Update)
    except (msgspec.ValidationError, RecursionError):
        return None


def find_update_lane(raw: Any) -> str:
    """Return the chat whose updates must be handled in order with this one; empty if the update cannot be parsed."""
    update = parse_telegram_update(raw)
    tap, message, status = (
        (update.callback_query, update.message, update.my_chat_member) if update else (None, None, None)
    )
    chat = (tap.message or tap.by) if tap else message or status
    if chat is None:
        return ""
    return f"{chat.id}" if isinstance(chat, TelegramUser) else f"{chat.chat.id}"


def format_full_name(user: TelegramUser) -> str:
    """Return the first and last name of an account."""
    return f"{user.first_name} {user.last_name}".strip()
