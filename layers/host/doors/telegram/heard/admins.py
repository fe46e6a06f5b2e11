"""Who looks after a group: Telegram knows, and is asked at most once a minute for each."""

from __future__ import annotations

from telegram.error import TelegramError

from host.core.context import HostContext
from host.doors.telegram.calls.connection import TelegramConnection

ADMIN_CACHE_SECONDS = 60.0
MAX_CACHED_ADMINS = 1000
LEADERS = ("creator", "administrator")


class GroupAdminCache:
    """A cache of Telegram's answers about who administers a group."""

    def __init__(self, host: HostContext, wire: TelegramConnection) -> None:
        self.host, self.wire = host, wire
        self._known: dict[tuple[int, int], tuple[float, bool]] = {}

    def is_admin(self, chat: int, user: int) -> bool:
        """Return whether this person administers the group, asking Telegram at most once a minute; False if Telegram
        does not answer.
        """
        now = self.host.now()
        until, leads = self._known.get((chat, user), (0.0, False))
        if until > now:
            return leads
        try:
            leads = self.wire.call(lambda bot: bot.get_chat_member(chat_id=chat, user_id=user)).status in LEADERS
        except TelegramError:
            return False
        if len(self._known) >= MAX_CACHED_ADMINS:
            self._known.clear()
        self._known[chat, user] = now + ADMIN_CACHE_SECONDS, leads
        return leads
