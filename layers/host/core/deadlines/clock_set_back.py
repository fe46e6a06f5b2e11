"""The machine's clock has been set back: all moments that are kept go back along with it, so that nobody loses time.

What is kept of moments was written by the clock as it was. It is noticed by a sign of life that lies ahead. One game
after the other is put right, and the sign of life last: broken off anywhere, the same is noticed again.
"""

from __future__ import annotations

import logging
from contextlib import suppress

from msgspec.structs import replace

from engine.kernel import LOG, Illegal
from host.core import events
from host.core.commands import Command
from host.core.committing import run_transaction
from host.core.context import HostContext
from host.core.deadlines import clocks
from host.core.session import LOBBY, RUNNING, Clock, SeatedPlayer
from host.core.transaction import NothingToChange, Transaction

log = logging.getLogger(__name__)


def correct_clock_set_back(host: HostContext) -> bool:
    """Return whether the last heartbeat lies in the future by more than an outage; if so, the machine's clock was set
    back, and all stored moments are shifted back with it.
    """
    now, last = host.now(), host.store.load_last_beat()
    if last - now <= host.config.outage:
        return False
    log.error("the clock of this machine was set back by %d seconds; all clocks of games go back with it", last - now)
    for session in host.store.iter_sessions():
        if session.stage in (LOBBY, RUNNING) and not session.moved:
            _shift_game_back(host, session.id, last, now - last)
    host.store.shift_moments_back(last, now)
    return True


def _shift_game_back(host: HostContext, game_id: str, last: float, by: float) -> None:
    def shift_back(tx: Transaction) -> None:
        if tx.session.set_back == last:
            raise NothingToChange
        tx.session.set_back = last
        _shift_session_moments(tx, by)
        tx.log("set back", LOG, value=-by)
        tx.say(events.ClockSetBack(clocks.format_duration(-by)))

    try:
        with suppress(NothingToChange, Illegal):
            run_transaction(host, Command(), game_id, shift_back)
    except (LookupError, TypeError, ValueError):
        log.exception("a game could not be put back")


def _shift_session_moments(tx: Transaction, by: float) -> None:
    session = tx.session
    session.made += by
    for name in ("paused", "warned", "opening", "held", "credited"):
        if moment := getattr(session, name):
            setattr(session, name, moment + by)
    for book in session.iter_clock_books():
        for key, clock in book.items():
            book[key] = _shift_clock_back(clock, by, session.find_player_in(clock.who) or SeatedPlayer(clock.who))


def _shift_clock_back(clock: Clock, by: float, player: SeatedPlayer) -> Clock:
    if player.bot:
        return replace(clock, asked=clock.asked + by, due=clock.due + by, first=clock.first + by)
    return replace(clocks.shift_clock(clock, by, player.habits), first=clock.first + by)
