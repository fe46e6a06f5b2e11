"""The game that is always on at `make play`: half an hour of Season 7, with three computers and an open chair.

It rests while nobody looks and only computers play, or a host left running for years would fill its disk with games
that nobody saw. When it is over and somebody comes to look, there is a new one; but not at a host whose operator has
said goodbye.
"""

from __future__ import annotations

import time

from engine.rulesets import RULESETS
from host.core import games
from host.core.context import HostContext
from host.core.deadlines import ticking
from host.core.deadlines.expected_lengths import TIME_BUDGETS
from host.core.session import RUNNING, Command, Session
from host.people import accounts

OPENER = "house"  # the person who opens the games of this host
SHOWN_LENGTH = "half-hour"  # of the first ruleset that has such a game
SHOW_SEATS = 4  # one of them is kept by a computer for the first who comes
UNWATCHED_SECONDS = 120.0  # seconds without anybody looking
RESTS = "show-rests"  # the note that says which game we have paused, and when


class LivingGame:
    """The demonstration game that is always on at this host."""

    def __init__(self, host: HostContext) -> None:
        self.host = host
        self._looked = time.monotonic()

    def note_page_view(self, path: str) -> None:
        """Note, if this path is that of the front page or of a game, that somebody looks at it now, so that the
        demonstration game goes on.
        """
        if path == "/" or path.startswith("/g/"):
            self._looked = time.monotonic()

    def find_or_open_game(self) -> str:
        """Return the id of the running demonstration game, or of a new one; an empty string if the host is closing for
        good.
        """
        if running := self._list_running():
            return running[0].id
        return "" if self.host.store.is_closing() else self._open_game()

    def pause_when_unwatched(self) -> None:
        """Pause the demonstration game while nobody looks; resume it or open a new one when somebody does."""
        watched = time.monotonic() - self._looked < UNWATCHED_SECONDS
        running = self._list_running()
        if not running and watched and not self.host.store.is_closing():
            self._open_game()
        for session in running:
            if session.paused and watched:
                ticking.resume_session_clocks(self.host, Command(by=OPENER), session.id)
            elif not session.paused and not watched and all(player.bot for player in session.players):
                self._pause_game(session.id)

    def _pause_game(self, game: str) -> None:
        """Pause the demonstration game, and note that this program has paused it."""
        ticking.pause_session_clocks(self.host, Command(by=OPENER), game)
        found = self.host.store.load_game(game)
        if found is not None:
            self.host.store.save_note(RESTS, _format_pause_mark(found.session))

    def _list_running(self) -> list[Session]:
        """List the running demonstration games, and those paused by this program; games paused or imported by an
        operator are left alone.
        """
        found = accounts.list_open_sessions(self.host, f"person:{OPENER}")
        rests = self.host.store.load_note(RESTS)
        return [
            session
            for session in found
            if session.stage == RUNNING and (not session.paused or _format_pause_mark(session) == rests)
        ]

    def _open_game(self) -> str:
        """Open and begin a demonstration game between computer players, and return its id."""
        command = Command(by=OPENER)
        rules = next(each for each in RULESETS.values() if SHOWN_LENGTH in each.timed)
        options, pace = rules.timed[SHOWN_LENGTH], TIME_BUDGETS[SHOWN_LENGTH].pace
        game = games.open_lobby(self.host, command, rules.name, dict(options), pace, open_seats=True).game
        for _ in range(SHOW_SEATS):
            games.add_bot(self.host, command, game)
        games.start_game(self.host, command, game)
        return game


def _format_pause_mark(session: Session) -> str:
    """Return a text of a game's id and the time of its pause, by which this program recognises that it was the one that
    paused the game.
    """
    return f"{session.id} {session.paused}"
