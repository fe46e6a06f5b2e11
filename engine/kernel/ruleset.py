"""The contract: all that a game brings along to be carried by the kernel and shown by a host, and who asks it for what.

A ruleset derives from `Ruleset`. What is abstract every game has; what has a default here it may leave out, and
nobody needs to ask whether it is there. Behind each member stands who asks for it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Annotated, Any, Generic, NamedTuple, Protocol, TypeVar

from msgspec import Meta, Struct, field
from msgspec.structs import asdict

from engine.kernel.changes import Change
from engine.kernel.errors import Illegal
from engine.kernel.question import CANNOT_DO_NOW, NOT_NOW_CODE, UNWRITTEN, Awaited
from engine.kernel.table import GameInPlay, Table
from engine.kernel.text import Phrase, phrase

if TYPE_CHECKING:
    from engine.kernel.event import Event
    from engine.kernel.forecast import Forecast, Outcome
    from engine.kernel.question import Play, Question
    from engine.kernel.record import Entry
    from engine.kernel.table import Script
    from engine.kernel.text import Told, Words
    from engine.kernel.view import View
    from engine.kernel.voice import Voice


UNIT = "unit"
YES_NO_BY_WORD = {"yes": True, "no": False, "on": True, "off": False}
Pounds = Annotated[int, Meta(extra={UNIT: "£"})]
Dollars = Annotated[int, Meta(extra={UNIT: "$"})]
S = TypeVar("S")
EMPTY_MAPPING: Mapping[Any, Any] = MappingProxyType({})
NOTHING_AWAITED = Awaited()


class Element(NamedTuple):
    """Something in a game that has a name. Its keys begin with its own name, or with one of `keys`."""

    name: str
    category: str
    keys: tuple[str, ...] = ()
    house: str = ""  # what of it the rulebook leaves open and we have settled
    face: str = ""  # how it reads on a board or is written in a move, if not by its name
    event: type[Event] | None = None  # what is told when it happens, if that shows that it did
    facts: Mapping[str, str] = EMPTY_MAPPING  # of that event


class Advice(NamedTuple):
    """What a computer player does: it answers this question, or, if `question` is empty, makes this play."""

    question: str
    value: Any
    play: str = ""


class Character(NamedTuple):
    """A character of a computer player: a key for the rules, and a sentence for the table, in which it is `{who}`."""

    key: str
    text: str
    facts: Mapping[str, Any] = EMPTY_MAPPING

    def build_description(self, who: str) -> Phrase:
        """Build the sentence that introduces the computer player at this seat."""
        return phrase(self.text, who=who, **self.facts)


class Deed(NamedTuple):
    """Something counted in statistics: a player did it so often or for so much; or, if it is a `best`, reached so much
    at once.

    A best may also stand in a `table` of its name, shared by everybody who has such a best.
    """

    who: str
    name: str
    amount: int = 1
    best: bool = False
    table: bool = False


class Achievement(NamedTuple):
    """A name and a sentence for players who have done this deed so often."""

    name: str
    sentence: str
    deed: str
    threshold: int


class CardUse(NamedTuple):
    """What happened to a card of the box: it was shown (in these words), asked, answered correctly so often, and so
    on.
    """

    card: str
    name: str
    amount: int = 1
    text: str = ""


class HeaderRow(Struct, frozen=True):
    """A line of a transcript below a header line."""

    line: int
    text: str


class Header(Struct, frozen=True):
    """A line of a transcript that sets up the game: a word, its arguments, and the rows below it."""

    line: int
    word: str
    rest: str
    rows: list[HeaderRow] = field(default_factory=list)


class Dialect(Protocol):
    """The part of the notation that belongs to one ruleset. It raises `Unclear` for anything it cannot read."""

    @property
    def words(self) -> Mapping[str, str]:
        """The header words, and what follows each; headers are applied in this order, whatever their order in a
        text.
        """

    @property
    def once(self) -> Collection[str]:
        """The header words that may occur only once; the reader of a text rejects a second line."""

    @property
    def once_each(self) -> Collection[str]:
        """The header words that may occur only once for each name."""

    def apply_header(self, state: Any, header: Header) -> None:
        """Apply a header line of a transcript to the state, before the first move of its replay."""

    def format_real_fact(self, game: GameInPlay[Any], text: str) -> str:
        """Return the fact that a `=` line of a transcript names as it really is in the game, written the same way, to
        compare them.
        """

    def find(self, state: Any, path: Sequence[str]) -> tuple[Any, Sequence[str]]:
        """Return the object at which a field path of a transcript begins, and the rest of the path; for lines that set
        or show a field.
        """


class Ruleset(ABC, Generic[S]):
    """One set of rules. The state `S` is plain data (msgspec Structs); everything else is derived from it."""

    # -- what it is: everybody who lists games, and the store

    name: str  # one word, by which it is known for ever: the store, and players who open a game
    title: str  # doors
    release: str  # of its rules: `Game.read`, and imports, which warn of games begun under another
    format: int  # of its state: `Game.read`, rehearsals
    state_type: type[S]  # `Game.read`, `Game.save`
    changes: Sequence[Change] = ()  # what it did otherwise in a release, for games of then: rehearsals, `Game.read`
    # From each older format to the next: `Game.read`, rehearsals.
    upcasts: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = EMPTY_MAPPING
    seats: range  # how many can play: lobbies, benches and simulations
    brief: Sequence[str] = ()  # how it goes, for somebody who has never seen it: halls, menus and lobbies
    # What is said once to who is asked, or may do, this for the first time, by key: the dock of the page.
    coaching: Mapping[str, str] = EMPTY_MAPPING
    names: Iterable[str] = ()  # what it calls things in its tables: translators

    # -- what can be agreed upon: the desk

    options_type: type[Struct] | None = None  # its fields are the options, its defaults theirs: forms and menus of them
    about_options: Mapping[str, str] = EMPTY_MAPPING  # what each is for: the same
    unhurried: Mapping[str, Any] = (
        EMPTY_MAPPING  # how it is opened where turns are slow, unless somebody says otherwise
    )
    duel: Mapping[str, Any] = EMPTY_MAPPING  # options with which two play against each other: the hall's button for it
    # The option that names a day, for a game that is the same for everybody who plays it that day: the hall, sharing.
    dated: str = ""
    practice: Mapping[str, Any] = EMPTY_MAPPING  # options of a first game against computers, of some minutes: the hall

    goal: str = ""  # the option that says how long it lasts: a lobby's word on that, `rtab simulate length`
    goals: Mapping[Any, Words] = (
        EMPTY_MAPPING  # some of what it can be, the longest first: the same, by the time there is
    )
    # Options of short games, by the time there is: the same, where a goal alone would not fit it.
    timed: Mapping[str, Mapping[str, Any]] = EMPTY_MAPPING
    lap: Words = ""  # what a game is made of, as it is counted in the stage of a view: a lobby's word on its length
    place = "square"  # what players call one place of its boards: doors, in questions

    def build_default_options(self) -> dict[str, Any]:
        """Return the default values of all options, for forms and menus."""
        return asdict(self.options_type()) if self.options_type else {}

    def find_default_goal(self) -> Any:
        """Return the default value of the option that sets how long a game lasts, or None."""
        return self.build_default_options().get(self.goal)

    def check_options(self, options: Mapping[str, Any]) -> None:
        """Raise Illegal if options are invalid for any number of players; called before anybody has taken a seat."""

    @abstractmethod
    def create_state(self, players: Sequence[str], options: Mapping[str, Any]) -> S:
        """Create the state before the first move; raise Illegal if the players or options are invalid."""

    # -- how it is played: the kernel

    @abstractmethod
    def list_players(self, state: S) -> Sequence[str]:
        """List everybody with a seat in the game, in seat order."""

    @abstractmethod
    def list_tables(self, state: S) -> list[str]:
        """List the open tables, oldest first: rounds side by side, minigames, the game itself. It is called after each
        step and must return a new list.
        """

    def build_table(self, game: GameInPlay[S], name: str) -> Table[S]:
        """Build the table object that the scripts of this table are given; called when the kernel opens the table."""
        return Table(game, name)

    @abstractmethod
    def start_step(self, table: Table[S]) -> Script[Any] | None:
        """Return the coroutine that plays the table's next step, or None if there is nothing to do. Before it first
        asks, draws or tells, a step may only read the game, because it may be started again.
        """

    def handle_step_result(self, table: Table[S], result: Any) -> None:
        """Handle the value returned by a step's coroutine; called by the kernel."""

    def find_private_tape(self, state: S, table: str) -> list[Entry] | None:
        """Return the private tape (recorded inputs) of a table whose script reads nothing of the game while it runs, or
        None. It must be the same list for as long as the table is open.
        """
        return None

    def can_hand_over_seat(self, game: GameInPlay[S], who: str, *, resting: bool) -> bool:
        """Return whether a newcomer could take this seat without learning a secret choice of its player; called before
        a seat is handed over. By default it is True when no step is in progress.
        """
        return resting

    @abstractmethod
    def is_over(self, state: S) -> bool:
        """Return whether the whole game is over."""

    # -- what is done without being asked: the kernel, when a player writes or taps it; LOG is the host

    # May all see how many sealed answers are missing? Not where that shows standing orders. Views of a game.
    counts_sealed: bool = True
    secret_plays: Iterable[str] = ()  # keys of what is done in secret: chats never answer those in public

    def list_plays(self, game: GameInPlay[S], who: str) -> Sequence[Play]:
        """List what `who` (a player, or LOG for the host) can do now without being asked."""
        return ()

    def play(self, game: GameInPlay[S], who: str, key: str, value: Any) -> None:
        """Carry out a play that the kernel has already checked. It must not ask anything."""
        raise Illegal(CANNOT_DO_NOW, code=NOT_NOW_CODE)

    # Keys of questions whose clock goes on through all that their player does meanwhile: clocks of questions.
    lasting: Sequence[str] = ()
    planning: Words = (
        ""  # how somebody spares the others a wait: hosts, to all where turns are slow, and to who is slow
    )

    def can_plan_ahead(self, game: GameInPlay[S], who: str) -> bool:
        """Return whether this player could spare the others a wait by answering ahead and has not done so; the host
        then tells them how.
        """
        return False

    def explain_refusal(self, game: GameInPlay[S], who: str, key: str, value: object) -> Illegal | None:
        """Return a specific error for a refused answer or play; None if the general one says enough."""
        return None

    def explain_no_question(self, game: GameInPlay[S], who: str) -> Illegal | None:  # most games have none
        """Return a specific error for a player who answers without an open question; None if the general one says
        enough.
        """
        return None

    # -- what is seen and explained: pages, chats, terminals; the catalogue and its tests

    @abstractmethod
    def build_view(self, game: GameInPlay[S], who: str) -> View:
        """Build the view of everything that `who` (a player, or PUBLIC) may see."""

    def list_elements(self) -> Sequence[Element]:
        """List everything the game has a name for, by category, for `rtab catalogue` and for tests of completeness."""
        return ()

    def list_topics(self) -> Mapping[str, Sequence[str]]:
        """List the names that `explain` knows, by group, for rules pages and the rules command in chats."""
        return EMPTY_MAPPING

    def explain(self, word: str) -> Words | None:
        """Return the rule of a square or other thing by its name, in words for players; None if it is unknown."""
        return None

    voice: Voice[Any] | None = None  # lines in place of its sentences: the host; without it they stay plain

    # The modules of its events, beside which tables say what was told before there were any: `as_event`.
    told_before: tuple[ModuleType, ...] = ()

    def is_outdated(self, told: Told, since: Sequence[Told]) -> bool:
        """Return whether a private announcement has become useless by later ones, such as the receipt of a question
        that is closed.
        """
        return False

    # -- what is counted, for people and places: statistics

    tallies: Mapping[str, str] = EMPTY_MAPPING  # how each deed is shown, in order: a template with the fact {n}
    rates: Mapping[str, tuple[str, str]] = (
        EMPTY_MAPPING  # what is told of two counts: how often it went well, of how often
    )
    achievements: Sequence[Achievement] = ()  # when a count has grown

    def list_deeds(self, told: Told) -> Iterable[Deed]:
        """List the countable deeds (such as rounds won) in an announcement, for statistics."""
        return ()

    # -- what can be predicted by those who are out, or only watch: predictions

    def list_forecasts(self, game: GameInPlay[S]) -> Sequence[Forecast]:
        """List what spectators can predict now, judged only by what everybody can see."""
        return ()

    def list_outcomes(self, told: Told) -> Iterable[Outcome]:
        """List the results of predictable things in a public announcement. Only the first result of each counts."""
        return ()

    # -- who plays for those that are not there: computer players and practice seats

    characters: Sequence[Character] = ()  # what computer players may be like; the host deals them out with names

    def advise(self, game: GameInPlay[S], question: Question, character: str = "") -> Advice | None:
        """Return what a computer player of this character should do about this question; None if any choice is as good.
        It is called for one question at a time, because some wait for other players (`find_awaited`).
        """
        return None

    # The play by which somebody lets computers go on that wait for what they may do unasked: clocks of questions.
    passing: str = ""

    def find_awaited(self, game: GameInPlay[S], question: Question) -> Awaited:
        """Return the questions and seats that a computer player waits for before it answers this question."""
        return NOTHING_AWAITED

    # -- the box of cards it is played from: the library of packs; only where `cards` names the folder that holds it

    cards: str = ""

    def parse_cards(self, lines: Iterable[tuple[str, bytes]]) -> tuple[Sequence[Any], Sequence[object]]:
        """Parse the lines of a box of cards; return the valid cards, and the faults of the others."""
        return (), ()

    def check_card_options(self, options: Mapping[str, Any], cards: Callable[[], Sequence[Any]]) -> None:
        """Raise Illegal if these options leave no cards to play with; called after `check_options`."""

    def stock_box(self, state: S, cards: Sequence[Any], seen: Mapping[str, int]) -> None:
        """Give the new game's state its cards from a box, those that these players have seen least first; called after
        `create_state`.
        """

    def list_cards_of_day(self, day: str, cards: Sequence[Any]) -> Sequence[Any]:
        """Return the cards that everybody is dealt on this date, in a game of the day; called before `stock_box`."""
        return cards

    def list_card_uses(self, told: Told) -> Iterable[CardUse]:
        """List what an announcement says about cards (dealt, answered well or badly), for the cards' statistics."""
        return ()

    # By the event that is told to somebody alone, what they may do about it: buttons below a message.
    beside: Mapping[type[Event], Sequence[str]] = EMPTY_MAPPING

    packed: str = ""  # the option that names whose cards are wanted; none named: all there are. Before `stock`

    def parse_pack(
        self, rows: Iterable[tuple[str, Sequence[str]]], name: str, date: str
    ) -> tuple[Sequence[Any], Sequence[object]]:
        """Parse the rows of a question sheet, each with its position, into cards; return the cards, and the faults of
        other rows.
        """
        return (), ()

    # What people may find wrong with a card, the first of which can be known only after it: reports.
    faults: Mapping[str, Words] = EMPTY_MAPPING

    def compute_card_changes(self, card: Any, counts: Mapping[str, int]) -> Mapping[str, Any]:
        """Return the fields of a card that should change because of how it was answered since its last change (such as
        its level).
        """
        return {}

    # -- how its games are written as texts: export, replay, import, verify

    def load_dialect(self) -> Dialect:
        """Import and return the game's part of the transcript notation; raise Illegal if it has none."""
        raise Illegal(UNWRITTEN, code="no_notation")
