"""What somebody does on Discord, as the desk takes it."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

from msgspec import Struct, field

from engine.kernel import Illegal
from host.core.context import HostContext
from host.core.session import Command, Person
from host.doors.discord.door import DOOR
from host.doors.discord.places import CLOSED_KEY, build_channel_place, build_user_place
from host.people import accounts
from host.said.desk import refusals
from host.said.desk.request import DeskRequest

PING, COMMAND, TAP, AUTOCOMPLETE, TYPED = 1, 2, 3, 4, 5  # kinds of interactions
ADMINISTRATOR, MANAGE_CHANNELS, MANAGE_SERVER = 1 << 3, 1 << 4, 1 << 5
VIEW, SEND, SEND_IN_THREADS = 1 << 10, 1 << 11, 1 << 38
THREAD_TYPES = (10, 11, 12)
MENTIONED = re.compile(r"<@!?(\d{1,21})>")


class DiscordUser(Struct, frozen=True):
    """An account."""

    id: str
    username: str = ""
    global_name: str | None = None


class DiscordMember(Struct, frozen=True):
    """An account in a server."""

    user: DiscordUser
    nick: str | None = None
    permissions: str = "0"


class DiscordChannel(Struct, frozen=True):
    """A channel or a thread."""

    id: str = ""
    type: int = 0


class TypedOption(Struct, frozen=True):
    """One option of a command as it was typed."""

    name: str
    value: Any = ""
    focused: bool = False


class InteractionData(Struct, frozen=True):
    """What was commanded, tapped, chosen or typed."""

    name: str = ""
    options: list[TypedOption] = field(default_factory=list)
    custom_id: str = ""
    values: list[str] = field(default_factory=list)
    components: list[dict[str, Any]] = field(default_factory=list)


class TappedMessage(Struct, frozen=True):
    """The message under which somebody tapped."""

    id: str = ""
    flags: int = 0


class Interaction(Struct, frozen=True):
    """What Discord posts to us."""

    id: str
    type: int
    guild_id: str | None = None
    channel_id: str | None = None
    channel: DiscordChannel = DiscordChannel()
    member: DiscordMember | None = None
    user: DiscordUser | None = None
    data: InteractionData = InteractionData()
    message: TappedMessage = TappedMessage()
    app_permissions: str = "0"
    locale: str = "en-US"

    def find_option(self, name: str) -> str:
        """Return what was typed for the option `name` of a slash command, or an empty string."""
        return next((str(each.value).strip() for each in self.data.options if each.name == name), "")


class DiscordCall(DeskRequest):
    """One interaction as a request. Only the person who acts sees the answer."""

    is_unseen = True

    def __init__(self, host: HostContext, event: Interaction, web: str) -> None:
        super().__init__(host, "")
        self.event, self.web, self.game, self.question = event, web, "", ""

    @cached_property
    def account(self) -> DiscordUser:
        """The Discord account that gave the command or tapped; raise Illegal if Discord names none."""
        found = self.event.member.user if self.event.member else self.event.user
        if found is None:
            raise Illegal(refusals.NOT_YOURSELF, code="written_as_group")
        return found

    @cached_property
    def person(self) -> Person:
        """The person who gave the command or tapped, created if the host does not know them. If they have no private
        place and have not opted out, their private messages on Discord become it.
        """
        nick = self.event.member.nick if self.event.member else None
        name = nick or self.account.global_name or self.account.username or self.account.id
        found = accounts.load_or_create_person(self.host, self.identity, name)
        if not found.place and not accounts.has_opted_out(self.host, self.identity):
            accounts.set_private_place(self.host, found.id, self.identity)
            found.place = self.identity
        return found

    @property
    def identity(self) -> str:
        """The id by which the host knows the person's Discord account, which is also the place of their private
        messages.
        """
        return build_user_place(self.account.id)

    @property
    def is_direct(self) -> bool:
        """Whether the person gave the command or tapped in private messages with the bot, not in a server."""
        return not self.event.guild_id

    @property
    def place(self) -> str:
        """The channel or thread in which the person gave the command or tapped, or else their private messages."""
        if self.event.guild_id and self.event.channel_id:
            return build_channel_place(self.event.guild_id, self.event.channel_id)
        return self.identity

    @property
    def by(self) -> str:
        """The id of the person who gave the command or tapped, who is created if the host does not know them."""
        return self.person.id

    @property
    def command(self) -> Command:
        """The command under the id that Discord gave it, so that one that arrives twice changes a game only once; the
        person is created if the host does not know them.
        """
        return Command(f"{DOOR.places}{self.event.id}", self.by, self.place)

    def require_person(self) -> Person:
        """Return the person who gave the command or tapped, created if the host does not know them; on Discord there
        always is one.
        """
        return self.person

    def format_command(self, line: str) -> str:
        """Return a command as people type it on Discord, with a slash."""
        return f"/{line}"

    def takes_private_messages(self) -> bool:
        """Return whether this person also gets their secrets in private messages from the bot, not only in answers that
        they alone see: their private place is on Discord, and the last private message to them was not refused as
        unwanted.
        """
        return self.person.place == self.identity and not self.host.store.load_place_value(self.identity, CLOSED_KEY)

    def check_private(self) -> None:
        """Do nothing, so that any command may be answered with secrets: on Discord only the person who gave a command
        sees the answer.
        """

    def can_seat_opener(self) -> bool:
        """Return True: a person who opens a game can also play in it, because they can get its secrets in answers that
        only they see.
        """
        return True

    def can_manage_place(self) -> bool:
        """Return whether Discord lets the person manage this channel or server, or makes them its administrator; False
        in private messages.
        """
        rights = int(self.event.member.permissions) if self.event.member else 0
        return bool(rights & (ADMINISTRATOR | MANAGE_CHANNELS | MANAGE_SERVER))

    def reserve_place(self) -> str:
        """Return the channel in which a game is opened as its place; raise Illegal if a game is open in it, or the bot
        may not write in it.
        """
        self.check_place_free()
        self._check_may_write()
        return self.place

    def pick_extra_place(self) -> str:
        """Return the channel in which the command was given as one more place that shows a game, even if it shows
        another; raise Illegal if the bot may not write in it.
        """
        self._check_may_write()
        return self.place

    def _check_may_write(self) -> None:
        """Raise Illegal if Discord does not let the bot see this channel or thread and write in it; private messages
        are always allowed.
        """
        rights = int(self.event.app_permissions)
        sends = SEND_IN_THREADS if self.event.channel.type in THREAD_TYPES else SEND
        if not (self.is_direct or rights & ADMINISTRATOR or (rights & VIEW and rights & sends)):
            raise Illegal(refusals.MAY_NOT_WRITE, code="may_not_write")

    def strip_mention(self, words: str) -> str:
        """Return the words of a command that name a player, without a leading @."""
        return words.removeprefix("@")

    def find_mentioned_person(self, words: str) -> str:
        """Return the id of the person whom these words mention as Discord does; empty for other words, and for somebody
        whom the host does not know.
        """
        found = MENTIONED.fullmatch(words.strip())
        return self.host.store.find_person_id(build_user_place(found[1]), self.host.now()) if found else ""

    def find_game_id(self) -> str:
        """Return the id of the game that the tapped button, or the command so far, is about; empty if it is
        about none.
        """
        return self.game

    def find_question_id(self) -> str:
        """Return the id of the question that the tapped button is about, as `find_own_question` has noted it in this
        call; empty if it is about none, or that has not been called yet.
        """
        return self.question
