"""What is left when a host has stopped: every game loads, goes on by its clocks, ends, and can be checked."""

from collections.abc import Iterator
from pathlib import Path

from host.archive import history
from host.archive.history import iter_whole_log
from host.core import seats
from host.core.context import Config, HostContext
from host.core.deadlines import clocks, ticking
from host.core.session import LOBBY, OVER, RUNNING, Command, Session
from host.core.store import Store
from host.core.store.sqlite import SqliteTable
from host.doors.local.settings import find_store_file
from host.shown import views

ROUNDING = 1.0


class Left:
    """A folder that a host has left, and a clock that is put forward by hand."""

    def __init__(self, home: Path) -> None:
        self.table = SqliteTable(find_store_file(home))
        self.host = HostContext(Store(self.table), Config(steps=1), lambda: self.now)
        self.now = 0.0

    def sessions(self) -> list[Session]:
        """All games."""
        return list(self.host.store.iter_sessions())

    def session(self, game: str) -> Session:
        """One game."""
        return views.load_saved_game(self.host, game).session

    def kinds(self) -> set[str]:
        """Everything that was done in any game."""
        return {entry.kind for session in self.sessions() for entry in iter_whole_log(self.host, session.id)}

    def deadlines_moved(self) -> Iterator[str]:
        """Whoever is asked something has no more time for it than it said."""
        for session in self.sessions():
            given = {entry.kind for entry in iter_whole_log(self.host, session.id)} & {"extend", "outage", "resume"}
            for key, clock in session.clocks.items():
                if not given and clock.first and clock.due > clock.first + clock.allowed + ROUNDING:
                    yield f"{session.id} {key}: {clock}"

    def not_theirs(self, game: str) -> list[str]:
        """What was done in the name of whoever opened this game and has done nothing but sit down."""
        session = self.session(game)
        (seat,) = [player.seat for player in session.players if player.person == session.by]
        log = iter_whole_log(self.host, game)
        return [entry.kind for entry in log if entry.by == seat and entry.kind not in ("join", "lapse")]

    def finished(self, session: Session, steps: int) -> str:
        """Let its clocks go on for so many steps, and close it if it is not over then; what is wrong?"""
        game, host = session.id, Command(by=session.by)
        self.now = max([self.now, session.made, *(clock.asked for clock in session.clocks.values())])
        if session.paused and session.stage == RUNNING:  # who plays on while the clocks are stopped may end it
            self.now = max(self.now, session.paused)
            assert ticking.resume_session_clocks(self.host, host, game).ok
        for _ in range(steps):
            session = self.session(game)
            if session.stage not in (LOBBY, RUNNING):
                break
            before, due = session.entries, clocks.compute_session_due(self.host, session)
            self.now = max(self.now, due)
            if not due or (not ticking.run_due_steps(self.host, game) and self.session(game).entries == before):
                return f"{game} is stuck: {due} {self.session(game).clocks}"
        if self.session(game).stage in (LOBBY, RUNNING) and not seats.close_table(self.host, host, game).ok:
            return f"{game} cannot be closed"
        session = self.session(game)
        if (
            session.stage == OVER
            and session.ruleset in FAIR
            and (faults := history.verify_transcript(history.export_transcript(self.host, game)).faults)
        ):
            return f"{game} is not fair: {faults[:3]}"
        log = iter_whole_log(self.host, game)
        return "" if [entry.n for entry in log] == list(range(session.entries)) else f"the log of {game} has holes"

    def close(self) -> None:
        """Let go of the file."""
        self.table.close()


FAIR = ("season7", "deluxe", "billionaire", "ladder")
