"""An update of Telegram as typed data, and one command, tap or message of it as the desk takes it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from html import unescape
from typing import Any

import msgspec
from msgspec import Struct, field

from engine.kernel import Illegal, Reader
from engine.kernel.json_types import prepare_json_type
from engine.kernel.text import format_told
from host.core.session import Command, Person, Reply, Session, WritingStyle
from host.doors.telegram import places
from host.doors.telegram.messages import board, chats, screens
from host.doors.telegram.messages.board import build_deep_link
from host.doors.telegram.messages.chats import TelegramChats
from host.doors.telegram.messages.screens import Rows, Screen
from host.doors.telegram.places import build_telegram_place
from host.people import accounts
from host.said.answers import DeskAnswer, answer_reply, answer_sentence
from host.said.desk import refusals
from host.said.desk.request import DeskRequest
from host.shown import views, words
from host.shown.views import GameView

KNOCK = (
    "{name}, open our private chat and press Start: {link} You get your secrets there, and then you are in the game."
)


NEWCOMER = "{name}, open our private chat and press Start: {link} You get your secrets there."


SPELLED = {"new": "newgame"}  # what is called otherwise here


class TelegramCall(DeskRequest):
    """One command, typed answer or button tap."""

    game = ""  # that a button means
    result = ""  # what a tap brought, for the pop-up
    pins_boards = True

    def __init__(
        self,
        sender: TelegramChats,
        update: Update,
        message: TelegramMessage | None,
        user: TelegramUser | None,
        words: str,
    ) -> None:
        super().__init__(sender.host, words)
        self.sender, self.update, self.message, self.user = sender, update, message, user
        self.web = sender.web
        self._person: Person | None = None
        self._edits: list[Callable[[], object]] = []  # of the tapped message, once the tap is answered

    @property
    def place(self) -> str:
        """The place (chat and topic) where the message was written or the button tapped; the person's private chat if
        Telegram does not tell the message.
        """
        return self.message.place if self.message else places.build_telegram_place(self.user.id if self.user else 0)

    @property
    def is_direct(self) -> bool:
        """Whether the message or tap comes from a private chat with the bot."""
        return places.is_private_chat(self.place)

    @property
    def is_unseen(self) -> bool:
        """Whether nobody else can read the message: in a private chat, or if it is a command in a group that only its
        sender sees.
        """
        return self.is_direct or (self.message is not None and self.message.ephemeral_message_id > 0)

    @property
    def person(self) -> Person | None:
        """The person who wrote the message or tapped the button, with a record made at their first; None for a bot, or
        if an admin speaks anonymously as the group. A changed name is saved and, in a private chat, this chat as the
        place for their secrets.
        """
        if self.user is None or self.user.is_bot:
            return None
        if self._person is None:
            identity = places.build_telegram_place(self.user.id)
            place = identity if self.is_direct else ""
            self._person = accounts.load_or_create_person(self.host, identity, format_full_name(self.user), place)
        return self._person

    @property
    def by(self) -> str:
        """The id of the person who wrote the message or tapped the button; empty if they are not known."""
        return self.person.id if self.person else ""

    def require_person(self) -> Person:
        """Return the person who wrote the message or tapped the button; raise Illegal for anonymous admins and bots."""
        if self.person is None:
            raise Illegal(refusals.NOT_YOURSELF, code="written_as_group")
        return self.person

    @property
    def command(self) -> Command:
        """Who sends this input, from where, and under which idempotency key, as the host's functions on games expect
        it.
        """
        return Command(self.update.key, self.by, self.place)

    def format_command(self, line: str) -> str:
        """Return the command `line` as it is typed in Telegram, with a slash (`new` is /newgame here), for use in
        sentences.
        """
        word, space, rest = line.partition(" ")
        return f"/{SPELLED.get(word, word)}{space}{rest}"

    def make_command_elsewhere(self, session: Session) -> Command:
        """Return the sender's command for a game that is shown in another chat: from the first of its groups that they
        administer, with admin rights, else from no place. Telegram is asked that only if they have not opened the game,
        whose rights they have anyway.
        """
        looked_after = (
            (place for place in session.places if self._is_admin_of_place(place))
            if not self.has_opened(session)
            else ()
        )
        place = next(iter(looked_after), "")
        return Command(self.update.key, self.by, place, bool(place))

    def _is_admin_of_place(self, place: str) -> bool:
        """Return whether the sender administers the Telegram group that this place names (Telegram is asked at most
        once a minute); False for any other place.
        """
        group = place.startswith(places.TELEGRAM_PREFIX) and not places.is_private_chat(place)
        return (
            group
            and self.user is not None
            and self.sender.admins.is_admin(places.parse_telegram_place(place)[0], self.user.id)
        )

    def can_manage_place(self) -> bool:
        """Return whether Telegram says that the sender administers this group; anonymous admins count. False in a
        private chat.
        """
        if self.is_direct or self.message is None:
            return False
        if self.message.sender_chat is not None and self.message.sender_chat.id == self.message.chat.id:
            return True
        return self.user is not None and self.sender.admins.is_admin(self.message.chat.id, self.user.id)

    def can_seat_opener(self) -> bool:
        """Return whether the bot can already write to the sender in private, so that the opener of a table can be
        seated; raise Illegal in a group for anonymous admins and bots.
        """
        return self.is_direct or self.require_person().place.startswith(places.TELEGRAM_PREFIX)

    def reserve_place(self) -> str:
        """Return this chat as the place for a new game, and remember its topic as used; raise Illegal if a game is open
        here.
        """
        self.check_place_free()
        chats.note_used_topic(self.host, self.place)
        return self.place

    def describe_board(self, shown: GameView, reader: Reader) -> list[str]:
        """Return, as a list of one text, the state of the game and its boards in words, which stand below its picture
        for people who cannot see it.
        """
        return [board.format_board_in_words(shown, reader)]

    def pick_extra_place(self) -> str:
        """Return this chat as one more place for a game from elsewhere; remember its topic, because Telegram names only
        the group when it removes the bot.
        """
        chats.note_used_topic(self.host, self.place)
        return self.place

    def prepare_seat(self) -> DeskAnswer | None:
        """Return an answer that asks the sender, who wants to sit down, first to open the private chat, where secrets
        are told; None if it is open. Raise Illegal for anonymous admins and bots, or if there is no game to sit down
        at.
        """
        person = self.require_person()
        if person.place.startswith(places.TELEGRAM_PREFIX):
            return None
        session = self.pick_lobby_or_game()
        return answer_sentence(
            KNOCK, name=person.name, link=self.build_chat_link(places.build_seat_payload(session.id, session.invited))
        )

    @property
    def identity(self) -> str:
        """The identity of the sender's Telegram account, which is also the place of its private chat."""
        return places.build_telegram_place(self.user.id if self.user else 0)

    def find_newcomer(self) -> Person | None:
        """Return the person who is meant by a command to seat somebody: who wrote the message to which it replies, with
        a record made if they are new; None if it replies to none, or to a bot's.
        """
        replied = self.message.reply_to_message if self.message else None
        if replied is None or replied.by is None or replied.by.is_bot:
            return None
        return accounts.load_or_create_person(
            self.host, places.build_telegram_place(replied.by.id), format_full_name(replied.by)
        )

    def welcome_newcomer(self, person: Person) -> DeskAnswer:
        """Return an answer that asks a newcomer to open their private chat, without which they
        cannot be told secrets.
        """
        return answer_sentence(NEWCOMER, name=person.name, link=self.build_chat_link())

    def find_game_id(self) -> str:
        """Return the id of the game that the tapped button, the message replied to or, in a private chat, the topic is
        about; empty if none is. It is not checked that there is such a game.
        """
        return self.game or (self.data[1] if len(self.data) > 1 else self._find_game_of_topic())

    def _find_game_of_topic(self) -> str:
        """Return the game to whose topic in the private chat this message belongs, or an empty string."""
        topic = self.message.message_thread_id if self.message and self.is_direct else 0
        return self.sender.topics.find_game(self.place, topic) if topic else ""

    def find_question_id(self) -> str:
        """Return the id of the question in the message to which the sender replies: the third word in the data of its
        first button, which in a message that asks nothing is something else; empty without such a word.
        """
        return self.data[2] if len(self.data) > 2 else ""

    @property
    def data(self) -> list[str]:
        """The words in the data of the first button below the bot's message to which this one replies; empty if it
        replies to none of the bot's with buttons.
        """
        replied = self.message.reply_to_message if self.message else None
        ours = replied is not None and replied.by is not None and replied.by.is_bot
        return replied.data.split("/") if replied and ours and replied.data else []

    @property
    def style(self) -> WritingStyle:
        """The sender's writing style, such as how numbers are written; the default for unknown people."""
        return self.person.habits.style if self.person else WritingStyle()

    def format_notice(self, answer: DeskAnswer, between: str = " ") -> str:
        """Format an answer as plain text for a pop-up on the sender's screen, its sentences joined by `between`."""
        reader = words.build_reader(views.add_seat_signs(answer.names), self.style)
        return between.join(format_told(told, reader) for told in answer.lines)

    def build_chat_link(self, payload: str = "hello") -> str:
        """Return a deep link that opens the private chat with the bot; `payload` is what the bot is told then."""
        return build_deep_link(self.sender.wire.name, payload)

    def format_seat_link(self, session: Session) -> str:
        """Return the deep link that opens the private chat and takes a seat at this table."""
        return self.build_chat_link(places.build_seat_payload(session.id, session.invited))

    def list_invitation_buttons(self, game: str) -> list[str]:
        """Return, in a list, the name of the message that is to follow an invitation to this game, with buttons to sit
        down and to get no more invitations; it is built when it is sent.
        """
        return [f"@next:{game}"]

    def defer_screen_edit(self, screen: Screen) -> None:
        """Replace the tapped message by this text and buttons, not now but as soon as the tap is answered, unless it
        shows them already. Raise RetryLater if too much was edited lately, and Illegal if the tapped message is
        unknown.
        """
        if self.message is None:
            raise Illegal(refusals.OLD_BUTTON, code="old_button")
        if self.message.is_showing(screen):
            return
        self.sender.check_edit_room(self.place)
        self.defer_edit(partial(self.sender.edit, self.place, self.message.message_id, screen))

    def defer_buttons_edit(self, rows: Rows) -> None:
        """Replace the buttons under the tapped message by these, once the tap is answered; do nothing if it has them
        already or is unknown.
        """
        if self.message is not None and rows != self.message.rows:
            self.defer_edit(partial(self.sender.replace_buttons, self.place, self.message.message_id, rows))

    def defer_edit(self, show: Callable[[], object]) -> None:
        """Put off `show`, which edits a message, until the tap is answered, because the person waits for that."""
        self._edits.append(show)

    @property
    def has_deferred_edits(self) -> bool:
        """Whether edits were put off until the tap is answered."""
        return bool(self._edits)

    def run_deferred_edits(self) -> None:
        """Run the edits that were put off until the tap was answered, each once; the first error is raised, and the
        edits after it are dropped.
        """
        edits, self._edits = self._edits, []
        for edit in edits:
            edit()

    def check_private(self) -> None:
        """Raise Illegal, with a link to the private chat, if other people can read what is said in this chat."""
        if not self.is_unseen:
            raise Illegal(refusals.IN_PRIVATE, code="private_only", link=self.build_chat_link())

    def answer_done(self, _: Session, reply: Reply) -> DeskAnswer:
        """Return an empty answer for an accepted input, which a reaction confirms; for a refused one its reason."""
        return answer_reply(reply, alone=self.is_unseen)

    def check_not_public(self) -> None:
        """Raise Illegal, with a link to the private chat, if others can read this chat. Called when the sender has
        given a secret answer here, and says so.
        """
        if not self.is_unseen:
            raise Illegal(refusals.SAID_ALOUD, code="secret_in_public", link=self.build_chat_link())


TAG = re.compile(r"<[^>]+>")


class TelegramUser(Struct):
    """A Telegram account."""

    id: int
    first_name: str = ""
    last_name: str = ""
    is_bot: bool = False


class Chat(Struct):
    """A Telegram chat."""

    id: int
    type: str = "private"


class CopyText(Struct, frozen=True):
    """The text that a button copies."""

    text: str = ""


class WebAppPage(Struct, frozen=True):
    """The page that a button opens inside Telegram."""

    url: str = ""


class SentButton(Struct):
    """A button under a message: its text, and its data, link, copied text or page."""

    text: str = ""
    callback_data: str = ""
    url: str = ""
    copy_text: CopyText = CopyText()
    style: str = ""
    web_app: WebAppPage = WebAppPage()


class SentKeyboard(Struct):
    """The buttons under a message."""

    inline_keyboard: list[list[SentButton]] = field(default_factory=list)


class Document(Struct, frozen=True):
    """A file that somebody sends."""

    file_id: str
    file_name: str = ""
    file_size: int = 0


class TelegramMessage(Struct, rename={"by": "from"}):
    """A message."""

    message_id: int
    chat: Chat
    by: TelegramUser | None = None
    sender_chat: Chat | None = None
    text: str = ""
    message_thread_id: int = 0
    is_topic_message: bool = False
    reply_to_message: TelegramMessage | None = None
    reply_markup: SentKeyboard | None = None
    migrate_to_chat_id: int = 0
    document: Document | None = None
    ephemeral_message_id: int = 0  # only the sender and the bot see it

    @property
    def place(self) -> str:
        """The place (chat and topic) in which the message stands; a private chat is one place, with all its topics."""
        in_topic = self.is_topic_message and self.chat.id < 0
        return build_telegram_place(self.chat.id, self.message_thread_id if in_topic else 0)

    @property
    def data(self) -> str:
        """The data of the message's first button that carries any, which say what the message is about; empty if none
        does.
        """
        return next((button.data for row in self.rows for button in row if button.data), "")

    def is_showing(self, screen: Screen) -> bool:
        """Return whether the message already has this text (compared without its markup) and these buttons, so that no
        edit is needed.
        """
        return unescape(TAG.sub("", screen.text)) == self.text and screen.rows == self.rows

    @property
    def rows(self) -> Rows:
        """The rows of buttons that the message has now."""
        found = self.reply_markup.inline_keyboard if self.reply_markup else []
        return [
            [
                screens.Button(
                    each.text, each.callback_data, each.url, each.copy_text.text, each.style, each.web_app.url
                )
                for each in row
            ]
            for row in found
        ]


class ButtonTap(Struct, rename={"by": "from"}):
    """A tap on a button."""

    id: str
    by: TelegramUser
    message: TelegramMessage | None = None
    data: str = ""


class Member(Struct, frozen=True):
    """A member's status in a chat, and whether one who is restricted may write there."""

    status: str
    can_send_messages: bool = True


class OwnMembership(Struct):
    """A change of the bot's own status in a chat."""

    chat: Chat
    new_chat_member: Member
    old_chat_member: Member = Member("")


@prepare_json_type
class Update(Struct):
    """One update from Telegram."""

    update_id: int
    message: TelegramMessage | None = None
    callback_query: ButtonTap | None = None
    my_chat_member: OwnMembership | None = None

    @property
    def key(self) -> str:
        """The idempotency key of the update, by which it is noticed if Telegram sends it twice."""
        return f"telegram:{self.update_id}"


UPDATE_KINDS = ["message", "callback_query", "my_chat_member"]


def parse_telegram_update(raw: Any) -> Update | None:
    """Parse an update (an event sent by Telegram) as it was received; return None if it is malformed."""
    try:
        return msgspec.convert(raw, Update)
    except (msgspec.ValidationError, RecursionError):
        return None


def find_update_lane(raw: Any) -> str:
    """Return, as text, the number of the chat whose updates must be handled in order with this one (for a tap on an
    unknown message, that of the tapper); empty if the raw update is malformed or of a kind that is not handled.
    """
    update = parse_telegram_update(raw)
    tap, message, status = (
        (update.callback_query, update.message, update.my_chat_member) if update else (None, None, None)
    )
    chat = (tap.message or tap.by) if tap else message or status
    if chat is None:
        return ""
    return f"{chat.id}" if isinstance(chat, TelegramUser) else f"{chat.chat.id}"


def format_full_name(user: TelegramUser) -> str:
    """Return the first and last name of a Telegram account as one text."""
    return f"{user.first_name} {user.last_name}".strip()
