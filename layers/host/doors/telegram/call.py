"""One command, tap or message being handled: who, where, about which game; and the answer."""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct, field

from engine.kernel import Illegal, Reader, Told, Words
from engine.kernel.text import render
from host.core.commands import Command
from host.core.context import HostContext
from host.core.session import LOBBY, OVER, Person, Reply, Session, Style
from host.doors.telegram import places
from host.doors.telegram.board import deep_link
from host.doors.telegram.sender import Sender
from host.doors.telegram.update import Message, Update, User, full_name
from host.people import accounts
from host.shown import words

NO_GAME_HERE = "No game is open here. Open one with /newgame."
NO_GAME_YOURS = "You are in no game just now. Join one in a group, or open one with /newgame."
DONE = "Done. What comes of it is told where the game is shown."
IN_PRIVATE = "That is for our private chat: {link}"


class Answer(Struct):
    """What comes back: words, panels below them, a notice on a tap, a board to be shown anew, a file."""

    lines: list[Told] = field(default_factory=list)
    asks: list[str] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    alert: str = ""
    board: str = ""
    file: bytes = b""

    @property
    def speaks(self) -> bool:
        """Is there anything to be posted?"""
        return bool(self.lines or self.asks or self.board)


def say(text: str, /, **facts: object) -> Answer:
    """An answer in words."""
    return Answer([Told(text, dict(facts))])


def said(lines: list[str]) -> Answer:
    """An answer of lines that are ready to be read."""
    return Answer([Told("{line}", {"line": line}) for line in lines])


def refusal(reply: Reply) -> Answer:
    """Why not; an accepted input needs no answer, for its news reach everybody anyway."""
    return Answer() if reply.ok else Answer(reply.lines, names=reply.names)


class Call:
    """One command, typed answer or tap."""

    def __init__(self, sender: Sender, update: Update, message: Message | None, user: User | None, words: str) -> None:
        self.sender, self.update, self.message, self.user, self.words = sender, update, message, user, words

    @property
    def house(self) -> HostContext:
        """The host."""
        return self.sender.house

    @property
    def place(self) -> str:
        """Where it was said."""
        return self.message.place if self.message else places.place(self.user.id if self.user else 0)

    @property
    def private(self) -> bool:
        """Only the two of us?"""
        return places.private(self.place)

    @cached_property
    def person(self) -> Person | None:
        """Whoever wants this; nobody, where an admin speaks as the group."""
        if self.user is None or self.user.is_bot:
            return None
        identity = places.place(self.user.id)
        return accounts.known(self.house, identity, full_name(self.user), identity if self.private else "")

    @property
    def by(self) -> str:
        """The person's id."""
        return self.person.id if self.person else ""

    def somebody(self) -> Person:
        """Whoever wants this, who must be a person."""
        if self.person is None:
            raise Illegal("Please write as yourself, not as the group.")
        return self.person

    @property
    def command(self) -> Command:
        """The input as the use-cases take it."""
        return Command(self.update.key, self.by, self.place)

    def before(self) -> Reply | None:
        """What was answered when this very update came before."""
        return self.house.store.answered(self.command.mark)

    def commanding(self, session: Session) -> Command:
        """The input of somebody who may have the host's rights: Telegram is asked whether they look after the group."""
        if self.by and self.by == session.by:
            return self.command
        return Command(self.update.key, self.by, self.place, self.admin())

    def commanding_elsewhere(self, session: Session) -> Command:
        """The input of somebody who may have the host's rights where the game is shown, which is not here."""
        looked_after = (place for place in session.places if self._leads(place)) if self.by != session.by else ()
        place = next(iter(looked_after), "")
        return Command(self.update.key, self.by, place, bool(place))

    def _leads(self, place: str) -> bool:
        group = place.startswith(places.PREFIX) and not places.private(place)
        return group and self.user is not None and self.sender.admins.has(places.address(place)[0], self.user.id)

    def admin(self) -> bool:
        """Does Telegram say that they look after this group?"""
        if self.private or self.message is None:
            return False
        if self.message.sender_chat is not None and self.message.sender_chat.id == self.message.chat.id:
            return True
        return self.user is not None and self.sender.admins.has(self.message.chat.id, self.user.id)

    def sessions(self) -> list[Session]:
        """The unfinished games that may be meant: those shown here, or in private all of this person's."""
        found = accounts.open_games(self.house, f"chat:{self.place}")
        if self.private and self.by:
            own = [each for each in accounts.open_games(self.house, f"person:{self.by}") if each.at(self.by)]
            found += [each for each in own if each.id not in {other.id for other in found}]
        return [session for session in found if session.stage != OVER]

    def session(self) -> Session:
        """The game that is meant: the newest of those that may well be."""
        return max(self.likely(), key=lambda session: session.made)

    def likely(self) -> list[Session]:
        """The games that may well be meant: the one a reply is about, those with a seat of theirs, or all."""
        found = self.sessions()
        about = self.about
        exact = [session for session in found if session.id == about]
        seated = [session for session in found if session.plays(self.by)]
        for some in (exact, seated, found):
            if some:
                return some
        raise Illegal(NO_GAME_YOURS if self.private else NO_GAME_HERE)

    def lobby(self) -> Session:
        """The table here that still waits for players."""
        waiting = [session for session in self.sessions() if session.stage == LOBBY]
        return waiting[-1] if waiting else self.session()

    def done(self, session: Session, reply: Reply) -> Answer:
        """Why not; or that it is done, where they would hear nothing: the news are told where the game is shown."""
        silent = reply.ok and not reply.lines and self.place not in session.places
        return say(DONE) if silent else refusal(reply)

    @property
    def about(self) -> str:
        """The game that the message replied to is about."""
        return self.data[1] if len(self.data) > 1 else ""

    @property
    def data(self) -> list[str]:
        """What the buttons under the message replied to carry."""
        replied = self.message.reply_to_message if self.message else None
        ours = replied is not None and replied.by is not None and replied.by.is_bot
        return replied.data.split("/") if replied and ours and replied.data else []

    @property
    def style(self) -> Style:
        """How they want things written."""
        return self.person.habits.style if self.person else Style()

    def reader(self, session: Session) -> Reader:
        """How a game is written for them, or for the group."""
        style = self.style if self.private else session.style
        return words.reader(session.names(), style)

    def say(self, text: str, /, **facts: object) -> str:
        """A sentence as they read it, for a notice."""
        return words.reader({}, self.style).say(text, **facts)

    def reads(self, shown: Words) -> str:
        """A name or a phrase as they read it."""
        return words.reader({}, self.style).value(shown)

    def written(self, answer: Answer) -> str:
        """An answer as plain text, for a notice."""
        reader = words.reader(answer.names, self.style)
        return " ".join(render(told.text, told.facts, reader) for told in answer.lines)

    def link(self, payload: str = "hello") -> str:
        """A link into our private chat."""
        return deep_link(self.sender.wire.name, payload)

    def in_private(self) -> None:
        """Refuses what is not for everybody's eyes."""
        if not self.private:
            raise Illegal(IN_PRIVATE, link=self.link())
