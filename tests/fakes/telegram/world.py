"""The whole of one small Telegram: one bot, its people and chats, and what is on the way to it."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from .chats import MEMBERS, Chat, Message
from .clock import Clock
from .fields import JSON, Upload
from .flood import Flood, Limits
from .queue import UpdateQueue

BOT_ID = 5_000_000_001


@dataclass
class Alert:
    """What a person is shown in answer to a tap: a passing notice, or a popup to close."""

    text: str
    popup: bool
    url: str = ""


@dataclass
class Tap:
    """A button pressed: the button spins until the bot answers."""

    id: str
    person_id: int
    message: Message
    data: str
    at: float
    update: JSON | None = None
    answer: Alert | None = None


@dataclass
class Webhook:
    """Where updates are sent."""

    url: str
    secret: str
    connections: int
    error: str = ""
    error_at: int = 0


@dataclass
class Profile:
    """What the bot says about itself; texts by language, commands by scope and language."""

    names: dict[str, str] = field(default_factory=dict)
    descriptions: dict[str, str] = field(default_factory=dict)
    short_descriptions: dict[str, str] = field(default_factory=dict)
    commands: dict[tuple[str, int, int, str], list[JSON]] = field(default_factory=dict)
    menu_button: JSON = field(default_factory=dict)


class World:
    """All state of the server. Whoever reads or changes it holds `changed`."""

    def __init__(self, clock: Clock, limits: Limits | None, username: str, *, privacy: bool) -> None:
        self.clock = clock
        self.changed = threading.Condition(threading.RLock())
        self.flood = Flood(limits)
        self.updates = UpdateQueue()
        self.bot: JSON = {"id": BOT_ID, "is_bot": True, "first_name": "Bot", "username": username}
        self.privacy = privacy
        self.profile = Profile()
        self.chats: dict[int, Chat] = {}
        self.users: dict[int, JSON] = {BOT_ID: self.bot}
        self.taps: dict[str, Tap] = {}
        self.asked_alone: dict[int, tuple[int, int, float]] = {}  # commands that nobody else sees: who, where and when
        self.alerts: dict[int, list[Alert]] = {}
        self.brought: dict[str, bytes] = {}  # that people have sent, by their ids
        self.files: dict[str, tuple[str, Upload]] = {}
        self.violations: list[str] = []
        self.webhook: Webhook | None = None
        self.poll_turn = 0
        self.closed = False
        self.topics = False  # or private chats with the bot have topics
        self.effects = True  # or an account may not see those that the bot asks for
        self.whispers = True  # or it is older than messages that one person alone sees, and takes no notice
        self.unknown_tags: set[str] = set()  # of texts, to a server that is older than they are
        self.spoilers = True  # or no picture may be hidden
        self.serial = count(1)
        self._shared_ids = count(1)
        self._own_ids: dict[int, Iterator[int]] = {}

    def now(self) -> float:
        """The time in this world."""
        return self.clock.now()

    def post(self, message: Message) -> Message:
        """Show a message in its chat."""
        message.chat.log.append(message)
        return message

    def compose(self, chat: Chat, sender: JSON, text: str = "") -> Message:
        """A message with the next number: supergroups count their own, all other chats share one count."""
        own = chat.kind == "supergroup"
        ids = self._own_ids.setdefault(chat.id, count(1)) if own else self._shared_ids
        return Message(next(ids), chat, sender, int(self.now()), text)

    def tell_bot(self, message: Message) -> None:
        """Send the bot an update about a message, if it may read it."""
        with self.changed:
            if self._reads(message):
                lane = ("chat", message.chat.id)
                message.update = self.updates.put("message", message.as_json(), lane, self.now())
                self.changed.notify_all()

    def announce(self, chat: Chat, actor: JSON, **service: object) -> Message:
        """Post a service message, which the bot always reads."""
        message = self.compose(chat, actor)
        message.service = service
        self.post(message)
        self.tell_bot(message)
        return message

    def _reads(self, message: Message) -> bool:
        """Privacy mode: in a group a bot reads commands, mentions and replies to itself, unless it is an admin."""
        status = message.chat.statuses.get(BOT_ID)
        if status not in MEMBERS:
            return False
        open_to_bot = message.chat.private or not self.privacy or status == "administrator" or message.service
        return bool(open_to_bot) or self._meant(message)

    def _meant(self, message: Message) -> bool:
        if message.reply_to and message.reply_to.from_bot:
            return True
        handle = f"@{self.bot['username']}".lower()
        words = message.text.split()
        command = words[0].lower() if words and words[0].startswith("/") else ""
        return handle in message.text.lower() or (command != "" and "@" not in command)

    def set_bot_status(self, chat: Chat, actor: JSON, status: str) -> None:
        """Let somebody add, promote, block or remove the bot, and tell it."""
        with self.changed:
            before = chat.member_json(self.bot)
            chat.statuses[BOT_ID] = status
            payload: JSON = {
                "chat": chat.as_json(),
                "from": actor,
                "date": int(self.now()),
                "old_chat_member": before,
                "new_chat_member": chat.member_json(self.bot),
            }
            self.updates.put("my_chat_member", payload, ("member", chat.id), self.now())
            self.changed.notify_all()
