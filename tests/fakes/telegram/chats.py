"""What people see in their chats: messages, pictures, keyboards, pins and notices."""

from dataclasses import dataclass, field

from .fields import JSON, Upload
from .markup import Keyboard

MEMBERS = {"creator", "administrator", "member"}
RIGHTS = (
    "can_be_edited",
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_pin_messages",
)

PERMISSIONS = (
    "can_send_messages",
    "can_send_audios",
    "can_send_documents",
    "can_send_photos",
    "can_send_videos",
    "can_send_video_notes",
    "can_send_voice_notes",
    "can_send_polls",
    "can_send_other_messages",
    "can_add_web_page_previews",
    "can_change_info",
    "can_invite_users",
    "can_pin_messages",
    "can_manage_topics",
)


@dataclass
class Message:
    """A message as it stands in a chat now."""

    id: int
    chat: "Chat"
    sender: JSON
    date: int
    text: str = ""
    entities: list[JSON] = field(default_factory=list)
    keyboard: Keyboard = field(default_factory=list)
    media: JSON = field(default_factory=dict)
    upload: Upload | None = None
    reply_to: "Message | None" = None
    topic: int = 0
    service: JSON = field(default_factory=dict)
    earlier: list[str] = field(default_factory=list)
    edited_at: int | None = None
    silent: bool = False
    deleted: bool = False
    effect: str = ""
    hidden: bool = False  # is its picture hidden until it is tapped?
    reactions: list[str] = field(default_factory=list)  # of the bot
    update: JSON | None = None

    @property
    def from_bot(self) -> bool:
        """Whether the bot said it."""
        return bool(self.sender["is_bot"])

    @property
    def edited(self) -> bool:
        """Whether people see the word "edited" at it."""
        return self.edited_at is not None

    @property
    def photo(self) -> bytes | None:
        """The picture, if there is one."""
        return self.upload.data if self.upload and "photo" in self.media else None

    @property
    def document(self) -> Upload | None:
        """The file, if there is one."""
        return self.upload if "document" in self.media else None

    @property
    def buttons(self) -> list[str]:
        """The texts on the buttons, row by row."""
        return [str(button["text"]) for row in self.keyboard for button in row]

    def content(self) -> tuple[object, ...]:
        """All that an edit may change."""
        return self.text, self.entities, self.keyboard, self.upload

    def as_json(self, *, deep: bool = True) -> JSON:
        """The Message object of the Bot API."""
        body: JSON = {"message_id": self.id, "date": self.date, "chat": self.chat.as_json(), "from": self.sender}
        body |= self.service | self.media
        body |= self._words()
        if self.keyboard:
            body["reply_markup"] = {"inline_keyboard": self.keyboard}
        if self.edited_at is not None:
            body["edit_date"] = self.edited_at
        if self.topic:
            body |= {"message_thread_id": self.topic, "is_topic_message": True}
        if self.reply_to and deep:
            body["reply_to_message"] = self.reply_to.as_json(deep=False)
        return body

    def _words(self) -> JSON:
        if not self.text:
            return {}
        name, marks = ("caption", "caption_entities") if self.media else ("text", "entities")
        return {name: self.text, marks: self.entities} if self.entities else {name: self.text}


@dataclass
class Chat:
    """A conversation: with one person, or a group."""

    id: int
    kind: str
    title: str
    people: dict[int, JSON] = field(default_factory=dict)
    statuses: dict[int, str] = field(default_factory=dict)
    log: list[Message] = field(default_factory=list)
    pinned: list[Message] = field(default_factory=list)
    whispers: list[tuple[int, Message]] = field(default_factory=list)  # that one person alone sees
    actions: list[str] = field(default_factory=list)
    menu_button: JSON = field(default_factory=dict)
    opened: bool = False
    migrated_to: "Chat | None" = None
    topics: set[int] = field(default_factory=set)
    forbidden: set[str] = field(default_factory=set)  # what members may not do

    @property
    def private(self) -> bool:
        """Whether it is a conversation with one person."""
        return self.kind == "private"

    @property
    def messages(self) -> list[Message]:
        """What a person who scrolls through the chat sees."""
        return [message for message in self.log if not message.deleted]

    @property
    def said(self) -> list[str]:
        """The texts of the bot, oldest first."""
        return [message.text for message in self.messages if message.from_bot and not message.service]

    def find(self, message_id: int) -> Message | None:
        """A message people can still see."""
        return next((message for message in self.messages if message.id == message_id), None)

    def as_json(self) -> JSON:
        """The Chat object of the Bot API."""
        if self.private:
            person = next(iter(self.people.values()))
            names: JSON = {key: person[key] for key in ("first_name", "username") if key in person}
            return {"id": self.id, "type": self.kind, **names}
        return {"id": self.id, "type": self.kind, "title": self.title}

    def full_json(self) -> JSON:
        """The ChatFullInfo object of the Bot API."""
        body = self.as_json() | {
            "accent_color_id": 0,
            "max_reaction_count": 11,
            "accepted_gift_types": dict.fromkeys(
                ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels"),
                False,
            ),
        }
        if self.kind in {"group", "supergroup"}:
            body["permissions"] = self.permissions()
        if self.pinned:
            body["pinned_message"] = self.pinned[-1].as_json()
        return body

    def permissions(self) -> JSON:
        """The ChatPermissions object of the Bot API."""
        return {right: right not in self.forbidden for right in PERMISSIONS}

    def member_json(self, user: JSON) -> JSON:
        """The ChatMember object of the Bot API."""
        status = self.statuses.get(user["id"], "left")
        body: JSON = {"user": user, "status": status}
        if status == "creator":
            body["is_anonymous"] = False
        if status == "administrator":
            body |= {"is_anonymous": False, **dict.fromkeys(RIGHTS, True)}
        if status == "restricted":
            body |= {"is_member": True, "until_date": 0, **self.permissions()}
        if status == "kicked":
            body["until_date"] = 0
        return body
