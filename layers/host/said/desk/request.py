"""One request at the desk: who asks, where, with which words, about which game. Every door has its own kind of it."""

from __future__ import annotations

from abc import ABC, abstractmethod

from msgspec.structs import replace

from engine.kernel import Illegal, Reader, Words
from engine.rulesets import RULESETS
from host.core.context import HostContext
from host.core.games import Guest
from host.core.session import (
    LOBBY,
    OVER,
    Command,
    Person,
    Reply,
    Session,
    WritingStyle,
    check_host_rights,
    is_game_opener,
)
from host.people import accounts
from host.people.rate_limits import Requester
from host.said.answers import DeskAnswer, answer_reply, answer_sentence
from host.said.desk.refusals import SEVERAL_ASKED
from host.shown import text_view, words
from host.shown.views import GameView

NO_GAME_HERE = "No game is open here. To open one, write {new}"
NO_GAME_YOURS = "You do not play in any game. Join one where it is shown. Or open a new game: write {new}"
DONE_ELSEWHERE = "Done. You will see the result where the game is shown."
ONE_HERE = "Another game is already open here. Finish it first, or ask the player who opened it to write {end}."


class DeskRequest(ABC):
    """What somebody asks of the host. A door implements what only it can know; the rest follows from that."""

    chosen = ""  # a seat or the like, which a button or a form names exactly: then it need not be found in the words
    web = ""  # the address of the host's page, if it has one
    pins_boards = False  # can this door pin a board where it is shown?
    plays_in_private = True  # can a game be played in a conversation of two there?
    most_tables = 0  # that one account may have open at once, if this door has bounds of its own
    apart = True  # do its people play whenever each has time, and not side by side?

    def __init__(self, host: HostContext, words: str) -> None:
        self.host, self.words = host, words  # the host, and what is said with the command

    # -- what a door must say

    @property
    @abstractmethod
    def place(self) -> str:
        """The place (chat, thread …) in which the request was made; empty where no game could be shown. Each platform's
        class implements this.
        """

    @property
    @abstractmethod
    def is_direct(self) -> bool:
        """Whether this is a conversation of two, the person and the host: then the person's own games are meant. Each
        platform's class implements this.
        """

    @property
    @abstractmethod
    def by(self) -> str:
        """The id of the person who sent the request; empty for an unknown visitor. Each platform's class implements
        this.
        """

    @property
    @abstractmethod
    def command(self) -> Command:
        """The request as a Command: the form in which the host's functions learn who sends an input, from where, and
        whether it is a repeated one. Each platform's class implements this.
        """

    @property
    def visitor(self) -> Requester:
        """The visitor as whom the sender of this request is counted for rate limits: here the person with their id; a
        platform's class may add their network.
        """
        return Requester(person=self.by)

    @abstractmethod
    def require_person(self) -> Person:
        """Return the person who sent the request; if they are not known, raise Illegal or, on some platforms, register
        them as a new person. Each platform's class implements this.
        """

    @abstractmethod
    def format_command(self, line: str) -> str:
        """Return the command `line` as one types it on this platform, for use in sentences. Each platform's class
        implements this.
        """

    @abstractmethod
    def check_private(self) -> None:
        """Raise Illegal, with a sentence on where to ask instead, if other people can read what is said here. Each
        platform's class implements this.
        """

    asks_time = False  # does a game that is named alone ask first how much time there is? Elsewhere buttons ask it

    # -- what a door may know better

    @property
    def is_unseen(self) -> bool:
        """Whether nobody else reads what is said here, nor the answer: then secrets may be told. Here the same as
        `is_direct`; a platform's class may know better.
        """
        return self.is_direct

    def can_seat_opener(self) -> bool:
        """Return whether the opener of a table can be seated at once, because they can already be told secrets in
        private: here in a private chat; a platform's class may know better.
        """
        return self.is_direct

    @property
    def identity(self) -> str:
        """The account on this platform by which the host knows the person; empty unless the platform's class overrides
        this.
        """
        return ""

    @property
    def mailbox(self) -> str:
        """The place (such as a private chat) where the bot can write to the person alone; empty if it may not. Here the
        same as `identity`.
        """
        return self.identity

    @property
    def community(self) -> str:
        """The place whose people play together, such as a group or a forum: it has the usual game, the ranking and the
        list of those who wait for tables. Here the same as `place`.
        """
        return self.place

    def list_played_games(self) -> list[Session]:
        """List the sessions of the finished games of this community or, in a private chat, of the person, among which
        are unfinished ones that the person is out of for good.
        """
        owner = f"person:{self.by}" if self.is_direct else f"chat:{self.community}"
        return [each.session for each in self.host.store.load_games(self.host.store.list_past_game_ids(owner))]

    @property
    def name(self) -> str:
        """What the person who sent the request is called on this platform; for an unknown visitor as `require_person`,
        on which it relies.
        """
        return self.require_person().name

    def format_page_address(self, path: str) -> str:
        """Return the full address of one of the host's pages, as this platform shows links."""
        return f"{self.web}{path}"

    @property
    def claim(self) -> str:
        """The address of the page that shows a code by which people connect their browser with their account here."""
        return self.format_page_address("/claim")

    def send_link(self) -> bool:
        """Send the person their private login link for the web page and return True, where a platform's class overrides
        this; here nothing is sent, and False returned.
        """
        return False

    def find_newcomer(self) -> Person | None:
        """Return the other person whom the sender wants to give a seat with this request; None if nobody is named, and
        where no platform's class overrides this.
        """
        return None

    def welcome_newcomer(self, _: Person) -> DeskAnswer:
        """Build the answer that tells somebody, who has got a seat but cannot be told secrets yet, what to do; empty
        unless this platform has something to say.
        """
        return DeskAnswer()

    def format_seat_link(self, session: Session) -> str:
        """Return the address of a link with which one takes a seat at the table of this game: here that of its page; a
        platform's class may give another.
        """
        return f"{self.web}/g/{session.id}"

    def list_invitation_buttons(self, _: str) -> list[str]:
        """List the ids of the buttons that this platform shows under the news that the table with this id is open for
        players; none unless it has some.
        """
        return []

    def describe_board(self, shown: GameView, reader: Reader) -> list[str]:
        """Return the state of the game in lines of words, for a place where no board is shown; a platform's class may
        put it otherwise.
        """
        return text_view.format_game_text(shown, reader)

    def check_not_public(self) -> None:
        """Raise Illegal if others can read what is written in this place: here as `check_private`. Called when somebody
        has sent a secret answer.
        """
        self.check_private()

    def find_question_id(self) -> str:
        """Return the id of the question to which the request replies; empty if it replies to none, and where no
        platform's class overrides this.
        """
        return ""

    def build_unasked_refusal(self, why: Illegal) -> Illegal:
        """Build the refusal for a person without an open question: here the reason `why` itself; a platform's class may
        hide the reason in public, where it could reveal too much.
        """
        return why

    def build_ambiguous_refusal(self) -> Illegal:
        """Build the refusal for an answer that fits several questions; it says how to choose one of them on this
        platform: here by a reply to the message with the question.
        """
        return Illegal(SEVERAL_ASKED, code="several_questions_open")

    def is_confirmed(self, said: str) -> bool:
        """Return whether the person has confirmed an action that cannot be undone: whether `said` is "yes" or what the
        platform uses instead.
        """
        return said.casefold() == "yes"

    def make_confirmation(self, text: str, line: str) -> Illegal:
        """Build, without raising it, the refusal of an action that cannot be undone: `text` asks the person to confirm
        it by sending the command `line`.
        """
        return Illegal(text, code="not_confirmed", again=self.format_command(line))

    def can_manage_place(self) -> bool:
        """Return whether the platform says that the person administers this place; False where no platform's class
        overrides this.
        """
        return False

    def make_command_elsewhere(self, session: Session) -> Command:
        """Return the person's command for a game that is not shown in this place; here the same as `make_command`,
        while a platform's class may look up their rights in the places that show the game.
        """
        return self.make_command(session)

    def reserve_place(self) -> str:
        """Return the place for a new game; raise Illegal where none can be opened. Here this is the place of the
        request, if it shows no open game; a platform's class may return another or an empty one, and count the table
        for rate limits.
        """
        self.check_place_free()
        return self.place

    def check_place_free(self) -> None:
        """Raise Illegal if this place (chat, thread …) already shows an open game."""
        if accounts.list_open_sessions(self.host, f"chat:{self.place}"):
            raise Illegal(ONE_HERE, code="game_open_here", end=self.format_command("endgame"))

    def pick_extra_place(self) -> str:
        """Return this place as one more in which a game from elsewhere is shown. A platform's class that overrides this
        raises Illegal where that is impossible.
        """
        return self.place

    def prepare_seat(self) -> DeskAnswer | None:
        """Return an answer that says what the person must do before they can take a seat; None if nothing, and where no
        platform's class overrides this.
        """
        return None

    def confirm_seat(self) -> DeskAnswer:
        """Build the answer to a person who has just taken a seat; empty unless this platform has something to add."""
        return DeskAnswer()

    def strip_mention(self, words: str) -> str:
        """Return a player's name without what this platform puts around it, such as @; unchanged where no platform's
        class overrides this.
        """
        return words

    def find_mentioned_person(self, _: str) -> str:
        """Return the id of the person whose account on this platform these words mention, whatever their seat is
        called; empty if they mention none, and where no platform's class overrides this.
        """
        return ""

    def find_game_id(self) -> str:
        """Return the id of the game to which the request replies; empty if it replies to none, and where no platform's
        class overrides this.
        """
        return ""

    def list_own_games(self) -> list[Session]:
        """List the sessions of the unfinished games in which the person has a seat."""
        found = accounts.list_open_sessions(self.host, f"person:{self.by}") if self.by else []
        return [session for session in found if session.find_player_of(self.by)]

    def list_games_shown(self) -> list[Session]:
        """List the sessions of the unfinished games that are shown in this place (chat, thread …)."""
        return accounts.list_open_sessions(self.host, f"chat:{self.place}") if self.place else []

    # -- which game, and with which rights

    def has_opened(self, session: Session) -> bool:
        """Return whether the person opened this game, in which case the platform need not be asked for their rights."""
        return is_game_opener(session, self.by)

    def make_command(self, session: Session) -> Command:
        """Return the person's command for an input to this game, marked as an administrator's if the platform says that
        they manage the place; it is not asked if they opened the game, which gives them the host's rights already.
        """
        return self.command if self.has_opened(session) else replace(self.command, admin=self.can_manage_place())

    def list_games(self) -> list[Session]:
        """List the sessions of the unfinished games that can be meant: those shown here, and in a private chat also
        those in which the person has a seat.
        """
        found = {session.id: session for session in self.list_games_shown()}
        if self.is_direct:
            found |= {session.id: session for session in self.list_own_games() if session.id not in found}
        return [session for session in found.values() if session.stage != OVER]

    def list_likely_games(self) -> list[Session]:
        """List the sessions of the games most likely meant: the one replied to, else those in which the person still
        plays, else all that can be meant; raise Illegal if there is none.
        """
        found, about = self.list_games(), self.find_game_id()
        exact = [session for session in found if session.id == about]
        seated = [session for session in found if session.has_active_seat(self.by)]
        for some in (exact, seated, found):
            if some:
                return some
        raise Illegal(
            NO_GAME_YOURS if self.is_direct else NO_GAME_HERE,
            code="no_game_here",
            new=self.format_command(f"new {next(iter(RULESETS))}"),
        )

    def pick_game(self) -> Session:
        """Return the session of the game that the request most likely means, the newest if there are several, of those
        whose rules have not broken down if there are any; raise Illegal if there is none.
        """
        return max(self.list_likely_games(), key=lambda session: (not session.broken, session.made))

    def pick_lobby_or_game(self) -> Session:
        """Return the session of the newest of the tables that can be meant whose game has not begun, or else of the
        game that is meant; raise Illegal if there is neither.
        """
        waiting = [session for session in self.list_games() if session.stage == LOBBY]
        return max(waiting, key=lambda session: session.made) if waiting else self.pick_game()

    def check_hosts(self, session: Session) -> None:
        """Raise Illegal unless the person has the host's rights in this game: has opened it, or manages this place, as
        the platform says, and the game is shown here.
        """
        check_host_rights(self.make_command(session), session)

    # -- answering

    def find_earlier_reply(self) -> Reply | None:
        """Return the reply that was stored when this very input was carried out or refused before, without its names
        and outcome, which are not kept; None if none was stored in the last three days, or the sender is not known.
        """
        return self.host.store.find_answer(self.command.idempotency_key) if self.by else None

    def answer_done(self, session: Session, reply: Reply) -> DeskAnswer:
        """Build the answer to a game's reply: the reasons if it was refused (secret ones only where nobody else reads
        them), nothing if its news are posted in this place anyway, and otherwise that it is done.
        """
        silent = reply.ok and not reply.lines and self.place not in session.places
        return answer_sentence(DONE_ELSEWHERE) if silent else answer_reply(reply, alone=self.is_unseen)

    @property
    def style(self) -> WritingStyle:
        """How texts are to be written for this person: language and style of numbers."""
        return self.require_person().habits.style if self.by else WritingStyle()

    def make_reader(self, session: Session) -> Reader:
        """Return the reader (language and style) in which a game is told: this person's in private,
        else this place's.
        """
        return words.build_reader(session.map_names_by_seat(), self.style if self.is_unseen else session.style)

    def format_sentence(self, text: str, /, **facts: object) -> str:
        """Return a sentence in the person's language, with these facts put into it."""
        return words.build_reader({}, self.style).format_sentence(text, **facts)

    def format_words(self, shown: Words) -> str:
        """Return a name or phrase as text in the language of the person who sent the request."""
        return words.build_reader({}, self.style).format_value(shown)

    def make_guest(self, person: Person, sealed_word: str = "", invited: str = "") -> Guest:
        """Return the person in the form in which they can be seated at a table, with the hash of the secret word by
        which they take part in the randomness (`sealed_word`) and the invitation that their link carries.
        """
        return Guest(person.id, person.name, person.place, person.habits, sealed_word, invited)
