"""The contract: all that a game brings along to be carried by the kernel and shown by a host, and who asks it for what.

A ruleset derives from `Ruleset`. What is abstract every game has; what has a default here it may leave out, and
nobody needs to ask whether it is there. How its games are written as texts is `engine/dialects.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from engine.kernel.changes import Change
from engine.kernel.errors import Illegal
from engine.kernel.refusals import NOT_NOW, not_on_offer, with_what_fits
from engine.kernel.table import Table

if TYPE_CHECKING:
    from msgspec import Struct

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


class Ruleset(ABC, Generic[S]):
    """One set of rules. The state `S` is plain data (msgspec Structs); all else is found from it."""

    # -- what it is: everybody who lists games, and the store

    name: str  # one word, by which it is known for ever
    title: str
    release: str  # of its rules: games begun under another are warned of
    format: int  # of its state
    state_type: type[S]
    changes: Sequence[Change] = ()  # what it did otherwise in a release, for games of then: rehearsals, and loading
    upcasts: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = NOTHING  # from each older format to the next
    seats: range  # how many can play: benches, demos and simulations choose among them
    brief: Sequence[str] = ()  # how it goes, for somebody who has never seen it: halls, menus and lobbies
    coaching: Mapping[str, str] = (
        NOTHING  # what is said once to who is asked, or may do, this for the first time, by key
    )
    names: Iterable[str] = ()  # what it calls things in its tables: translators

    # -- what can be agreed upon: whoever opens a game

    options_type: type[Struct] | None = None  # its fields are the options, its defaults theirs
    about_options: Mapping[str, str] = NOTHING  # what each is for
    unhurried: Mapping[str, Any] = NOTHING  # what is agreed upon where turns are slow, unless somebody says otherwise
    duel: Mapping[str, Any] = NOTHING  # options with which two play against each other
    rates: Mapping[str, tuple[str, str]] = NOTHING  # what is told of two counts: how often it went well, of how often
    dated: str = ""  # the option that names a day, for a game that is the same for everybody who plays it that day
    practice: Mapping[str, Any] = NOTHING  # options with which a first game, against computers, takes some minutes

    goal: str = ""  # the option that says how long it lasts
    goals: Mapping[Any, Words] = NOTHING  # some of what it can be, the longest first: offered by the time there is
    lap: Words = ""  # what a game is made of, as it is counted in the stage of a view
    place = "square"  # what players call one place of its boards: whoever asks them to choose one

    def agree(self, options: Mapping[str, Any]) -> None:
        """Raises Illegal when options do not fit, whoever is going to play: hosts, before anybody has sat down."""

    @abstractmethod
    def new(self, players: Sequence[str], options: Mapping[str, Any]) -> S:
        """The state before the first move; raises Illegal when the players or options do not fit: `Game.new`."""

    # -- how it is played: the kernel

    @abstractmethod
    def players(self, state: S) -> Sequence[str]:
        """Everybody with a seat in the game, in seat order."""

    @abstractmethod
    def tables(self, state: S) -> list[str]:
        """The open tables, oldest first: rounds side by side, minigames, the game itself. A new list each time."""

    def table(self, game: Game[S], name: str) -> Table[S]:
        """The handle that the scripts of this table are given."""
        return Table(game, name)

    @abstractmethod
    def step(self, table: Table[S]) -> Script[Any] | None:
        """The script with which this table goes on from the state as it stands, or None if it has nothing to do.

        Until it first asks, draws or tells, a step may read the game but not change it: it may be started again.
        """

    def ended(self, table: Table[S], result: Any) -> None:
        """A step has ended with this result."""

    def private_tape(self, state: S, table: str) -> list[Entry] | None:
        """The tape kept in the state for a table that reads nothing of the game while it runs, or None.

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
        """Is the whole game over?"""

    # -- what is done without being asked: the kernel, for whoever writes or taps it; LOG is the host

    counts_sealed: bool = True  # may all see how many sealed answers are missing? Not where that shows standing orders
    secret_plays: Iterable[str] = ()  # keys of what is done in secret: chats never answer those in public

    def plays(self, game: Game[S], who: str) -> Sequence[Play]:
        """All that `who` (a seat, or LOG for the host) may do now without being asked."""
        return ()

    def play(self, game: Game[S], who: str, key: str, value: Any) -> None:
        """Do it. It has been checked to be among `plays`; it asks nothing."""
        raise Illegal(NOT_NOW)

    lasting: Sequence[str] = ()  # keys of questions whose clock goes on through all that their player does meanwhile
    planning: Words = ""  # how somebody spares the others a wait: told to all where turns are slow, and to who is slow

    def plans(self, game: Game[S], who: str) -> bool:
        """Could this player spare the others a wait just now, and has not yet done so?"""
        return False

    def why_not(self, game: Game[S], who: str, key: str, value: object) -> Illegal | None:
        """Why this answer or play is refused, if there is more to say than that it was not among the choices."""
        return None

    # -- what is seen and explained: pages, chats, terminals; the catalogue and its tests

    @abstractmethod
    def view(self, game: Game[S], who: str) -> View:
        """All that `who` (a seat, or PUBLIC) may see."""

    def elements(self) -> Sequence[Element]:
        """Everything it has a name for, family by family: `rtab catalogue`, and the tests that none is missing."""
        return ()

    def topics(self) -> Mapping[str, Sequence[str]]:
        """The names that it can explain, group by group: rules pages, and the command for rules in chats."""
        return NOTHING

    def explain(self, word: str) -> Words | None:
        """The rule of a square by its name, in words for players; None for a word that is none."""
        return None

    voice: Voice[Any] | None = None  # lines in place of its sentences: whoever says them; without it they stay plain

    def outdated(self, told: Told, since: Sequence[Told]) -> bool:
        """Is this of no use any more, after what has been told since? A receipt belongs to its question."""
        return False

    # -- what is counted, for people and places: statistics

    tallies: Mapping[str, str] = NOTHING  # how each deed is shown, in order: a template with the fact {n}
    achievements: Sequence[Achievement] = ()

    def deeds(self, told: Told) -> Iterable[Deed]:
        """What was done in what has been told."""
        return ()

    # -- what can be predicted by those who are out, or only watch: predictions

    def forecasts(self, game: Game[S]) -> Sequence[Forecast]:
        """All that can be predicted at this moment, made from what everybody sees."""
        return ()

    def outcomes(self, told: Told) -> Iterable[Outcome]:
        """Which forecasts are settled by what has been told to everybody: the first that is told of one counts."""
        return ()

    # -- who plays for those that are not there: computer players and practice seats

    def advise(self, game: Game[S], who: str) -> Advice | None:
        """What a computer player should do; None where any choice is as good."""
        return None

    # -- the box of cards it is played from: the library; only where `cards` names the folder that holds it

    cards: str = ""

    def check(self, lines: Iterable[tuple[str, bytes]]) -> tuple[Sequence[Any], Sequence[object]]:
        """The good lines of a box, and what is wrong with the others."""
        return (), ()

    def narrow(self, options: Mapping[str, Any], cards: Callable[[], Sequence[Any]]) -> None:
        """Raises Illegal when these options leave no cards to play with."""

    def stock(self, state: S, cards: Sequence[Any], seen: Mapping[str, int]) -> None:
        """Put a box on the table: what these players have seen least comes first."""

    def of_day(self, day: str, cards: Sequence[Any]) -> Sequence[Any]:
        """Those of these cards that everybody is dealt on this day, where the game of a day is the same for all."""
        return cards

    def uses(self, told: Told) -> Iterable[Use]:
        """What has become of a card in what has been told: for the ledger."""
        return ()

    beside: Mapping[str, Sequence[str]] = NOTHING  # by what is told to somebody alone: what they may do about it

    packed: str = ""  # the option that names whose cards are wanted; none named: all there are

    def pack(
        self, rows: Iterable[tuple[str, Sequence[str]]], name: str, date: str
    ) -> tuple[Sequence[Any], Sequence[object]]:
        """The cards that rows of a sheet stand for, each given with where it stands; what is wrong with the others."""
        return (), ()

    faults: Mapping[str, Words] = (
        NOTHING  # what people may find wrong with a card; the first can be known only after it
    )

    def moved(self, card: Any, counts: Mapping[str, int]) -> Mapping[str, Any]:
        """What of a card should be otherwise, by how it has fared since it was moved last."""
        return {}


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
