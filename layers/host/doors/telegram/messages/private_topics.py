"""Gives each game a topic of its own in somebody's private chat, where BotFather has switched topics on.

It is a comfort: where Telegram refuses a topic, or has lost one, all stands in one stream, as without topics.
"""

from __future__ import annotations

from contextlib import suppress

from telegram.error import TelegramError

from host.core.caches import Cache
from host.core.context import HostContext
from host.delivery.outbox import PlatformDown, RetryLater
from host.doors.telegram.calls.connection import TelegramConnection
from host.doors.telegram.places import parse_telegram_place

THREAD, NONE = "thread/", b"0"  # what is kept of a private chat: the topic of each game; that it has none
LONGEST_TOPIC_NAME, MOST_HEARD = 128, 1000
LOST_TOPIC_ERRORS = ("thread not found", "topic_deleted", "topic_closed")


def is_topic_lost(said: str) -> bool:
    """Return whether Telegram's error text says that a post's topic no longer exists."""
    return any(each in said.casefold() for each in LOST_TOPIC_ERRORS)


class PrivateTopics:
    """The topics of games in private chats."""

    def __init__(self, host: HostContext, wire: TelegramConnection, *, asks: bool) -> None:
        self.host, self.wire, self._asks = host, wire, asks
        self._heard = Cache(MOST_HEARD)  # the topic in which a message was written, by chat and number

    def note_message(self, chat: str, message: int, topic: int) -> None:
        """Record the topic of a private chat in which a message was written, so that the answer goes there."""
        if topic:
            self._heard.store((chat, message), topic)

    def find_topic_of_message(self, chat: str, message: int) -> int:
        """Return the topic of the message that is being answered; 0 if it was in none."""
        return int(self._heard.find((chat, message)) or 0)

    def can_have_topics(self) -> bool:
        """Return whether the bot's private chats can have topics; False if Telegram does not answer."""
        with suppress(TelegramError, PlatformDown, RetryLater):
            return self._asks and self.wire.has_topics
        return False

    def find_topic(self, chat: str, game: str, name: str) -> int:
        """Return this game's topic in a private chat, created now if there is none; 0 if Telegram refuses."""
        stored = self.host.store.load_place_value(chat, f"{THREAD}{game}")
        return int(stored) if stored else self._create_topic(chat, game, name)

    def find_game(self, chat: str, topic: int) -> str:
        """Return the game to which a topic of a private chat belongs, or an empty string."""
        names = self.host.store.list_place_value_names(chat, THREAD) if topic else []
        return next(
            (
                name.removeprefix(THREAD)
                for name in names
                if int(self.host.store.load_place_value(chat, name) or NONE) == topic
            ),
            "",
        )

    def forget_topic(self, chat: str, topic: int) -> None:
        """Forget a topic that its owner has deleted; the game's messages then come outside topics."""
        if game := self.find_game(chat, topic):
            self.host.store.save_place_value(chat, f"{THREAD}{game}", NONE)

    def _create_topic(self, chat: str, game: str, name: str) -> int:
        asked = {"chat_id": parse_telegram_place(chat)[0], "name": name[:LONGEST_TOPIC_NAME]}
        made: dict[str, int] = {}
        with suppress(TelegramError):
            made = self.wire.call(lambda bot: bot.call_raw_method("createForumTopic", asked))
        topic = int(made.get("message_thread_id", 0))
        self.host.store.save_place_value(chat, f"{THREAD}{game}", str(topic).encode())
        return topic
