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

RECAP_HOUR = 8  # of their morning
NOW = "Now: {who}, {time} left."


def compute_recap_time(session: Session, now: float) -> float:
    """Return when the morning recap is due, 0 if there is none: the one already planned, or the next morning."""
    voice = ruleset(session.ruleset).voice
    told = session.voice != speaking.NO_VOICE_MEMORY and voice is not None and voice.recaps
    if not told or session.pace < clocks.HOUR or session.stage != RUNNING:
        return 0.0
    return session.recap or compute_next_morning(now, _find_recap_habits(session))


def compute_next_morning(now: float, habits: ReachableHours) -> float:
    """Return the next eight o'clock in somebody's time zone."""
    zone = ZoneInfo(habits.zone)
    here = datetime.fromtimestamp(now, zone)
    day = here.date() + timedelta(days=1 if here.time() >= time(RECAP_HOUR) else 0)
    return datetime.combine(day, time(RECAP_HOUR), zone).timestamp()


def _find_recap_habits(session: Session) -> ReachableHours:
    players = [player for player in session.players if player.person and not player.bot]
    own = [player.habits for player in players if player.person == session.by]
    return next(iter([*own, *(player.habits for player in players)]), ReachableHours())


def give_recap(tx: Transaction) -> bool:
    """Give the recap if it is due; return whether it was."""
    session, rules = tx.session, tx.rules
    if not 0 < session.recap <= tx.now or rules.voice is None:
        return False
    session.recap = 0.0
    voice: Voice[Any] = rules.voice
    memory = msgspec.json.decode(session.voice, type=voice.memory)
    lines = voice.build_recap(memory)
    session.voice = msgspec.Raw(msgspec.json.encode(memory))
    tx.told += [*lines[:-1], *_list_recap_questions(session, tx.now), *lines[-1:]] if lines else []
    tx.board = False
    tx.log("recap", LOG)
    return True


def _list_recap_questions(session: Session, now: float) -> list[Told]:
    """Return a line about who is openly asked something just now and how long they have, or no line."""
    bots = {player.seat for player in session.players if player.bot}
    open_ = [clock for clock in session.clocks.values() if not clock.secret and clock.who not in bots]
    if not open_:
        return []
    left = min(clock.due for clock in open_) - now
    return [Told(NOW, {"who": sorted({clock.who for clock in open_}), "time": clocks.format_duration(max(60.0, left))})]
