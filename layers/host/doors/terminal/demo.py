"""A game that plays by itself with pauses, to look at and to record. Nothing of it is kept."""

from __future__ import annotations

from host.core.context import Config, HostContext
from host.core.store.memory import MemoryTable
from host.core.store.store import Store
from host.doors.terminal.console import Console
from host.doors.terminal.opening import WantedGame, open_keyboard_game
from host.doors.terminal.playing import KeyboardTable

DEMO_MOVES_A_DRAWING = 6  # moves between two looks at the whole table


def make_demo_host() -> HostContext:
    """Make a host in memory whose computers need no time to think."""
    return HostContext(Store(MemoryTable()), Config(bot_pause=0.0))


def play_terminal_demo(wish: WantedGame, console: Console) -> None:
    """Let computers play one whole game."""
    host = make_demo_host()
    DemoKeyboard(host, open_keyboard_game(host, wish, "Demo"), [], console).run()


class DemoKeyboard(KeyboardTable):
    """A table at which nobody sits: after some moves it is drawn as a whole."""

    def move_computers(self) -> None:
        """Let computers play to the end."""
        self.draw_table(self.view_game())
        moves = 0
        while self._move_one_computer():
            self.print_news()
            moves += 1
            if not moves % DEMO_MOVES_A_DRAWING:
                self.draw_table(self.view_game())
            self.console.wait()
        self.print_news()
