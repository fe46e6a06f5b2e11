"""What menus and taps may ask of the sender: so they lie below it, and it builds its messages from them."""

from __future__ import annotations

from typing import Protocol

from engine.kernel import Reader
from host.core.context import HostContext
from host.doors.telegram.calls.connection import TelegramConnection
from host.doors.telegram.heard.admins import GroupAdminCache
from host.doors.telegram.messages.private_topics import PrivateTopics
from host.doors.telegram.messages.screens import Rows, Screen
from host.shown.views import GameView


class TelegramChats(Protocol):
    """The chats of a bot: what is seen in each, and how a message there is changed."""

    host: HostContext
    wire: TelegramConnection
    admins: GroupAdminCache
    topics: PrivateTopics
    web: str
    public: str

    def view_game(self, chat: str, game: str) -> tuple[GameView, Reader]:
        """Return a game as it is seen in this chat, and the reader (language and style) for its text."""

    def list_question_screens(self, chat: str, game: str, questions: set[str]) -> list[Screen]:
        """Build the messages for those of these questions that are still open, as seen in this chat."""

    def send_own_board(self, chat: str, game: str) -> None:
        """Send a person a large picture of their own board in their private chat."""

    def check_edit_room(self, chat: str) -> None:
        """Raise RetryLater if Telegram's limits allow no further edit in this chat now."""

    def edit(self, chat: str, message: int, screen: Screen) -> None:
        """Replace the text and buttons of a message."""

    def replace_buttons(self, chat: str, message: int, rows: Rows) -> None:
        """Replace only the buttons of a message; a failure is ignored."""
