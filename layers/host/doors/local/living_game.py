"""The game that is always on at `make play`: four computer players, for whoever looks in.

It rests while nobody looks and only computers play, or a host left running for years would fill its disk with games
that nobody saw. When it is over and somebody comes to look, there is a new one, of the next kind that there is.
"""

from __future__ import annotations

import time
from itertools import cycle

from engine.rulesets import RULESETS
from host.core import games, ticking
from host.core.commands import Command
from host.core.context import HostContext
from host.core.session import RUNNING, Session
from host.people import accounts

HOUSE = "house"  # the person who opens the games of this host
SEATS = 4
PACE = "evening"
ALONE = 120.0  # seconds without anybody looking


class Show:
    """The living game of this host."""

    def __init__(self, house: HostContext) -> None:
        self.house = house
        self._looked = time.monotonic()
        self._next = cycle(RULESETS.values())

    def seen(self, path: str) -> None:
        """Somebody looks at a page."""
        if path == "/" or path.startswith("/g/"):
            self._looked = time.monotonic()

    def game(self) -> str:
        """The game that is on, or a new one."""
        running = self._running()
        return running[0].id if running else self._open()

    def mind(self) -> None:
        """Let the show rest while nobody looks, and go on when somebody does."""
        command, watched = Command(by=HOUSE), time.monotonic() - self._looked < ALONE
        running = self._running()
        if not running and watched:
            self._open()
        for session in running:
            if session.paused and watched:
                ticking.resume(self.house, command, session.id)
            elif not session.paused and not watched and all(player.bot for player in session.players):
                ticking.pause(self.house, command, session.id)

    def _running(self) -> list[Session]:
        found = accounts.open_games(self.house, f"person:{HOUSE}")
        return [session for session in found if session.stage == RUNNING]

    def _open(self) -> str:
        command = Command(by=HOUSE)
        rules = next(self._next)
        game = games.create(self.house, command, rules.name, {}, PACE, open_seats=True).game
        for _ in range(min(SEATS, rules.seats[-1])):
            games.add_bot(self.house, command, game)
        games.begin(self.house, command, game)
        return game
