"""The morning recap: what has happened since the last one, in five lines, at the hour of whoever opened the game.

Only where the host has a voice, the pace is one of days, and something was done since.
"""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import msgspec

from engine.kernel import LOG, Told
from engine.kernel.voice import Voice
from engine.rulesets import ruleset
from host.core import speaking
from host.core.deadlines import clocks
from host.core.session import RUNNING, ReachableHours, Session

if TYPE_CHECKING:
    from host.core.transaction import Transaction

HOUR = 8  # of their morning
NOW = "Now: {who}, {time} left."


def wound(session: Session, now: float) -> float:
    """When there is to be a recap of what is done now: with the next morning, if none is to come already."""
    voice = ruleset(session.ruleset).voice
    told = session.voice != speaking.SILENT and voice is not None and voice.recaps
    if not told or session.pace < clocks.HOUR or session.stage != RUNNING:
        return 0.0
    return session.recap or next_morning(now, _habits(session))


def next_morning(now: float, habits: ReachableHours) -> float:
    """The next eight o'clock of somebody's day."""
    zone = ZoneInfo(habits.zone)
    here = datetime.fromtimestamp(now, zone)
    day = here.date() + timedelta(days=1 if here.time() >= time(HOUR) else 0)
    return datetime.combine(day, time(HOUR), zone).timestamp()


def _habits(session: Session) -> ReachableHours:
    players = [player for player in session.players if player.person and not player.bot]
    own = [player.habits for player in players if player.person == session.by]
    return next(iter([*own, *(player.habits for player in players)]), ReachableHours())


def given(tx: Transaction) -> bool:
    """Give the recap that is due, if there is one."""
    session, rules = tx.session, tx.rules
    if not 0 < session.recap <= tx.now or rules.voice is None:
        return False
    session.recap = 0.0
    voice: Voice[Any] = rules.voice
    memory = msgspec.json.decode(session.voice, type=voice.memory)
    lines = voice.recap(memory)
    session.voice = msgspec.Raw(msgspec.json.encode(memory))
    tx.told += [*lines[:-1], *_asked(session, tx.now), *lines[-1:]] if lines else []
    tx.board = False
    tx.log("recap", LOG)
    return True


def _asked(session: Session, now: float) -> list[Told]:
    """Who is openly asked just now, and how long they have."""
    bots = {player.seat for player in session.players if player.bot}
    open_ = [clock for clock in session.clocks.values() if not clock.secret and clock.who not in bots]
    if not open_:
        return []
    left = min(clock.due for clock in open_) - now
    return [Told(NOW, {"who": sorted({clock.who for clock in open_}), "time": clocks.spoken(max(60.0, left))})]
