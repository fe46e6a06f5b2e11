"""The table of a minigame as the Deluxe edition lays it: who plays, in what money, and what may be hidden as a gift."""

from __future__ import annotations

from collections.abc import Sequence

from engine.deluxe.state import Booth, Race
from engine.deluxe.tables import ITEM, ITEMS
from engine.kernel.game import Game
from engine.minigames.currency import Currency
from engine.minigames.stage import BoothTable


class MinigameTable(BoothTable):
    """One of the game's booths. `t.booth` is its data."""

    state: Race

    def __init__(self, game: Game[Race], name: str) -> None:
        super().__init__(game, name)
        self.currency = Currency("$", self.booth.times, self.booth.of)

    @property
    def booth(self) -> Booth:
        """The minigame in play."""
        return self.state.booths[self.id]

    @property
    def players(self) -> Sequence[str]:
        """Whoever has found it, and against whom they play."""
        booth = self.state.booths.get(self.id)
        return booth.players if booth is not None else ()

    def gifts(self) -> Sequence[str]:
        """The items of this game; none in a race without items."""
        options = self.state.options
        return [] if ITEM in options.without else options.inside(ITEMS)

    def find_gift(self, who: str) -> None:
        """An item comes with a house."""
        self.whisper(who, "And there is an item behind it!")
