"""The stage on which a minigame is played: what its script sees, and what it may pay."""

from __future__ import annotations

from typing import NamedTuple

from engine.kernel.game import Game
from engine.kernel.table import Table
from engine.kernel.text import Words
from engine.season7.state import Booth, Season


class Boost(NamedTuple):
    """A prize paid in points of booster."""

    points: int


class Haul(NamedTuple):
    """A prize of pounds, and hidden squares with it."""

    pounds: int
    hidden: list[str]


Prize = int | Boost | Haul | dict[str, int]  # pounds before boosting; in other kind; or pounds for each of two players


class BoothTable(Table[Season]):
    """The table of a minigame. Its script may ask, draw, tell and show, but reads and changes nothing of the season."""

    def __init__(self, game: Game[Season], name: str) -> None:
        super().__init__(game, name)
        self.picture: list[Words] = []  # the state of play in plain text, as everybody may see it

    @property
    def booth(self) -> Booth:
        """The minigame in play."""
        return self.state.booths[self.id]

    def present(self, who: str) -> bool:
        """Its players can be asked as long as it is open."""
        booth = self.state.booths.get(self.id)
        return booth is not None and who in booth.players

    def show(self, *lines: Words) -> None:
        """Draw the state of play: lines of plain text, 30 columns at most."""
        self.picture = list(lines)
