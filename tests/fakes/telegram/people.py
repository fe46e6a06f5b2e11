"""The people of a test: what they do, and what they see."""

from .chats import MEMBERS, Chat, Message
from .fields import JSON
from .markup import PAYLOAD, deep_link
from .text import typed
from .world import BOT_ID, Alert, Tap, World


class Group(Chat):
    """A group chat and what happens to it."""

    def __init__(self, world: World, chat_id: int, kind: str, title: str) -> None:
        super().__init__(chat_id, kind, title)
        self._world = world

    def _anybody(self) -> JSON:
        return next((user for user in self.people.values() if not user["is_bot"]), self._world.bot)

    def adds_bot(self) -> None:
        """The bot is invited (back)."""
        self._world.set_bot_status(self, self._anybody(), "member")
        self._world.announce(self, self._anybody(), new_chat_members=[self._world.bot])

    def promotes_bot(self) -> None:
        """The bot becomes an admin, and then reads everything."""
        self._world.set_bot_status(self, self._anybody(), "administrator")

    def kicks_bot(self) -> None:
        """The bot is thrown out."""
        self._world.set_bot_status(self, self._anybody(), "kicked")

    def upgrade(self) -> "Group":
        """The group becomes a supergroup with another id; its old messages cannot be reached by the bot."""
        world = self._world
        with world.changed:
            if self.kind != "group" or self.migrated_to:
                raise ValueError(f"{self.title} is not a basic group")
            new = Group(world, -1_000_000_000_000 - next(world.serial), "supergroup", self.title)
            new.people = dict(self.people)
            new.statuses = dict(self.statuses)
            world.chats[new.id] = new
            world.announce(self, self._anybody(), migrate_to_chat_id=new.id)
            self.migrated_to = new
            world.announce(new, self._anybody(), migrate_from_chat_id=self.id)
            return new


class Person:
    """Somebody with a Telegram account."""

    def __init__(self, world: World, user: JSON) -> None:
        self._world = world
        self.json = user
        self.id = int(user["id"])
        self.name = str(user["first_name"])
        self.chat = Chat(self.id, "private", self.name, people={self.id: user}, statuses={self.id: "member"})
        world.chats[self.id] = self.chat
        world.users[self.id] = user

    @property
    def messages(self) -> list[Message]:
        """The conversation with the bot."""
        return self.chat.messages

    @property
    def alerts(self) -> list[Alert]:
        """The notices and popups shown in answer to taps."""
        return self._world.alerts.get(self.id, [])

    @property
    def spinning(self) -> list[Tap]:
        """Taps that still spin, because the bot has not answered."""
        return [tap for tap in self._world.taps.values() if tap.person_id == self.id and tap.answer is None]

    def writes(self, text: str, topic: int = 0) -> Message:
        """Write to the bot in private; the first time opens the conversation. In a topic, if there are any."""
        with self._world.changed:
            if not self.chat.opened:
                self.chat.opened = True
                self.chat.statuses[BOT_ID] = "member"
            return self._say(self.chat, text, None, topic)

    def sends_file(self, name: str, data: bytes) -> Message:
        """Send the bot a file in private, once the conversation is open."""
        with self._world.changed:
            said = self._world.compose(self.chat, self.json, "")
            key = f"file{next(self._world.serial)}"
            self._world.brought[key] = data
            body = {"file_id": key, "file_unique_id": key, "file_name": name, "file_size": len(data)}
            said.media = {"document": body}
            self._world.post(said)
            self._world.tell_bot(said)
            return said

    def says(self, group: Chat, text: str, reply_to: Message | None = None, topic: int = 0) -> Message:
        """Say something in a group, or in one of its topics."""
        with self._world.changed:
            return self._say(group, text, reply_to, topic)

    def commands_alone(self, group: Chat, text: str) -> None:
        """Send a command that is registered as ephemeral: nobody in the group sees it but the bot."""
        world = self._world
        with world.changed:
            number = next(world.serial)
            world.asked_alone[number] = (self.id, group.id, world.now())
            payload: JSON = {
                "message_id": 0,
                "ephemeral_message_id": number,
                "receiver_user": world.bot,
                "date": int(world.now()),
                "chat": group.as_json(),
                "from": self.json,
                "text": text,
                "entities": typed(text),
            }
            world.updates.put("message", payload, ("chat", group.id), world.now())
            world.changed.notify_all()

    def _say(self, chat: Chat, text: str, reply_to: Message | None, topic: int = 0) -> Message:
        if chat.migrated_to or chat.statuses.get(self.id) not in MEMBERS:
            raise ValueError(f"{self.name} cannot write in {chat.title}")
        if chat.private and chat.statuses.get(BOT_ID) == "kicked":
            raise ValueError(f"{self.name} has blocked the bot")
        said = self._world.compose(chat, self.json, text)
        said.entities = typed(text)
        said.reply_to, said.topic = reply_to, topic
        chat.topics |= {topic} - {0}
        self._world.post(said)
        self._world.tell_bot(said)
        return said

    def taps(self, message: Message, text: str = "", *, data: str = "") -> Tap:
        """Tap the button with this text; with `data`, one that an out-of-date screen still shows."""
        world = self._world
        with world.changed:
            if message.chat.statuses.get(self.id) not in MEMBERS:
                raise ValueError(f"{self.name} does not see {message.chat.title}")
            tap = Tap(str(4_000_000_000 + next(world.serial)), self.id, message, data, world.now())
            tap.data = data or _pressed(message, text)
            world.taps[tap.id] = tap
            payload: JSON = {
                "id": tap.id,
                "from": self.json,
                "message": message.as_json(),
                "chat_instance": str(8_000_000_000 + abs(message.chat.id)),
                "data": tap.data,
            }
            tap.update = world.updates.put("callback_query", payload, ("user", self.id), world.now())
            world.changed.notify_all()
            return tap

    def follows(self, url: str, group: Group | None = None) -> Message:
        """Open a deep link to the bot, in private or (startgroup) in a group, and press Start."""
        found = deep_link(url, str(self._world.bot["username"]))
        if not found or not PAYLOAD.fullmatch(found[1]):
            raise ValueError(f"Telegram does not start the bot from {url}")
        if found[0] == "start":
            return self.writes(f"/start {found[1]}")
        if group is None:
            raise ValueError("a startgroup link needs the group it is opened for")
        if group.statuses.get(BOT_ID) not in MEMBERS:
            group.adds_bot()
        return self.says(group, f"/start@{self._world.bot['username']} {found[1]}")

    def blocks_bot(self) -> None:
        """Stop and block the bot."""
        self._world.set_bot_status(self.chat, self.json, "kicked")

    def unblocks_bot(self) -> None:
        """Take it back."""
        self._world.set_bot_status(self.chat, self.json, "member")

    def joins(self, group: Group) -> None:
        """Become a member of a group."""
        group.people[self.id] = self.json
        group.statuses[self.id] = "member"
        self._world.announce(group, self.json, new_chat_members=[self.json])

    def leaves(self, group: Group) -> None:
        """Leave a group."""
        group.statuses[self.id] = "left"
        self._world.announce(group, self.json, left_chat_member=self.json)

    def command_menu(self, chat: Chat, language: str = "") -> list[str]:
        """The commands offered here: the narrowest scope that has any, in the person's language or in none."""
        commands = self._world.profile.commands
        for kind, chat_id, user_id in self._scopes(chat):
            for tongue in (language, ""):
                found = commands.get((kind, chat_id, user_id, tongue))
                if found:
                    return [str(command["command"]) for command in found]
        return []

    def _scopes(self, chat: Chat) -> list[tuple[str, int, int]]:
        if chat.private:
            return [("chat", chat.id, 0), ("all_private_chats", 0, 0), ("default", 0, 0)]
        admin = chat.statuses.get(self.id) in {"creator", "administrator"}
        return [
            ("chat_member", chat.id, self.id),
            *([("chat_administrators", chat.id, 0)] if admin else []),
            ("chat", chat.id, 0),
            *([("all_chat_administrators", 0, 0)] if admin else []),
            ("all_group_chats", 0, 0),
            ("default", 0, 0),
        ]


def _pressed(message: Message, text: str) -> str:
    for button in (button for row in message.keyboard for button in row):
        if button["text"] == text and "callback_data" in button:
            return str(button["callback_data"])
    raise LookupError(f"no button {text!r} to tap under message {message.id}: there are {message.buttons}")
