"""The stage on which a minigame is played: what its script sees, and what it may pay; pieces of its pictures."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from typing import Any, Concatenate, NamedTuple, ParamSpec

from engine.kernel.event import Event
from engine.kernel.picture import SHUT_CELL, Cell, Grid, Picture
from engine.kernel.question import Question
from engine.kernel.table import Drawing, OptionSource, Table
from engine.kernel.text import Phrase, Words, build_told, phrase
from engine.minigames.currency import POUNDS


class Boost(NamedTuple):
    """A prize paid in points of booster."""

    points: int


class Haul(NamedTuple):
    """A prize of cash and gifts."""

    cash: int
    gifts: list[str]


P = ParamSpec("P")
Pictures = Sequence[Picture]
Prize = int | Boost | Haul | dict[str, int]  # cash as the minigame counts it; in other kind; or cash for each of two


class BoothTable(Table[Any], ABC):
    """The table of a minigame. Its script may ask, draw, tell and show, but reads and changes nothing of the game.

    Each game has a table of its own made of this: it says who plays, in what money, and what may be hidden as a gift.
    """

    currency = POUNDS  # in which it is told; the same from the minigame's beginning to its end

    @property
    @abstractmethod
    def players(self) -> Sequence[str]:
        """Return who plays the minigame, its finder first; empty when it is over. Abstract: each game has a booth table
        of its own that says it.
        """

    @abstractmethod
    def list_gifts(self) -> Sequence[str]:
        """Return the names of what a minigame may give besides cash in this game, from which it draws; they must not
        change while a minigame is played. Abstract: each game has a booth table of its own that says it.
        """

    @abstractmethod
    def tell_of_gift(self, who: str) -> None:
        """Tell a player in private that they have found a gift in the minigame; which one it is they learn when the
        minigame is over. Abstract: each game has a booth table of its own that does it; the gift itself is given by the
        caller of the minigame.
        """

    def format_converted_money(self, amount: int) -> str:
        """Format an amount in pounds from the minigame's rules, converted into the money of the game in which it is
        played, with its sign.
        """
        return self.currency.format_amount(amount)

    def is_present(self, who: str) -> bool:
        """Return whether a player can be asked at this table, which the minigame's players, and nobody else, can as
        long as it is open.
        """
        return who in self.players

    def draw_pictures(self, drawing: Drawing) -> Sequence[Picture]:
        """Return the pictures that the function `drawing` makes, with their amounts converted from the minigame's
        pounds into the game's money. Nothing is shown.
        """
        pictures: Sequence[Picture] = self._convert_amounts(drawing())
        return pictures

    # -- all that leaves a booth is in the money of the game; what was said before its tape was played back is out

    def _say_to(self, what: Event | str, facts: dict[str, Any], to: str) -> None:
        """Announce an event, or a sentence with these facts, to a seat, PUBLIC or LOG, with its amounts in the game's
        money; announce nothing while the minigame's recorded inputs are replayed.
        """
        if self.game.catching_up is None:
            if self.currency != POUNDS:
                line = build_told(what, facts)
                what, facts = line.what, self.currency.convert_facts(line.text, line.facts)
            super()._say_to(what, facts, to)

    def put_question(self, asked: Question, options: OptionSource | Callable[[], OptionSource]) -> Question:
        """Give a new question its id, and convert its options and facts into the game's money (while recorded inputs
        are replayed, they stay as they are).
        """
        priced = options if self.currency == POUNDS else partial(self._convert_option_amounts, options)
        if self.game.catching_up is None:
            asked.facts = self._convert_fact_amounts(asked.text, asked.facts)
        return super().put_question(asked, priced)

    def _convert_option_amounts(self, options: OptionSource | Callable[[], OptionSource]) -> OptionSource:
        """Return the options, which a function may compute, with their amounts in the game's money; unchanged during a
        replay of recorded inputs.
        """
        plain = options() if callable(options) else options
        if self.game.catching_up is not None:  # they are only compared with what was answered
            return plain
        told: OptionSource = self._convert_amounts(plain)
        return told

    def finish_replay(self) -> None:
        """Convert the facts of open questions into the game's money; called after the minigame's recorded inputs were
        replayed, because that is left out meanwhile.
        """
        for question in self.wait.questions:
            question.facts = self._convert_fact_amounts(question.text, question.facts)

    def _convert_amounts(self, thing: Any) -> Any:
        """Return a picture, option or the like with the amounts that its phrases write as money converted from the
        minigame's pounds into the game's money; unchanged if that is the same.
        """
        return thing if self.currency == POUNDS else self.currency.convert_phrases(thing)

    def _convert_fact_amounts(self, text: str, facts: dict[str, Any]) -> dict[str, Any]:
        """Return the facts of the sentence `text`, those that it writes as money converted from the minigame's pounds
        into the game's money; unchanged if that is the same.
        """
        return facts if self.currency == POUNDS else self.currency.convert_facts(text, facts)


def defer_rendering(draw: Callable[P, Pictures]) -> Callable[Concatenate[BoothTable, P], None]:
    """Decorate a function that draws the state of a minigame: it is then called with the table first, and returns
    nothing, but its pictures are shown at that table. They are drawn only when somebody looks. Lists and dicts given
    by position are copied at the call, but not what lies in them, nor arguments given by name: the caller must not
    change those afterwards.
    """

    def show_when_read(t: BoothTable, /, *args: P.args, **named: P.kwargs) -> None:
        """Make the table show the pictures that `draw` makes of these arguments, as they are now, from the next look
        on.
        """
        t.drawing = freeze_arguments(draw, *args, **named)

    return show_when_read


def freeze_arguments(draw: Callable[..., Pictures], *args: Any, **named: Any) -> Drawing:
    """Return a drawing function bound to its arguments as they are now: lists and dicts are copied, because a minigame
    changes them later, but not what lies in them, nor arguments given by name.
    """
    return partial(draw, *[arg.copy() if type(arg) in CHANGING else arg for arg in args], **named)


CHANGING = {list, dict}


def format_cash_phrase(amount: int) -> Phrase:
    """Build a phrase that writes an amount of the minigame's own pounds in full, as £1,250,000; tables convert it into
    the money of their game.
    """
    return phrase("{amount:£}", amount=amount)


@lru_cache(maxsize=1024)
def format_short_cash(amount: int) -> Phrase:
    """Build a phrase that writes an amount of the minigame's own pounds in short: £950k, £1.25M, £40M; tables convert
    it into the money of their game. Cached, so that the same phrase is returned again.
    """
    return phrase("{amount:£k}", amount=amount)


@lru_cache(maxsize=256)
def build_shut_cell(n: int) -> Cell:
    """Build the picture of a closed square, which shows its number and is chosen by it."""
    return Cell(str(n), SHUT_CELL, value=n)


@lru_cache(maxsize=256)
def build_cash_cell(amount: int) -> Cell:
    """Build the picture of an opened square that held money."""
    return Cell(format_short_cash(amount), "cash")


def build_square_grid(
    name: str, found: Sequence[Cell | None], columns: int, *, title: Words = "", notes: Sequence[Words] = ()
) -> Grid:
    """Build a picture of numbered squares in rows of so many columns: the given cell for each opened one, a closed
    square with its number where `found` has None.
    """
    cells = [cell or build_shut_cell(n) for n, cell in enumerate(found, 1)]
    return Grid(id=name, columns=columns, cells=cells, title=title, notes=list(notes))


def build_numbered_options(numbers: Iterable[int], **ways: Words) -> dict[int | str, Words]:
    """Build the options, as a mapping from values to labels, for choosing closed squares by number, in that order, then
    other choices (`ways`, by value) with their labels.
    """
    options: dict[int | str, Words] = {n: str(n) for n in numbers}
    options.update(ways)
    return options
