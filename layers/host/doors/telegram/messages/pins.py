"""Keeps a group's board pinned, where its host likes that. Where Telegram refuses, that is said once."""

from __future__ import annotations

from telegram.error import BadRequest, TelegramError

from engine.kernel import Told
from host.core.context import HostContext
from host.core.session import Post
from host.doors.telegram.calls.api_errors import unheeded
from host.doors.telegram.calls.connection import TelegramConnection
from host.doors.telegram.places import address, private
from host.said.desk import usual

KEPT = "pinning"  # what is kept of a place: that it has been said there that nothing can be pinned
REFUSED = "I may not pin the board here: an admin has to give me the right to pin messages. Or write {line}"


class Pins:
    """The pinned boards."""

    def __init__(self, host: HostContext, wire: TelegramConnection) -> None:
        self.host, self.wire = host, wire

    def pin(self, chat: str, message: int) -> None:
        """This is the board now; if the group wants it pinned, it is."""
        if private(chat) or not usual.kept(self.host, chat).pins:
            return
        try:
            number = address(chat)[0]
            self.wire.call(
                lambda bot: bot.pin_chat_message(chat_id=number, message_id=message, disable_notification=True)
            )
        except BadRequest:
            self._refused(chat)
        except (TelegramError, TimeoutError):  # the next board may fare better
            return

    def let_go(self, chat: str, message: int) -> None:
        """This is the board no more."""
        if not private(chat) and usual.kept(self.host, chat).pins:
            with unheeded():
                number = address(chat)[0]
                self.wire.call(lambda bot: bot.unpin_chat_message(chat_id=number, message_id=message))

    def _refused(self, chat: str) -> None:
        if not self.host.store.kept(chat, KEPT):
            self.host.store.keep(chat, KEPT, b"refused")
            told = Told(REFUSED, {"line": "/usual pin no"})
            self.host.store.post([Post(chat, "", int(self.host.now() * 1000), [told])], self.host.now())
