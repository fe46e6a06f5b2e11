"""A game that plays by itself with pauses, to look at and to record. Nothing of it is kept."""

from __future__ import annotations

from host.core.context import Config, HostContext
from host.core.store.memory import MemoryTable
from host.core.store.store import Store
from host.doors.terminal.console import Console
from host.doors.terminal.opening import WantedGame, opened
from host.doors.terminal.playing import KeyboardTable

EVERY = 6  # moves between two looks at the whole table


def stage() -> HostContext:
    """A host of its own, whose computers need no time to think."""
    return HostContext(Store(MemoryTable()), Config(bot_pause=0.0))


def play(wish: WantedGame, console: Console) -> None:
    """Computers play one whole game."""
    host = stage()
    DemoKeyboard(host, opened(host, wish, "Demo"), [], console).run()


class DemoKeyboard(KeyboardTable):
    """A table at which nobody sits: after some moves the whole of it is drawn."""

    def computers(self) -> None:
        """Computers move to the end."""
        self.draw(self.look())
        moves = 0
        while self._computer():
            self.news()
            moves += 1
            if not moves % EVERY:
                self.draw(self.look())
            self.console.wait()
        self.news()
