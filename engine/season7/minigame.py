"""The table of a minigame as this season lays it: who plays, and what may be hidden behind a door."""

from __future__ import annotations

from collections.abc import Sequence

from engine.minigames.stage import BoothTable
from engine.season7.state import Booth, Season


class MinigameTable(BoothTable):
    """One of the season's booths. `t.booth` is its data."""

    state: Season

    @property
    def booth(self) -> Booth:
        """The minigame in play."""
        return self.state.booths[self.id]

    @property
    def players(self) -> Sequence[str]:
        """Whoever has won it, and against whom they play."""
        booth = self.state.booths.get(self.id)
        return booth.players if booth is not None else ()

    def gifts(self) -> Sequence[str]:
        """The hidden squares of this season, fixed when it began."""
        return self.state.options.hidden()

    def find_gift(self, who: str) -> None:
        """A hidden square comes with a house."""
        self.whisper(who, "And there is a hidden square behind it!")
