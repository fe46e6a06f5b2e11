"""The game that is always on at `make play`: four computer players, for whoever looks in.

It rests while nobody looks and only computers play, or a host left running for years would fill its disk with games
that nobody saw. When it is over and somebody comes to look, there is a new one, of the next kind that there is; but not
at a host whose operator has said goodbye.
"""

from __future__ import annotations

import time
from itertools import cycle

from engine.rulesets import RULESETS
from host.core import games
from host.core.commands import Command
from host.core.context import HostContext
from host.core.deadlines import ticking
from host.core.session import RUNNING, Session
from host.people import accounts

OPENER = "house"  # the person who opens the games of this host
SEATS = 4
PACE = "evening"
ALONE = 120.0  # seconds without anybody looking
RESTS = "show-rests"  # the note that says which game we have paused, and when


class Show:
    """The living game of this host."""

    def __init__(self, host: HostContext) -> None:
        self.host = host
        self._looked = time.monotonic()
        self._next = cycle(RULESETS.values())

    def seen(self, path: str) -> None:
        """Somebody looks at a page."""
        if path == "/" or path.startswith("/g/"):
            self._looked = time.monotonic()

    def game(self) -> str:
        """The game that is on, or a new one; nothing, if the host closes for good."""
        if running := self._running():
            return running[0].id
        return "" if self.host.store.closing() else self._open()

    def mind(self) -> None:
        """Let the show rest while nobody looks, and go on when somebody does."""
        watched = time.monotonic() - self._looked < ALONE
        running = self._running()
        if not running and watched and not self.host.store.closing():
            self._open()
        for session in running:
            if session.paused and watched:
                ticking.resume(self.host, Command(by=OPENER), session.id)
            elif not session.paused and not watched and all(player.bot for player in session.players):
                self._rest(session.id)

    def _rest(self, game: str) -> None:
        """Pause it, and write down that nobody else has."""
        ticking.pause(self.host, Command(by=OPENER), game)
        found = self.host.store.game(game)
        if found is not None:
            self.host.store.write_down(RESTS, _mark(found.session))

    def _running(self) -> list[Session]:
        """The games of this host that are on, or rest; what an operator has paused or brought back is none of ours."""
        found = accounts.open_games(self.host, f"person:{OPENER}")
        rests = self.host.store.note(RESTS)
        return [
            session for session in found if session.stage == RUNNING and (not session.paused or _mark(session) == rests)
        ]

    def _open(self) -> str:
        command = Command(by=OPENER)
        rules = next(self._next)
        game = games.create(self.host, command, rules.name, {}, PACE, open_seats=True).game
        for _ in range(min(SEATS, rules.seats[-1])):
            games.add_bot(self.host, command, game)
        games.begin(self.host, command, game)
        return game


def _mark(session: Session) -> str:
    """A pause that is known again."""
    return f"{session.id} {session.paused}"
