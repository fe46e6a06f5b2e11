"""One command, tap or message in Telegram, as the desk takes it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.kernel import Illegal, Reader
from engine.kernel.text import format_told
from host.core.session import Command, Person, Reply, Session, WritingStyle
from host.doors.telegram import places
from host.doors.telegram.heard.update import TelegramMessage, TelegramUser, Update, format_full_name
from host.doors.telegram.messages import board, unreachable
from host.doors.telegram.messages.board import build_deep_link
from host.doors.telegram.messages.chats import TelegramChats
from host.doors.telegram.messages.screens import Rows, Screen
from host.people import accounts
from host.said.desk import refusals
from host.said.desk.answer import DeskAnswer, answer_reply, answer_sentence
from host.said.desk.request import DeskRequest
from host.shown import seat_signs, words
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
    shows_buttons = True

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
        """The place (chat and topic) where the message was written or the button tapped."""
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
        """The person who asks; None if an admin speaks anonymously as the group."""
        if self.user is None or self.user.is_bot:
            return None
        if self._person is None:
            identity = places.build_telegram_place(self.user.id)
            place = identity if self.is_direct else ""
            self._person = accounts.load_or_create_person(self.host, identity, format_full_name(self.user), place)
        return self._person

    @property
    def by(self) -> str:
        """The person's id, or an empty string."""
        return self.person.id if self.person else ""

    def require_person(self) -> Person:
        """Return the person who sent this; raise Illegal for anonymous admins and bots."""
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
        """Return a command as it is typed in Telegram, with a slash, for use in sentences."""
        word, space, rest = line.partition(" ")
        return f"/{SPELLED.get(word, word)}{space}{rest}"

    def make_command_elsewhere(self, session: Session) -> Command:
        """Return the sender's command for a game that is shown in another chat, with admin rights if Telegram says that
        they administer one of its groups.
        """
        looked_after = (
            (place for place in session.places if self._is_admin_of_place(place))
            if not self.has_opened(session)
            else ()
        )
        place = next(iter(looked_after), "")
        return Command(self.update.key, self.by, place, bool(place))

    def _is_admin_of_place(self, place: str) -> bool:
        group = place.startswith(places.TELEGRAM_PREFIX) and not places.is_private_chat(place)
        return (
            group
            and self.user is not None
            and self.sender.admins.is_admin(places.parse_telegram_place(place)[0], self.user.id)
        )

    def can_manage_place(self) -> bool:
        """Return whether Telegram says that the sender administers this group; anonymous admins count."""
        if self.is_direct or self.message is None:
            return False
        if self.message.sender_chat is not None and self.message.sender_chat.id == self.message.chat.id:
            return True
        return self.user is not None and self.sender.admins.is_admin(self.message.chat.id, self.user.id)

    def can_seat_opener(self) -> bool:
        """Return whether the bot can already write to the sender in private, so that the opener of a table can be
        seated.
        """
        return self.is_direct or self.require_person().place.startswith(places.TELEGRAM_PREFIX)

    def reserve_place(self) -> str:
        """Return this chat as the place for a new game; raise Illegal if a game is open here."""
        self.check_place_free()
        unreachable.note_used_topic(self.host, self.place)
        return self.place

    def describe_board(self, shown: GameView, reader: Reader) -> list[str]:
        """Return the board in words, which stand below its picture for people who cannot see it."""
        return [board.format_board_in_words(shown, reader)]

    def pick_extra_place(self) -> str:
        """Return this chat as one more place for a game from elsewhere; remember its topic, because Telegram names only
        the group when it removes the bot.
        """
        unreachable.note_used_topic(self.host, self.place)
        return self.place

    def prepare_seat(self) -> DeskAnswer | None:
        """Return an answer that asks the sender to open the private chat, where secrets are told, or None if it is
        open.
        """
        person = self.require_person()
        if person.place.startswith(places.TELEGRAM_PREFIX):
            return None
        session = self.pick_lobby()
        return answer_sentence(
            KNOCK, name=person.name, link=self.build_chat_link(places.build_seat_payload(session.id, session.invited))
        )

    @property
    def identity(self) -> str:
        """The account's identity, which is also the place of its private chat."""
        return places.build_telegram_place(self.user.id if self.user else 0)

    def find_newcomer(self) -> Person | None:
        """Return the person who is meant by a command to seat somebody: who wrote the message to which it replies; None
        if it replies to none.
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
        """Return the id of the game that the tapped button, or the message replied to, is about."""
        return self.game or (self.data[1] if len(self.data) > 1 else self._find_game_of_topic())

    def _find_game_of_topic(self) -> str:
        """Return the game to whose topic in the private chat this message belongs, or an empty string."""
        topic = self.message.message_thread_id if self.message and self.is_direct else 0
        return self.sender.topics.find_game(self.place, topic) if topic else ""

    def find_question_id(self) -> str:
        """Return the id of the question that is asked in the message to which the sender replies."""
        return self.data[2] if len(self.data) > 2 else ""

    @property
    def data(self) -> list[str]:
        """The words in the button data of the bot's message to which this one replies; empty if it replies to none."""
        replied = self.message.reply_to_message if self.message else None
        ours = replied is not None and replied.by is not None and replied.by.is_bot
        return replied.data.split("/") if replied and ours and replied.data else []

    @property
    def style(self) -> WritingStyle:
        """The sender's writing style, such as how numbers are written; the default for unknown people."""
        return self.person.habits.style if self.person else WritingStyle()

    def format_notice(self, answer: DeskAnswer, between: str = " ") -> str:
        """Format an answer as plain text for a pop-up."""
        reader = words.build_reader(seat_signs.add_seat_signs(answer.names), self.style)
        return between.join(format_told(told, reader) for told in answer.lines)

    def build_chat_link(self, payload: str = "hello") -> str:
        """Return a deep link into the private chat with the bot."""
        return build_deep_link(self.sender.wire.name, payload)

    def format_seat_link(self, session: Session) -> str:
        """Return the deep link that opens the private chat and takes a seat at this table."""
        return self.build_chat_link(places.build_seat_payload(session.id, session.invited))

    def list_invitation_buttons(self, game: str) -> list[str]:
        """Return the buttons under an invitation: one to sit down, one to get no more invitations."""
        return [f"@next:{game}"]

    def turn_message_into(self, screen: Screen) -> None:
        """Replace the tapped message by this text and buttons once the tap is answered; raise RetryLater if too much
        was edited lately.
        """
        if self.message is None:
            raise Illegal(refusals.OLD_BUTTON, code="old_button")
        if self.message.is_showing(screen):
            return
        self.sender.check_edit_room(self.place)
        self.defer_edit(partial(self.sender.edit, self.place, self.message.message_id, screen))

    def replace_buttons(self, rows: Rows) -> None:
        """Replace the buttons under the tapped message by these, once the tap is answered."""
        if self.message is not None and rows != self.message.rows:
            self.defer_edit(partial(self.sender.replace_buttons, self.place, self.message.message_id, rows))

    def defer_edit(self, show: Callable[[], object]) -> None:
        """Run an edit only after the tap is answered, because the person waits for that."""
        self._edits.append(show)

    def run_deferred_edits(self) -> None:
        """Run the edits that were put off until the tap was answered."""
        edits, self._edits = self._edits, []
        for edit in edits:
            edit()

    def check_private(self) -> None:
        """Raise Illegal, with a link to the private chat, if other people can read what is said in this chat."""
        if not self.is_unseen:
            raise Illegal(refusals.IN_PRIVATE, code="private_only", link=self.build_chat_link())

    def answer_done(self, _: Session, reply: Reply) -> DeskAnswer:
        """Return an empty answer for an accepted input, which a reaction confirms; for a refused one its reason."""
        return answer_reply(reply)

    def check_not_public(self) -> None:
        """Raise Illegal if a secret was sent where others can read it."""
        if not self.is_unseen:
            raise Illegal(refusals.SAID_ALOUD, code="secret_in_public", link=self.build_chat_link())
