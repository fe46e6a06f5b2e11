"""The contract: all that a game brings along to be carried by the kernel and shown by a host, and who asks it for what.

A ruleset derives from `Ruleset`. What is abstract every game has; what has a default here it may leave out, and
nobody needs to ask whether it is there. Behind each member stands who asks for it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from msgspec import Struct, field
from msgspec.structs import asdict

from engine.kernel.changes import Change
from engine.kernel.errors import Illegal
from engine.kernel.question import Awaited
from engine.kernel.refusals import NOT_NOW, UNWRITTEN, not_on_offer, with_what_fits
from engine.kernel.table import Table
from engine.kernel.text import Phrase, phrase

if TYPE_CHECKING:
    from engine.kernel.forecast import Forecast, Outcome
    from engine.kernel.game import Game
    from engine.kernel.question import Play, Question
    from engine.kernel.record import Entry
    from engine.kernel.table import Script
    from engine.kernel.text import Told, Words
    from engine.kernel.view import View
    from engine.kernel.voice import Voice

S = TypeVar("S")
NOTHING: Mapping[Any, Any] = MappingProxyType({})
NOTHING_AWAITED = Awaited()


class Element(NamedTuple):
    """Something in a game that has a name. Its keys begin with its own name, or with one of `keys`."""

    name: str
    category: str
    keys: tuple[str, ...] = ()
    house: str = ""  # what of it the rulebook leaves open and we have settled
    face: str = ""  # how it reads on a board, if not by its name


class Advice(NamedTuple):
    """What a computer player does: it answers this question so; or, where `question` is empty, makes this play."""

    question: str
    value: Any
    play: str = ""


class Character(NamedTuple):
    """What a computer player is like: a key for the rules, and a sentence for the table, in which it is `{who}`."""

    key: str
    text: str
    facts: Mapping[str, Any] = NOTHING

    def says(self, who: str) -> Phrase:
        """Return the sentence about this seat."""
        return phrase(self.text, who=who, **self.facts)


class Deed(NamedTuple):
    """Something that counts: somebody did it so often or so much; or, if it is a `best`, reached so much at once.

    A best may also stand in a `table` of its name, which everybody who has such a best shares.
    """

    who: str
    name: str
    amount: int = 1
    best: bool = False
    table: bool = False


class Achievement(NamedTuple):
    """A name and a sentence for whoever has done this deed so often."""

    name: str
    sentence: str
    deed: str
    threshold: int


class Use(NamedTuple):
    """What has become of a card of the box: it was shown (in these words), asked, answered rightly so often, ..."""

    card: str
    name: str
    amount: int = 1
    text: str = ""


class Row(Struct, frozen=True):
    """A line of a text, below a header line."""

    line: int
    text: str


class Header(Struct, frozen=True):
    """A line of a text that lays out how the game stands: a word, the rest, and the rows below it."""

    line: int
    word: str
    rest: str
    rows: list[Row] = field(default_factory=list)


class Dialect(Protocol):
    """The part of the notation that only one ruleset knows. Whatever it cannot read it raises as `Unclear`."""

    @property
    def words(self) -> Mapping[str, str]:
        """Its header words, and what follows each; lines are laid in this order, however they stand in a text."""

    @property
    def once(self) -> Collection[str]:
        """Those of them that say one thing of the game: the reader of a text, which complains of a second line."""

    @property
    def once_each(self) -> Collection[str]:
        """Those that say one thing of each who is named: the same."""

    def lay(self, state: Any, header: Header) -> None:
        """Bring the state to what a header line says: before the first move of a replay."""

    def fact(self, game: Game[Any], text: str) -> str:
        """The fact that this text is about, written the same way, as it really is: whatever compares a `=` line."""

    def find(self, state: Any, path: Sequence[str]) -> tuple[Any, Sequence[str]]:
        """Where a path starts, the object, and what is left of the path: lines that set a field, or look at one."""


class Ruleset(ABC, Generic[S]):
    """One set of rules. The state `S` is plain data (msgspec Structs); all else is found from it."""

    # -- what it is: everybody who lists games, and the store

    name: str  # one word, by which it is known for ever: the store, and whoever opens a game
    title: str  # whoever shows a game
    release: str  # of its rules: `Game.read`, and imports, which warn of games begun under another
    format: int  # of its state: `Game.read`, rehearsals
    state_type: type[S]  # `Game.read`, `Game.save`
    changes: Sequence[Change] = ()  # what it did otherwise in a release, for games of then: rehearsals, `Game.read`
    # From each older format to the next: `Game.read`, rehearsals.
    upcasts: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = NOTHING
    seats: range  # how many can play: lobbies, benches and simulations
    brief: Sequence[str] = ()  # how it goes, for somebody who has never seen it: halls, menus and lobbies
    # What is said once to who is asked, or may do, this for the first time, by key: the dock of the page.
    coaching: Mapping[str, str] = NOTHING
    names: Iterable[str] = ()  # what it calls things in its tables: translators

    # -- what can be agreed upon: whoever opens a game

    options_type: type[Struct] | None = None  # its fields are the options, its defaults theirs: forms and menus of them
    about_options: Mapping[str, str] = NOTHING  # what each is for: the same
    unhurried: Mapping[str, Any] = NOTHING  # how it is opened where turns are slow, unless somebody says otherwise
    duel: Mapping[str, Any] = NOTHING  # options with which two play against each other: the hall's button for it
    # The option that names a day, for a game that is the same for everybody who plays it that day: the hall, sharing.
    dated: str = ""
    practice: Mapping[str, Any] = NOTHING  # options of a first game against computers, of some minutes: the hall

    goal: str = ""  # the option that says how long it lasts: a lobby's word on that, `rtab simulate length`
    goals: Mapping[Any, Words] = NOTHING  # some of what it can be, the longest first: the same, by the time there is
    lap: Words = ""  # what a game is made of, as it is counted in the stage of a view: a lobby's word on its length
    place = "square"  # what players call one place of its boards: whoever asks them to choose one

    def usual(self) -> dict[str, Any]:
        """What its options are where nobody chooses: forms and menus of options."""
        return asdict(self.options_type()) if self.options_type else {}

    def usual_goal(self) -> Any:
        """What it is played to where nobody chooses, or None: a lobby's word on how long it lasts."""
        return self.usual().get(self.goal)

    def agree(self, options: Mapping[str, Any]) -> None:
        """Raises Illegal when options do not fit, whoever is going to play: lobbies, before anybody has sat down."""

    @abstractmethod
    def new(self, players: Sequence[str], options: Mapping[str, Any]) -> S:
        """The state before the first move; raises Illegal when the players or options do not fit: `Game.new`."""

    # -- how it is played: the kernel

    @abstractmethod
    def players(self, state: S) -> Sequence[str]:
        """Everybody with a seat in the game, in seat order: `Game`, and whoever shows a game to each of them."""

    @abstractmethod
    def tables(self, state: S) -> list[str]:
        """The open tables, oldest first: rounds side by side, minigames, the game itself. `Game` asks after each step,
        and is given a new list each time.
        """

    def table(self, game: Game[S], name: str) -> Table[S]:
        """The handle that the scripts of this table are given: `Game`, when it opens one."""
        return Table(game, name)

    @abstractmethod
    def step(self, table: Table[S]) -> Script[Any] | None:
        """The script with which this table goes on from its state, or None if nothing is to be done: `Game`.

        Until it first asks, draws or tells, a step may read the game but not change it: it may be started again.
        """

    def ended(self, table: Table[S], result: Any) -> None:
        """A step has ended with this result: `Game` says so."""

    def private_tape(self, state: S, table: str) -> list[Entry] | None:
        """The tape kept in the state for a table that reads nothing of the game while it runs, or None: `Game`.

        It is the same list, or None, for as long as the table is open.
        """
        return None

    def fresh(self, game: Game[S], who: str, *, resting: bool) -> bool:
        """May somebody new take this seat, and learn nothing by it that another sealed there in secret? Where the rules
        do not know better: when nothing is half-done. Hosts ask before they hand a seat over.
        """
        return resting

    @abstractmethod
    def over(self, state: S) -> bool:
        """Is the whole game over? `Game.over`, for everybody."""

    # -- what is done without being asked: the kernel, for whoever writes or taps it; LOG is the host

    # May all see how many sealed answers are missing? Not where that shows standing orders. Views of a game.
    counts_sealed: bool = True
    secret_plays: Iterable[str] = ()  # keys of what is done in secret: chats never answer those in public

    def plays(self, game: Game[S], who: str) -> Sequence[Play]:
        """All that `who` (a seat, or LOG for the host) may do now without being asked: `Game.plays`."""
        return ()

    def play(self, game: Game[S], who: str, key: str, value: Any) -> None:
        """Do it: `Game.play`, which has checked that it is among `plays`. It asks nothing."""
        raise Illegal(NOT_NOW)

    # Keys of questions whose clock goes on through all that their player does meanwhile: clocks of questions.
    lasting: Sequence[str] = ()
    planning: Words = (
        ""  # how somebody spares the others a wait: hosts, to all where turns are slow, and to who is slow
    )

    def plans(self, game: Game[S], who: str) -> bool:
        """Could this player spare the others a wait just now, and has not yet done so? Hosts, before they say how."""
        return False

    def why_not(self, game: Game[S], who: str, key: str, value: object) -> Illegal | None:
        """Why this answer or play is refused, if there is more to say than that it is no choice: `checked`."""
        return None

    # -- what is seen and explained: pages, chats, terminals; the catalogue and its tests

    @abstractmethod
    def view(self, game: Game[S], who: str) -> View:
        """All that `who` (a seat, or PUBLIC) may see: `Game.view`, for every door."""

    def elements(self) -> Sequence[Element]:
        """Everything it has a name for, family by family: `rtab catalogue`, and the tests that none is missing."""
        return ()

    def topics(self) -> Mapping[str, Sequence[str]]:
        """The names that it can explain, group by group: rules pages, and the command for rules in chats."""
        return NOTHING

    def explain(self, word: str) -> Words | None:
        """The rule of a square by its name, in words for players; None for a word that is none: the same."""
        return None

    voice: Voice[Any] | None = None  # lines in place of its sentences: whoever says them; without it they stay plain

    # The modules of its events, beside which tables say what was told before there were any: `as_event`.
    told_before: tuple[ModuleType, ...] = ()

    def outdated(self, told: Told, since: Sequence[Told]) -> bool:
        """Is this of no use any more, after what has been told since? A receipt belongs to its question. The page."""
        return False

    # -- what is counted, for people and places: statistics

    tallies: Mapping[str, str] = NOTHING  # how each deed is shown, in order: a template with the fact {n}
    rates: Mapping[str, tuple[str, str]] = NOTHING  # what is told of two counts: how often it went well, of how often
    achievements: Sequence[Achievement] = ()  # when a count has grown

    def deeds(self, told: Told) -> Iterable[Deed]:
        """What was done in what has been told: statistics, and the last page of a game."""
        return ()

    # -- what can be predicted by those who are out, or only watch: predictions

    def forecasts(self, game: Game[S]) -> Sequence[Forecast]:
        """All that can be predicted at this moment, made from what everybody sees: whoever offers predictions."""
        return ()

    def outcomes(self, told: Told) -> Iterable[Outcome]:
        """Which forecasts are settled by what has been told to everybody: predictions. The first told of one counts."""
        return ()

    # -- who plays for those that are not there: computer players and practice seats

    characters: Sequence[Character] = ()  # what computer players may be like; the host deals them out with names

    def advise(self, game: Game[S], who: str, character: str = "") -> Advice | None:
        """What a computer player of this character should do; None where any choice is as good: `computer_player`."""
        return None

    # The play by which somebody lets computers go on that wait for what they may do unasked: clocks of questions.
    passing: str = ""

    def awaited(self, game: Game[S], question: Question) -> Awaited:
        """What a computer waits for before it answers this, where people have a say in it: clocks of questions."""
        return NOTHING_AWAITED

    # -- the box of cards it is played from: the library of packs; only where `cards` names the folder that holds it

    cards: str = ""

    def check(self, lines: Iterable[tuple[str, bytes]]) -> tuple[Sequence[Any], Sequence[object]]:
        """The good lines of a box, and what is wrong with the others: when it is read."""
        return (), ()

    def narrow(self, options: Mapping[str, Any], cards: Callable[[], Sequence[Any]]) -> None:
        """Raises Illegal when these options leave no cards to play with: lobbies, after `agree`."""

    def stock(self, state: S, cards: Sequence[Any], seen: Mapping[str, int]) -> None:
        """Put a box on the table, what these players have seen least first: after `new`."""

    def of_day(self, day: str, cards: Sequence[Any]) -> Sequence[Any]:
        """Those of these cards that everybody is dealt on this day, where the game of a day is the same for all: before
        `stock`.
        """
        return cards

    def uses(self, told: Told) -> Iterable[Use]:
        """What has become of a card in what has been told: for the ledger."""
        return ()

    # By the event that is told to somebody alone, what they may do about it: buttons below a message.
    beside: Mapping[str, Sequence[str]] = NOTHING

    packed: str = ""  # the option that names whose cards are wanted; none named: all there are. Before `stock`

    def pack(
        self, rows: Iterable[tuple[str, Sequence[str]]], name: str, date: str
    ) -> tuple[Sequence[Any], Sequence[object]]:
        """The cards that rows of a sheet stand for, each given with where it stands; what is wrong with the others: for
        whoever brings a pack of their own.
        """
        return (), ()

    # What people may find wrong with a card, the first of which can be known only after it: reports.
    faults: Mapping[str, Words] = NOTHING

    def moved(self, card: Any, counts: Mapping[str, int]) -> Mapping[str, Any]:
        """What of a card should be otherwise, by how it has fared since it was moved last: when a box is read."""
        return {}

    # -- how its games are written as texts: export, replay, import, verify

    def dialect(self) -> Dialect:
        """Its part of the notation; raises Illegal where there is none. Imported only in here, as few ask for it."""
        raise Illegal(UNWRITTEN)


def checked(game: Game[Any], who: str, key: str, value: object, asked: Question | Play | None) -> Any:
    """What somebody has sent as the rules will see it, or the best sentence there is for why not."""
    refusal = None
    if asked is not None:
        try:
            return asked.check(value)
        except Illegal as plainly:
            refusal = plainly
    why = game.ruleset.why_not(game, who, key, value) if isinstance(key, str) else None
    raise with_what_fits(why, asked) if why else refusal or not_on_offer(game, who)
