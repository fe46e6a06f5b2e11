"""Who looks after a group: Telegram knows, and is asked at most once a minute for each."""

from __future__ import annotations

from telegram.error import TelegramError

from host.core.context import HostContext
from host.doors.telegram.calls.connection import TelegramConnection

REMEMBERED = 60.0
MOST = 1000
LEADERS = ("creator", "administrator")


class Admins:
    """What Telegram has said lately."""

    def __init__(self, host: HostContext, wire: TelegramConnection) -> None:
        self.host, self.wire = host, wire
        self._known: dict[tuple[int, int], tuple[float, bool]] = {}

    def has(self, chat: int, user: int) -> bool:
        """Is this person an admin of this group? Where Telegram does not say, they are not."""
        now = self.host.now()
        until, leads = self._known.get((chat, user), (0.0, False))
        if until > now:
            return leads
        try:
            leads = self.wire.call(lambda bot: bot.get_chat_member(chat_id=chat, user_id=user)).status in LEADERS
        except TelegramError:
            return False
        if len(self._known) >= MOST:
            self._known.clear()
        self._known[chat, user] = now + REMEMBERED, leads
        return leads
