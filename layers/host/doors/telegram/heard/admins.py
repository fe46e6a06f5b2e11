"""Who looks after a group: Telegram knows, and is asked at most once a minute for each."""

from __future__ import annotations

from telegram.error import TelegramError

from host.core.caches import Cache
from host.core.context import HostContext
from host.doors.telegram.calls.connection import TelegramConnection

ADMIN_CACHE_SECONDS = 60.0
MAX_CACHED_ADMINS = 1000
LEADERS = ("creator", "administrator")


class GroupAdminCache:
    """A cache of Telegram's answers about who administers a group."""

    def __init__(self, host: HostContext, wire: TelegramConnection) -> None:
        self.host, self.wire = host, wire
        self._known = Cache(MAX_CACHED_ADMINS)

    def is_admin(self, chat: int, user: int) -> bool:
        """Return whether this user administers the group, asking Telegram at most once a minute; False if Telegram does
        not answer.
        """
        now = self.host.now()

        def ask_telegram() -> bool:
            return self.wire.call(lambda bot: bot.get_chat_member(chat_id=chat, user_id=user)).status in LEADERS

        try:
            return self._known.get_or_compute((chat, user), now, now + ADMIN_CACHE_SECONDS, ask_telegram)
        except TelegramError:
            return False
