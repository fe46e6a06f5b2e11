"""One command, tap or message in Telegram, as the desk takes it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from engine.kernel import Illegal, Reader
from engine.kernel.text import render
from host.core.commands import Command
from host.core.session import Person, Reply, Session, WritingStyle
from host.doors.telegram import places
from host.doors.telegram.heard.update import TelegramMessage, TelegramUser, Update, full_name
from host.doors.telegram.messages import board, unreachable
from host.doors.telegram.messages.board import deep_link
from host.doors.telegram.messages.screens import Rows, Screen
from host.people import accounts
from host.said.desk import refusals
from host.said.desk.answer import Answer, refusal, say
from host.said.desk.request import Request
from host.shown import seat_signs, words
from host.shown.views import GameView

if TYPE_CHECKING:
    from host.doors.telegram.messages.sender import TelegramSender

KNOCK = "{name}, open our private chat and press Start: {link} That is where I tell you secrets, and it seats you."
NEWCOMER = "{name}, open our private chat and press Start: {link} That is where I tell you secrets."
SPELLED = {"new": "newgame"}  # what is called otherwise here


class TelegramCall(Request):
    """One command, typed answer or tap."""

    game = ""  # that a button means
    pins_boards = True

    def __init__(
        self,
        sender: TelegramSender,
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
        """Where it was said."""
        return self.message.place if self.message else places.place(self.user.id if self.user else 0)

    @property
    def private(self) -> bool:
        """Only the two of us?"""
        return places.private(self.place)

    @property
    def person(self) -> Person | None:
        """Whoever wants this; nobody, where an admin speaks as the group."""
        if self.user is None or self.user.is_bot:
            return None
        if self._person is None:
            identity = places.place(self.user.id)
            place = identity if self.private else ""
            self._person = accounts.known(self.host, identity, full_name(self.user), place)
        return self._person

    @property
    def by(self) -> str:
        """The person's id."""
        return self.person.id if self.person else ""

    def somebody(self) -> Person:
        """Whoever wants this, who must be a person."""
        if self.person is None:
            raise Illegal(refusals.NOT_YOURSELF)
        return self.person

    @property
    def command(self) -> Command:
        """The input as the use-cases take it."""
        return Command(self.update.key, self.by, self.place)

    def spelled(self, line: str) -> str:
        """Commands begin with a slash."""
        word, space, rest = line.partition(" ")
        return f"/{SPELLED.get(word, word)}{space}{rest}"

    def commanding_elsewhere(self, session: Session) -> Command:
        """Telegram is asked whether they look after a group where the game is shown."""
        looked_after = (place for place in session.places if self._leads(place)) if not self.opened(session) else ()
        place = next(iter(looked_after), "")
        return Command(self.update.key, self.by, place, bool(place))

    def _leads(self, place: str) -> bool:
        group = place.startswith(places.PREFIX) and not places.private(place)
        return group and self.user is not None and self.sender.admins.has(places.address(place)[0], self.user.id)

    def looks_after(self) -> bool:
        """Does Telegram say that they look after this group?"""
        if self.private or self.message is None:
            return False
        if self.message.sender_chat is not None and self.message.sender_chat.id == self.message.chat.id:
            return True
        return self.user is not None and self.sender.admins.has(self.message.chat.id, self.user.id)

    def room(self) -> str:
        """A new game is shown where it is opened."""
        self.unused()
        unreachable.used(self.host, self.place)
        return self.place

    def board_in_words(self, shown: GameView, reader: Reader) -> list[str]:
        """As they stand below the picture, for those who cannot see it."""
        return [board.in_words(shown, reader)]

    def one_more(self) -> str:
        """A topic is noted, as we shall not be told when we are thrown out of it."""
        unreachable.used(self.host, self.place)
        return self.place

    def sits(self) -> Answer | None:
        """Secrets are told in the private chat, so that has to be open."""
        person = self.somebody()
        if person.place.startswith(places.PREFIX):
            return None
        session = self.lobby()
        return say(KNOCK, name=person.name, link=self.link(places.seat_link(session.id, session.invited)))

    @property
    def identity(self) -> str:
        """The account, which is the place of their private chat, too."""
        return places.place(self.user.id if self.user else 0)

    def newcomer(self) -> Person | None:
        """Whoever wrote the message replied to."""
        replied = self.message.reply_to_message if self.message else None
        if replied is None or replied.by is None or replied.by.is_bot:
            return None
        return accounts.known(self.host, places.place(replied.by.id), full_name(replied.by))

    def welcome(self, person: Person) -> Answer:
        """Their private chat has to be open before they can be told anything."""
        return say(NEWCOMER, name=person.name, link=self.link())

    def about(self) -> str:
        """The game that a button means, or that the message replied to is about."""
        return self.game or (self.data[1] if len(self.data) > 1 else "")

    def about_question(self) -> str:
        """The question that the message replied to asks."""
        return self.data[2] if len(self.data) > 2 else ""

    @property
    def data(self) -> list[str]:
        """What the buttons under the message replied to carry."""
        replied = self.message.reply_to_message if self.message else None
        ours = replied is not None and replied.by is not None and replied.by.is_bot
        return replied.data.split("/") if replied and ours and replied.data else []

    @property
    def style(self) -> WritingStyle:
        """How they want things written."""
        return self.person.habits.style if self.person else WritingStyle()

    def written(self, answer: Answer, between: str = " ") -> str:
        """An answer as plain text, for a notice."""
        reader = words.reader(seat_signs.signed(answer.names), self.style)
        return between.join(render(told.text, told.facts, reader) for told in answer.lines)

    def link(self, payload: str = "hello") -> str:
        """A link into our private chat."""
        return deep_link(self.sender.wire.name, payload)

    def seat_link(self, session: Session) -> str:
        """Whoever follows it has their private chat open, and a seat."""
        return self.link(places.seat_link(session.id, session.invited))

    def beside_invitation(self, game: str) -> list[str]:
        """A button to sit down, and one to hear no more of it."""
        return [f"@next:{game}"]

    def turn_into(self, screen: Screen) -> None:
        """Make this of the message under which it was tapped; raises RetryLater where too much is edited."""
        if self.message is None:
            raise Illegal(refusals.OLD_BUTTON)
        if self.message.shows(screen):
            return
        self.sender.must_have_room(self.place)
        self.afterwards(partial(self.sender.edit, self.place, self.message.message_id, screen))

    def relabel(self, rows: Rows) -> None:
        """Leave only these buttons under the message under which it was tapped."""
        if self.message is not None and rows != self.message.rows:
            self.afterwards(partial(self.sender.relabel, self.place, self.message.message_id, rows))

    def afterwards(self, show: Callable[[], object]) -> None:
        """Show this once the tap is answered: until then somebody waits."""
        self._edits.append(show)

    def show(self) -> None:
        """Show what has been put off."""
        edits, self._edits = self._edits, []
        for edit in edits:
            edit()

    def in_private(self) -> None:
        """Refuses what is not for everybody's eyes."""
        if not self.private:
            raise Illegal(refusals.IN_PRIVATE, link=self.link())

    def done(self, _: Session, reply: Reply) -> Answer:
        """A sign below what they wrote says that it is done, in private too; why not, is said in words."""
        return refusal(reply)

    def not_aloud(self) -> None:
        """Refuses a secret that has been said where others read it."""
        if not self.private:
            raise Illegal(refusals.SAID_ALOUD, link=self.link())
