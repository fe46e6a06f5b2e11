"""What a game must bring along to be carried by the kernel."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from engine.kernel.errors import Illegal

if TYPE_CHECKING:
    from engine.kernel.game import Game
    from engine.kernel.question import Play, Question
    from engine.kernel.record import Entry
    from engine.kernel.table import Script, Table
    from engine.kernel.text import Words
    from engine.kernel.view import View

S = TypeVar("S")
NOT_NOW = "You cannot do that now."  # what is said where the rules have nothing better to say


class Ruleset(Protocol[S]):
    """One set of rules. The state `S` is plain data (msgspec Structs); all else is found from it."""

    name: str
    title: str
    format: int
    release: str
    state_type: type[S]
    upcasts: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]

    def new(self, players: Sequence[str], options: Mapping[str, Any]) -> S:
        """The state before the first move; raises Illegal when the players or options do not fit."""

    def players(self, state: S) -> Sequence[str]:
        """Everybody with a seat in the game, in seat order."""

    def tables(self, state: S) -> list[str]:
        """The open tables, oldest first: rounds side by side, minigames, the game itself. A new list each time."""

    def table(self, game: Game[S], name: str) -> Table[S]:
        """The handle that the scripts of this table are given."""

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

    def plays(self, game: Game[S], who: str) -> Sequence[Play]:
        """All that `who` (a seat, or LOG for the host) may do now without being asked."""

    def play(self, game: Game[S], who: str, key: str, value: Any) -> None:
        """Do it. It has been checked to be among `plays`; it asks nothing."""

    def over(self, state: S) -> bool:
        """Is the whole game over?"""

    def view(self, game: Game[S], who: str) -> View:
        """All that `who` (a seat, or PUBLIC) may see."""


class Element(NamedTuple):
    """Something in a game that has a name. Its keys begin with its own name, or with one of `keys`."""

    name: str
    category: str
    keys: tuple[str, ...] = ()
    house: str = ""  # what of it the rulebook leaves open and we have settled
    face: str = ""  # how it reads on a board, if not by its name


@runtime_checkable
class Catalogued(Protocol):
    """A ruleset that lists everything it has a name for."""

    def elements(self) -> Sequence[Element]:
        """All of it, family by family."""


@runtime_checkable
class Agrees(Protocol):
    """A ruleset that knows what can be agreed upon before anybody has sat down."""

    def agree(self, options: Mapping[str, Any]) -> None:
        """Raises Illegal when options do not fit, whoever is going to play."""


@runtime_checkable
class Explains(Protocol):
    """A ruleset that can say more about a refusal than that it was not among the choices."""

    def why_not(self, game: Game[Any], who: str, key: str, value: object) -> Illegal | None:
        """The reason for which this answer or play of `who` is refused, if there is one worth telling."""


@runtime_checkable
class Teaches(Protocol):
    """A ruleset that can say what the things on its boards are."""

    def explain(self, word: str) -> Words | None:
        """The rule of a square by its name, in words for players; None for a word that is none."""

    def topics(self) -> Mapping[str, Sequence[str]]:
        """The names that it can explain, group by group."""


def checked(game: Game[Any], who: str, key: str, value: object, asked: Question | Play | None) -> Any:
    """What somebody has sent as the rules will see it, or the best sentence there is for why not."""
    if asked is None:
        refusal = Illegal(NOT_NOW)
    else:
        try:
            return asked.check(value)
        except Illegal as plainly:
            refusal = plainly
    rules = game.ruleset
    if isinstance(rules, Explains) and isinstance(key, str):
        refusal = rules.why_not(game, who, key, value) or refusal
    raise refusal
