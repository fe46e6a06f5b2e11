"""The table of a minigame as this season lays it: what may be hidden behind a door."""

from __future__ import annotations

from collections.abc import Sequence

from engine.race.booth import RaceBoothTable
from engine.season7 import events
from engine.season7.state import Booth, Season


class MinigameTable(RaceBoothTable[Booth]):
    """One of the season's booths."""

    state: Season

    def gifts(self) -> Sequence[str]:
        """The hidden squares of this season, fixed when it began."""
        return self.state.options.hidden()

    def find_gift(self, who: str) -> None:
        """A hidden square comes with a house."""
        self.whisper(who, events.HiddenBehind())
