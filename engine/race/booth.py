"""A booth of a Race: where one minigame is played, apart from everything else, until it pays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from engine.kernel.table import Table
from engine.minigames.stage import Boost, BoothTable, Haul, Prize
from engine.race import events


class RaceBooth(Protocol):
    """One minigame in play."""

    game: str
    players: list[str]  # its finder first


B = TypeVar("B", bound=RaceBooth)
B_co = TypeVar("B_co", bound=RaceBooth, covariant=True)


class WithBooths(Protocol[B_co]):
    """A state that keeps the minigames in play."""

    @property
    def booths(self) -> Mapping[str, B_co]:
        """By the names of their tables."""


class RaceBoothTable(BoothTable, Generic[B]):
    """The table of a booth. `t.booth` is its data."""

    state: WithBooths[B]

    @property
    def booth(self) -> B:
        """The minigame in play."""
        return self.state.booths[self.id]

    @property
    def players(self) -> Sequence[str]:
        """Whoever has found it, and against whom they play."""
        booth = self.state.booths.get(self.id)
        return booth.players if booth is not None else ()


T = TypeVar("T", bound=Table[Any])


class Paying(NamedTuple, Generic[T, B]):
    """How a game pays what a minigame may bring: cash to one of its players, points of booster, gifts to its finder."""

    cash: Callable[[T, B, str, int], None]
    points: Callable[[T, str, int], None]
    gift: Callable[[T, str, str], None]


def pay_out(place: T, booth: B, prize: Prize | None, paying: Paying[T, B]) -> None:
    """Whatever was won is paid, at the table of the round in which the minigame was found."""
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
