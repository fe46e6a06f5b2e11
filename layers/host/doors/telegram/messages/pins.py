"""Keeps a group's board pinned, where its host likes that. Where Telegram refuses, that is said once."""

from __future__ import annotations

from telegram.error import BadRequest, TelegramError

from engine.kernel import Told
from host.core.context import HostContext
from host.core.session import Post
from host.doors.telegram.calls.api_errors import ignore_telegram_errors
from host.doors.telegram.calls.connection import TelegramConnection
from host.doors.telegram.places import is_private_chat, parse_telegram_place
from host.said.desk import group_defaults

PIN_REFUSAL_KEY = "pinning"  # what is kept of a place: that it has been said there that nothing can be pinned
PIN_REFUSED = (
    "I cannot pin the board here, because I am not allowed to pin messages. An admin can allow it, or you"
    " can write {line}"
)


class BoardPins:
    """The pinned boards of groups that want them."""

    def __init__(self, host: HostContext, wire: TelegramConnection) -> None:
        self.host, self.wire = host, wire

    def pin(self, chat: str, message: int) -> None:
        """Pin the board's message if the group's settings say so; tell the group once if the bot lacks the right."""
        if is_private_chat(chat) or not group_defaults.read_group_defaults(self.host, chat).pins:
            return
        try:
            number = parse_telegram_place(chat)[0]
            self.wire.call(
                lambda bot: bot.pin_chat_message(chat_id=number, message_id=message, disable_notification=True)
            )
        except BadRequest:
            self._tell_pin_refusal(chat)
        except TelegramError:  # the next board may fare better
            return

    def unpin(self, chat: str, message: int) -> None:
        """Unpin a message that no longer shows the board."""
        if not is_private_chat(chat) and group_defaults.read_group_defaults(self.host, chat).pins:
            with ignore_telegram_errors():
                number = parse_telegram_place(chat)[0]
                self.wire.call(lambda bot: bot.unpin_chat_message(chat_id=number, message_id=message))

    def _tell_pin_refusal(self, chat: str) -> None:
        if not self.host.store.load_place_value(chat, PIN_REFUSAL_KEY):
            self.host.store.save_place_value(chat, PIN_REFUSAL_KEY, b"refused")
            told = Told(PIN_REFUSED, {"line": "/usual pin no"})
            self.host.store.queue_posts([Post(chat, "", int(self.host.now() * 1000), [told])], self.host.now())
