"""Tells people how to spare the others a wait: all of them when a slow game begins, and whoever was slow once more."""

from __future__ import annotations

from host.core import events
from host.core.deadlines.clocks import DAY, HOUR
from host.core.session import Clock
from host.core.transaction import Transaction

SLOW_PACE = HOUR  # below this everybody is there anyway


def announce_planning(tx: Transaction) -> None:
    """Tell everybody in a slow game how to plan answers ahead, and watchers that they can predict."""
    if tx.session.pace < SLOW_PACE:
        return
    if tx.rules.planning:
        tx.say("{how}", how=tx.rules.planning)
    if tx.rules.list_forecasts(tx.game):
        tx.say(events.PredictionsOpened())


def propose_planning(tx: Transaction, seat: str, clock: Clock | None) -> None:
    """Tell a player who answered only after a reminder how to plan ahead, if they could do so now; at most once a
    day, or once a turn.
    """
    if clock is None or not clock.rung or tx.session.pace < SLOW_PACE:
        return
    last = tx.session.proposed.get(seat)
    if (last is None or tx.now - last >= max(DAY, tx.session.pace)) and tx.rules.can_plan_ahead(tx.game, seat):
        tx.session.proposed[seat] = tx.now
        tx.whisper(seat, events.OthersWaited(tx.rules.planning))
