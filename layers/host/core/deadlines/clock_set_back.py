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
from host.core.committing import act
from host.core.context import HostContext
from host.core.deadlines import clocks
from host.core.session import LOBBY, RUNNING, Clock, Player
from host.core.transaction import NothingToChange, Transaction

log = logging.getLogger(__name__)


def noticed(host: HostContext) -> bool:
    """Is there a sign of life that is yet to come? Then everything goes back by as much."""
    now, last = host.now(), host.store.last_beat()
    if last - now <= host.config.outage:
        return False
    log.error("the clock of this machine was set back by %d seconds; all clocks of games go back with it", last - now)
    for session in host.store.sessions():
        if session.stage in (LOBBY, RUNNING) and not session.moved:
            _one_back(host, session.id, last, now - last)
    host.store.go_back(last, now)
    return True


def _one_back(host: HostContext, game_id: str, last: float, by: float) -> None:
    def back(tx: Transaction) -> None:
        if tx.session.set_back == last:
            raise NothingToChange
        tx.session.set_back = last
        _all_moments(tx, by)
        tx.log("set back", LOG, value=-by)
        tx.say(events.ClockSetBack(clocks.spoken(-by)))

    try:
        with suppress(NothingToChange, Illegal):
            act(host, Command(), game_id, back)
    except (LookupError, TypeError, ValueError):
        log.exception("a game could not be put back")


def _all_moments(tx: Transaction, by: float) -> None:
    session = tx.session
    session.made += by
    for name in ("paused", "warned", "opening", "held", "credited"):
        if moment := getattr(session, name):
            setattr(session, name, moment + by)
    for book in session.books():
        for key, clock in book.items():
            book[key] = _put_back(clock, by, session.seat(clock.who) or Player(clock.who))


def _put_back(clock: Clock, by: float, player: Player) -> Clock:
    if player.bot:
        return replace(clock, asked=clock.asked + by, due=clock.due + by, first=clock.first + by)
    return replace(clocks.moved(clock, by, player.habits), first=clock.first + by)
