"""One update as far as it matters here, read strictly: whatever else Telegram may send is nothing to us. Pure."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import msgspec
from msgspec import Struct, field

from engine.kernel.ready import ready
from host.doors.telegram.messages import screens
from host.doors.telegram.messages.screens import Rows, Screen
from host.doors.telegram.places import place

TAG = re.compile(r"<[^>]+>")


class TelegramUser(Struct):
    """Somebody with an account."""

    id: int
    first_name: str = ""
    last_name: str = ""
    is_bot: bool = False


class Chat(Struct):
    """A conversation."""

    id: int
    type: str = "private"


class CopyText(Struct, frozen=True):
    """What a button copies."""

    text: str = ""


class WebAppPage(Struct, frozen=True):
    """The page that a button opens inside Telegram."""

    url: str = ""


class SentButton(Struct):
    """A button under a message: what it says, and what comes back when it is tapped, which link it opens, or what it
    copies.
    """

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

    @property
    def place(self) -> str:
        """Where it stands."""
        return place(self.chat.id, self.message_thread_id if self.is_topic_message else 0)

    @property
    def data(self) -> str:
        """What its first button carries, by which we know what it is about."""
        return next((button.data for row in self.rows for button in row if button.data), "")

    def shows(self, screen: Screen) -> bool:
        """Does it read like this already, with these buttons?"""
        return unescape(TAG.sub("", screen.text)) == self.text and screen.rows == self.rows

    @property
    def rows(self) -> Rows:
        """Its buttons as they are now."""
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
    """A button was tapped."""

    id: str
    by: TelegramUser
    message: TelegramMessage | None = None
    data: str = ""


class Member(Struct, frozen=True):
    """How somebody stands in a chat."""

    status: str


class OwnMembership(Struct):
    """How we stand in a chat from now on."""

    chat: Chat
    new_chat_member: Member
    old_chat_member: Member = Member("")


@ready
class Update(Struct):
    """Something happened."""

    update_id: int
    message: TelegramMessage | None = None
    callback_query: ButtonTap | None = None
    my_chat_member: OwnMembership | None = None

    @property
    def key(self) -> str:
        """The same update again has the same key."""
        return f"telegram:{self.update_id}"


KINDS = ["message", "callback_query", "my_chat_member"]


def read(raw: Any) -> Update | None:
    """What happened, or None where it makes no sense to us."""
    try:
        return msgspec.convert(raw, Update)
    except (msgspec.ValidationError, RecursionError):
        return None


def lane_of(raw: Any) -> str:
    """Return the chat in whose order an update is handled; one that we cannot read hangs on no other."""
    update = read(raw)
    tap, message, status = (
        (update.callback_query, update.message, update.my_chat_member) if update else (None, None, None)
    )
    chat = (tap.message or tap.by) if tap else message or status
    if chat is None:
        return ""
    return f"{chat.id}" if isinstance(chat, TelegramUser) else f"{chat.chat.id}"


def full_name(user: TelegramUser) -> str:
    """What somebody calls themselves."""
    return f"{user.first_name} {user.last_name}".strip()
