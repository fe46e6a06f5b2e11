"""The table of a minigame as the Deluxe edition lays it: in what money, and what may be hidden as a gift."""

from __future__ import annotations

from collections.abc import Sequence

from engine.deluxe import events
from engine.deluxe.state import Booth, Race
from engine.deluxe.tables import ITEM, ITEMS
from engine.kernel.game import Game
from engine.minigames.currency import Currency
from engine.race.booth import RaceBoothTable


class MinigameTable(RaceBoothTable[Booth]):
    """One of the game's booths."""

    state: Race

    def __init__(self, game: Game[Race], name: str) -> None:
        super().__init__(game, name)
        self.currency = Currency("$", self.booth.times, self.booth.of)

    def gifts(self) -> Sequence[str]:
        """The items of this game; none in a race without items."""
        options = self.state.options
        return [] if ITEM in options.without else options.inside(ITEMS)

    def find_gift(self, who: str) -> None:
        """An item comes with a house."""
        self.whisper(who, events.ItemBehind())
