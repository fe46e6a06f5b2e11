"""One request at the desk: who asks, where, with which words, about which game. Every door has its own kind of it."""

from __future__ import annotations

from abc import ABC, abstractmethod

from msgspec.structs import replace

from engine.kernel import Illegal, Reader, Words
from engine.rulesets import RULESETS
from host.core.commands import Command
from host.core.context import HostContext
from host.core.games import Guest
from host.core.rights import must_host, opened
from host.core.session import LOBBY, OVER, Person, Reply, Session, WritingStyle
from host.people import accounts
from host.people.rate_limits import Requester
from host.said.desk.answer import Answer, refusal, say
from host.said.desk.refusals import SEVERAL_ASKED
from host.shown import text_view, words
from host.shown.views import GameView

NO_GAME_HERE = "No game is open here. Open one with {new}."
NO_GAME_YOURS = "You are in no game just now. Join one where it is shown, or open one with {new}."
DONE = "Done. What comes of it is told where the game is shown."
ONE_HERE = "A game is open here already. Finish it first, or let its host write {end}."


class Request(ABC):
    """What somebody asks of the host. A door says what only it can know; the rest follows from that."""

    chosen = ""  # a seat or the like, which a button or a form names exactly: then it need not be found in the words
    web = ""  # the address of the host's page, if it has one
    pins_boards = False  # can this door pin a board where it is shown?
    most_tables = 0  # that one account may have open at once, if this door has bounds of its own
    apart = True  # do its people play whenever each has time, and not side by side?

    def __init__(self, host: HostContext, words: str) -> None:
        self.host, self.words = host, words  # the host, and what is said with the command

    # -- what a door must say

    @property
    @abstractmethod
    def place(self) -> str:
        """Where it was said; empty where no game could be shown."""

    @property
    @abstractmethod
    def private(self) -> bool:
        """Only the two of us?"""

    @property
    @abstractmethod
    def by(self) -> str:
        """The id of whoever asks; empty if that is nobody."""

    @property
    @abstractmethod
    def command(self) -> Command:
        """The input as the use-cases take it."""

    @property
    def visitor(self) -> Requester:
        """Whose share of what is limited this uses."""
        return Requester(person=self.by)

    @abstractmethod
    def somebody(self) -> Person:
        """Whoever asks, who must be a person."""

    @abstractmethod
    def spelled(self, line: str) -> str:
        """A command of ours as it is written at this door."""

    @abstractmethod
    def in_private(self) -> None:
        """Refuse what is not for everybody's eyes, and say where it belongs."""

    # -- what a door may know better

    @property
    def identity(self) -> str:
        """By what this door knows the account of whoever asks."""
        return ""

    @property
    def mailbox(self) -> str:
        """The place where this door writes to them alone; empty if it may not."""
        return self.identity

    @property
    def community(self) -> str:
        """The place whose people play together: what is usual there, who leads, who hears of its tables."""
        return self.place

    def played(self) -> list[Session]:
        """The games of the past: in private one's own, or else of this community."""
        owner = f"person:{self.by}" if self.private else f"chat:{self.community}"
        return [each.session for each in self.host.store.games(self.host.store.past_of(owner))]

    @property
    def name(self) -> str:
        """What they are called here."""
        return self.somebody().name

    def address(self, path: str) -> str:
        """A page of the host's, written so that this door makes a link of it."""
        return f"{self.web}{path}"

    @property
    def claim(self) -> str:
        """Where somebody's browser shows that it is theirs."""
        return self.address("/claim")

    def send_link(self) -> bool:
        """Their private link goes to them by itself, if this door can do that."""
        return False

    def newcomer(self) -> Person | None:
        """Somebody else whom this is about: whoever is to have a seat."""
        return None

    def welcome(self, _: Person) -> Answer:
        """What somebody has to do who has a seat now, and cannot be told secrets yet."""
        return Answer()

    def seat_link(self, session: Session) -> str:
        """Where somebody takes a seat at this table."""
        return f"{self.web}/g/{session.id}"

    def beside_invitation(self, _: str) -> list[str]:
        """What a door shows beside the news that this table is open."""
        return []

    def board_in_words(self, shown: GameView, reader: Reader) -> list[str]:
        """How the game stands, line by line, for whoever reads it where no board is shown."""
        return text_view.lines(shown, reader)

    def not_aloud(self) -> None:
        """Refuse an answer that was not for everybody's eyes."""
        self.in_private()

    def about_question(self) -> str:
        """The id of the question that this answers by how it was said, say as a reply."""
        return ""

    def asked_nothing(self, why: Illegal) -> Illegal:
        """They are asked nothing, and why. Where everybody reads it, even that may tell too much."""
        return why

    def several_asked(self) -> Illegal:
        """They are asked several things, and could mean any: how to say which, at this door."""
        return Illegal(SEVERAL_ASKED)

    def sure(self, said: str) -> bool:
        """Have they said that they are sure of what cannot be undone?"""
        return said.casefold() == "yes"

    def doubt(self, text: str, line: str) -> Illegal:
        """Are they sure? They say so in this line."""
        return Illegal(text, again=self.spelled(line))

    def looks_after(self) -> bool:
        """Does the platform say that they look after this place?"""
        return False

    def commanding_elsewhere(self, session: Session) -> Command:
        """The input of somebody who may have the host's rights in a game that is not shown here."""
        return self.commanding(session)

    def room(self) -> str:
        """The place for a new game; raises Illegal where there is none."""
        self.unused()
        return self.place

    def unused(self) -> None:
        """A place shows one game at a time."""
        if accounts.open_games(self.host, f"chat:{self.place}"):
            raise Illegal(ONE_HERE, end=self.spelled("endgame"))

    def one_more(self) -> str:
        """The place in which a game from elsewhere is to be shown, too; raises Illegal where that cannot be."""
        return self.place

    def sits(self) -> Answer | None:
        """They are about to sit down. Where they have to do something else first, that is the answer."""
        return None

    def has_sat(self) -> Answer:
        """What somebody hears who has just taken a seat."""
        return Answer()

    def named(self, words: str) -> str:
        """A player's name as it was written here, without what this platform puts around it."""
        return words

    def about(self) -> str:
        """The id of the game that this is about by how it was said, say as a reply."""
        return ""

    def own_games(self) -> list[Session]:
        """The games that they play."""
        found = accounts.open_games(self.host, f"person:{self.by}") if self.by else []
        return [session for session in found if session.at(self.by)]

    def shown_here(self) -> list[Session]:
        """The games that are shown in this place."""
        return accounts.open_games(self.host, f"chat:{self.place}") if self.place else []

    # -- which game, and with which rights

    def opened(self, session: Session) -> bool:
        """Is this a game that they opened? No platform need be asked then what they may do."""
        return opened(session, self.by)

    def commanding(self, session: Session) -> Command:
        """The input of somebody who may have the host's rights: the platform is asked only where that matters."""
        return self.command if self.opened(session) else replace(self.command, admin=self.looks_after())

    def sessions(self) -> list[Session]:
        """The unfinished games that may be meant: those shown here, or in private all of this person's."""
        found = {session.id: session for session in self.shown_here()}
        if self.private:
            found |= {session.id: session for session in self.own_games() if session.id not in found}
        return [session for session in found.values() if session.stage != OVER]

    def likely(self) -> list[Session]:
        """The games that may well be meant: the one this is about, those with a seat of theirs, or all."""
        found, about = self.sessions(), self.about()
        exact = [session for session in found if session.id == about]
        seated = [session for session in found if session.plays(self.by)]
        for some in (exact, seated, found):
            if some:
                return some
        raise Illegal(NO_GAME_YOURS if self.private else NO_GAME_HERE, new=self.spelled(f"new {next(iter(RULESETS))}"))

    def session(self) -> Session:
        """The game that is meant: the newest of those that may well be."""
        return max(self.likely(), key=lambda session: session.made)

    def lobby(self) -> Session:
        """The table here that still waits for players."""
        waiting = [session for session in self.sessions() if session.stage == LOBBY]
        return waiting[-1] if waiting else self.session()

    def must_host(self, session: Session) -> None:
        """Refuse whoever has not the host's rights in this game."""
        must_host(self.commanding(session), session)

    # -- answering

    def before(self) -> Reply | None:
        """What was answered when this very input came before."""
        return self.host.store.answered(self.command.mark) if self.by else None

    def done(self, session: Session, reply: Reply) -> Answer:
        """Why not; or that it is done, where they would hear nothing: the news are told where the game is shown."""
        silent = reply.ok and not reply.lines and self.place not in session.places
        return say(DONE) if silent else refusal(reply, alone=self.private)

    @property
    def style(self) -> WritingStyle:
        """How they want things written."""
        return self.somebody().habits.style if self.by else WritingStyle()

    def reader(self, session: Session) -> Reader:
        """How a game is written for them, or for everybody in this place."""
        return words.reader(session.names(), self.style if self.private else session.style)

    def say(self, text: str, /, **facts: object) -> str:
        """A sentence as they read it."""
        return words.reader({}, self.style).say(text, **facts)

    def reads(self, shown: Words) -> str:
        """A name or a phrase as they read it."""
        return words.reader({}, self.style).value(shown)

    def guest(self, person: Person, sealed_word: str = "", invited: str = "") -> Guest:
        """Whoever sits down, with the hash of a word for chance, and the word of invitation that a link had."""
        return Guest(person.id, person.name, person.place, person.habits, sealed_word, invited)
