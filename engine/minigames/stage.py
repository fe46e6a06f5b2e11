"""The stage on which a minigame is played: what its script sees, and what it may pay."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.kernel.table import Table
from engine.kernel.text import Words, phrase


class Boost(NamedTuple):
    """A prize paid in points of booster."""

    points: int


class Haul(NamedTuple):
    """A prize of cash, and gifts with it."""

    cash: int
    gifts: list[str]


Prize = int | Boost | Haul | dict[str, int]  # cash as the minigame counts it; in other kind; or cash for each of two


class BoothTable(Table[Any], ABC):
    """The table of a minigame. Its script may ask, draw, tell and show, but reads and changes nothing of the game.

    Each game has a table of its own made of this: it says who plays, and what a minigame may hide as a gift.
    """

    gift: Words = phrase("a gift")  # what a gift is called when it is found

    @property
    @abstractmethod
    def players(self) -> Sequence[str]:
        """Who plays the minigame, its finder first; nobody when it is over."""

    @abstractmethod
    def gifts(self) -> Sequence[str]:
        """All that the game lets a minigame give besides cash; the same from the minigame's beginning to its end."""

    def present(self, who: str) -> bool:
        """Its players can be asked as long as it is open."""
        return who in self.players
