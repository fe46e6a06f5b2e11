"""Tells people how to spare the others a wait: all of them when a slow game begins, and whoever was slow once more."""

from __future__ import annotations

from host.core import events
from host.core.deadlines.clocks import DAY, HOUR
from host.core.session import Clock
from host.core.transaction import Transaction

SLOW_PACE = HOUR  # below this everybody is there anyway


def announced(tx: Transaction) -> None:
    """Everybody is shown how it is done, and what there is to do for those who only watch."""
    if tx.session.pace < SLOW_PACE:
        return
    if tx.rules.planning:
        tx.say("{how}", how=tx.rules.planning)
    if tx.rules.forecasts(tx.game):
        tx.say(events.PredictionsOpened())


def proposed(tx: Transaction, seat: str, clock: Clock | None) -> None:
    """Whoever has answered only after a reminder is told how, if they could do so now; once a day, or a turn."""
    if clock is None or not clock.rung or tx.session.pace < SLOW_PACE:
        return
    last = tx.session.proposed.get(seat)
    if (last is None or tx.now - last >= max(DAY, tx.session.pace)) and tx.rules.plans(tx.game, seat):
        tx.session.proposed[seat] = tx.now
        tx.whisper(seat, events.OthersWaited(tx.rules.planning))
