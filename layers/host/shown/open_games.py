"""Open games as an operator may see them: whom each waits for and since when; of sealed answers only how many."""

from __future__ import annotations

from engine.kernel import Reader
from host.core.context import HostContext
from host.core.session import CLOSED, LOBBY, OVER, Session


def list_open_games(host: HostContext) -> list[Session]:
    """Return the games that are neither over nor closed, oldest first. It reads the whole store."""
    found = (game for game in host.store.iter_sessions() if game.stage not in (OVER, CLOSED))
    return sorted(found, key=lambda game: game.made)


def format_game_state(game: Session) -> str:
    """Return the state of a game in one word: its stage, or why it stands still."""
    standing = (("removed", game.removed), ("broken", game.broken), ("paused", game.paused), ("held", game.held))
    return next((word for word, holds in standing if holds), game.stage)


def format_game_wait(game: Session, now: float) -> str:
    """Format for the operator whom a game waits for, the longest first; of secret questions only the number."""
    reader = Reader(game.map_names_by_seat())
    clocks = sorted(game.clocks.values(), key=lambda clock: clock.asked)
    names = dict.fromkeys(reader.format_value(clock.who) for clock in clocks if not clock.secret)
    sealed = sum(clock.secret for clock in clocks)
    if game.stage == LOBBY:
        return f"{len(game.players)} seated, open for {format_hours(now - game.made)}"
    since = f", for {format_hours(now - clocks[0].asked)}" if clocks else ""
    awaited = [", ".join(names)] if names else []
    awaited += [f"{sealed} sealed answer{'' if sealed == 1 else 's'}"] if sealed else []
    return f"waits for {' and '.join(awaited) or 'nobody'}{since}"


def format_hours(seconds: float) -> str:
    """Format a duration in hours."""
    return f"{seconds / 3600:.1f} h"
