"""A booth of a Race: where one minigame is played, apart from everything else, until it pays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from engine.kernel.table import GameInPlay, Table
from engine.minigames.booth_table import Boost, BoothTable, Haul, Prize
from engine.race import events


class RaceBooth(Protocol):
    """A minigame in progress."""

    game: str
    players: list[str]  # its finder first


B = TypeVar("B", bound=RaceBooth)
B_co = TypeVar("B_co", bound=RaceBooth, covariant=True)


class WithBooths(Protocol[B_co]):
    """A state that keeps the minigames in progress."""

    @property
    def booths(self) -> Mapping[str, B_co]:
        """Return the minigames in progress, keyed by the names of their tables. Each game's state has this."""


class RaceBoothTable(BoothTable, Generic[B]):
    """The table of a minigame in progress; `t.booth` is its data."""

    state: WithBooths[B]

    def __init__(self, game: GameInPlay[Any], name: str) -> None:
        super().__init__(game, name)
        self.title = self.booth.game

    @property
    def booth(self) -> B:
        """Return the data of the minigame that is played at this table; raise KeyError once it is over."""
        return self.state.booths[self.id]

    @property
    def players(self) -> Sequence[str]:
        """Return the players of the minigame at this table, its finder first, then any opponents; nobody once it is
        over.
        """
        booth = self.state.booths.get(self.id)
        return booth.players if booth is not None else ()


T = TypeVar("T", bound=Table[Any])


class Paying(NamedTuple, Generic[T, B]):
    """The functions by which a game pays the prize of a minigame: cash to a player, booster points, gifts to the
    finder.
    """

    cash: Callable[[T, B, str, int], None]
    points: Callable[[T, str, int], None]
    gift: Callable[[T, str, str], None]


def pay_minigame_prize(place: T, booth: B, prize: Prize | None, paying: Paying[T, B]) -> None:
    """Pay what a finished minigame has won: a plain sum, or cash with gifts, or booster points to its finder, or each
    player named in a mapping their sum; None pays £0. The game's own functions `paying` do it and announce it, at the
    table `place` of the round in which the minigame was found.
    """
    who = booth.players[0]
    if isinstance(prize, Boost):
        with place.scene(events.MinigameOver(game=booth.game)):
            paying.points(place, who, prize.points)
    elif isinstance(prize, dict):
        for winner, amount in prize.items():
            paying.cash(place, booth, winner, amount)
    elif isinstance(prize, Haul):
        paying.cash(place, booth, who, prize.cash)
        for gift in prize.gifts:
            paying.gift(place, who, gift)
    else:
        paying.cash(place, booth, who, prize or 0)
