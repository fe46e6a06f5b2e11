"""The table of a minigame as the Deluxe edition lays it: in what money, and what may be hidden as a gift."""

from __future__ import annotations

from collections.abc import Sequence

from engine.deluxe import events
from engine.deluxe.state import DeluxeBooth, DeluxeRace
from engine.deluxe.tables import ITEM, ITEMS
from engine.kernel.game import Game
from engine.minigames.currency import Currency
from engine.race.booth import RaceBoothTable


class DeluxeMinigameTable(RaceBoothTable[DeluxeBooth]):
    """Provide the table of one minigame, with its currency and its gifts."""

    state: DeluxeRace

    def __init__(self, game: Game[DeluxeRace], name: str) -> None:
        super().__init__(game, name)
        self.currency = Currency("$", self.booth.times, self.booth.of)

    def list_gifts(self) -> Sequence[str]:
        """Return the items that a minigame may hide as gifts; none in a race without items."""
        options = self.state.options
        return [] if ITEM in options.without else options.list_included(ITEMS)

    def find_gift(self, who: str) -> None:
        """Tell a player that an item was hidden as a gift."""
        self.whisper(who, events.ItemBehind())
