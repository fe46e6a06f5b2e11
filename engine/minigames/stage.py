"""The stage on which a minigame is played: what its script sees, and what it may pay."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Concatenate, NamedTuple, ParamSpec

from engine.kernel.event import Event
from engine.kernel.picture import Picture
from engine.kernel.question import Question
from engine.kernel.table import Options, Table
from engine.kernel.text import as_told
from engine.minigames.currency import POUNDS


class Boost(NamedTuple):
    """A prize paid in points of booster."""

    points: int


class Haul(NamedTuple):
    """A prize of cash, and gifts with it."""

    cash: int
    gifts: list[str]


P = ParamSpec("P")
Prize = int | Boost | Haul | dict[str, int]  # cash as the minigame counts it; in other kind; or cash for each of two


class BoothTable(Table[Any], ABC):
    """The table of a minigame. Its script may ask, draw, tell and show, but reads and changes nothing of the game.

    Each game has a table of its own made of this: it says who plays, in what money, and what may be hidden as a gift.
    """

    currency = POUNDS  # in which it is told; the same from the minigame's beginning to its end
    _drawn: tuple[Picture, ...] = ()  # in the minigame's own amounts
    undrawn: Callable[[], None] | None = None  # the last picture of a tape that is played back

    @property
    @abstractmethod
    def players(self) -> Sequence[str]:
        """Who plays the minigame, its finder first; nobody when it is over."""

    @abstractmethod
    def gifts(self) -> Sequence[str]:
        """All that the game lets a minigame give besides cash; the same from the minigame's beginning to its end."""

    @abstractmethod
    def find_gift(self, who: str) -> None:
        """Tell a player that there is a gift; what it is they learn when the minigame is over."""

    def money(self, amount: int) -> str:
        """An amount of the minigame's own rules, as the game writes it, where it stands among names."""
        return self.currency.money(amount)

    def present(self, who: str) -> bool:
        """Its players can be asked as long as it is open."""
        return who in self.players

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """The state of play, put into the game's money when somebody looks: most pictures nobody ever sees."""
        return tuple(self._priced(self._drawn))

    @pictures.setter
    def pictures(self, drawn: tuple[Picture, ...]) -> None:
        self._drawn, self.undrawn = drawn, None

    # -- all that leaves a booth is in the money of the game; what was said before its tape was played back is out

    def _say(self, what: Event | str, facts: dict[str, Any], to: str) -> None:
        if self.game.catching_up is None:
            line = as_told(what, facts)
            super()._say(line.what, self._priced_facts(line.text, line.facts), to)

    def _question(
        self,
        key: str,
        who: str,
        text: str,
        options: Options | Callable[[], Options],
        lapse: object,
        /,
        *,
        facts: dict[str, Any],
        **how: Any,
    ) -> Question:
        priced = options if self.currency == POUNDS else partial(self._priced_options, options)
        now = facts if self.game.catching_up is not None else self._priced_facts(text, facts)
        return super()._question(key, who, text, priced, lapse, facts=now, **how)

    def _priced_options(self, options: Options | Callable[[], Options]) -> Options:
        plain = options() if callable(options) else options
        if self.game.catching_up is not None:  # they are only compared with what was answered
            return plain
        told: Options = self._priced(plain)
        return told

    def caught_up(self) -> None:
        """Only what is still asked is put into the game's money, and only what is still to be seen is drawn."""
        if self.undrawn:
            self.undrawn()
        for question in self.wait.questions:
            question.facts = self._priced_facts(question.text, question.facts)

    def _priced(self, thing: Any) -> Any:
        return thing if self.currency == POUNDS else self.currency.told(thing)

    def _priced_facts(self, text: str, facts: dict[str, Any]) -> dict[str, Any]:
        return facts if self.currency == POUNDS else self.currency.facts(text, facts)


def drawing(draw: Callable[Concatenate[BoothTable, P], None]) -> Callable[Concatenate[BoothTable, P], None]:
    """What draws the state of play. Nobody sees it while a tape is played back: of all that only the last is drawn."""

    def show(t: BoothTable, /, *args: P.args, **named: P.kwargs) -> None:
        if t.game.catching_up is None:
            draw(t, *args, **named)
        else:
            t.undrawn = later(draw, t, *args, **named)

    return show


def later(draw: Callable[..., None], *args: Any, **named: Any) -> Callable[[], None]:
    """The same with what it is given now, though lists go on to change."""
    return partial(draw, *[arg.copy() if type(arg) in CHANGING else arg for arg in args], **named)


CHANGING = {list, dict}
