"""The table of a minigame as this season lays it: what may be hidden behind a door."""

from __future__ import annotations

from collections.abc import Sequence

from engine.race.booth import RaceBoothTable
from engine.season7 import events
from engine.season7.state import MinigameBooth, Season


class MinigameTable(RaceBoothTable[MinigameBooth]):
    """The table of one of the season's booths."""

    state: Season

    def list_gifts(self) -> Sequence[str]:
        """Return the hidden squares of this season, fixed when it began."""
        return self.state.options.list_hidden_squares()

    def find_gift(self, who: str) -> None:
        """Tell the player that a hidden square comes with a house."""
        self.whisper(who, events.HiddenBehind())
