"""Deadlines: how long a question may wait. Pure: the moment comes in, a deadline goes out.

A question's patience and the game's pace give the seconds allowed, or its patience alone, such as 30s. Vacation stops
the clock; a deadline never falls into quiet hours; a pause, an outage and extra time move it. What a question says may
change, its clock does not.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import msgspec

from engine.kernel import Illegal, Phrase
from host.core.session import Clock, ReachableHours

Shift = Callable[[Clock], float]  # how many seconds a clock is to be put forward
MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
PACES = {"blitz": MINUTE, "evening": 10 * MINUTE, "daily": DAY, "slow": 3 * DAY}
LEAST = 20.0  # seconds in which anybody can read a question and answer it
MOST_ON_BENCH = 10 * MINUTE
PATIENCE = {
    "turn": 1.0,
    "quick": 0.5,
    "brief": 0.25,
    "long": 2.0,
}  # shares of the pace; a word not known here waits a turn
RUNGS = (0.5, 0.8, 0.95)  # the reminder ladder, as shares of the time a question has
SLOWEST = 30 * DAY
SPOKEN = {
    DAY: "{n} {n:day|days}",
    HOUR: "{n} {n:hour|hours}",
    MINUTE: "{n} {n:minute|minutes}",
    1.0: "{n} {n:second|seconds}",
}
UNITS = {"s": 1.0, "m": MINUTE, "h": HOUR, "d": DAY}
QUIET_MATTERS = HOUR  # at a faster pace everybody is there anyway
AFTER_QUIET = HOUR / 2  # time to wake up
REMINDS_OFTEN = 10 * MINUTE
SLACK = 0.1  # a reminder just sent for another game stands in for one that would be due this soon


def pace(word: object) -> float:
    """The seconds a turn may take: a named pace, or a duration such as 90s, 15m, 36h or 7d."""
    text = word.strip().lower() if isinstance(word, str) else ""
    if text in PACES:
        return PACES[text]
    seconds = duration(text)
    if seconds is None:
        raise Illegal("Name a pace: {paces}, or a time such as 90s, 15m, 36h or 7d.", paces=list(PACES))
    if not LEAST <= seconds <= SLOWEST:
        raise Illegal("A turn takes from twenty seconds to thirty days.")
    return seconds


def duration(text: str) -> float | None:
    """The seconds of a time such as 90s, 15m, 36h or 7d; nothing if it is none."""
    number, unit = text[:-1], UNITS.get(text[-1:])
    if unit is None or len(number) > 6 or not (number.isascii() and number.isdigit()):
        return None
    return int(number) * unit


def allowed(patience: str, turn: float) -> float:
    """How long a question of this patience may wait: a share of the pace, or at any pace as long as it says."""
    share = PATIENCE.get(patience)
    if share is None:
        return duration(patience) or turn
    return max(LEAST, turn * share)


def on_bench(turn: float) -> float:
    """How long computers wait for what somebody may do unasked: a quarter of a turn, within reason."""
    return min(allowed("brief", turn), MOST_ON_BENCH)


def start(who: str, seconds: float, now: float, habits: ReachableHours, *, secret: bool = False) -> Clock:
    """The clock of a question just asked."""
    return Clock(who, now, seconds, deadline(now, seconds, habits), secret, first=now)


def deadline(asked: float, seconds: float, habits: ReachableHours) -> float:
    """When the time is up: never on vacation, and at a slow pace never in the quiet hours nor just after them."""
    due = put_off(asked, asked + seconds, habits)
    return after_quiet(due, habits) if seconds >= QUIET_MATTERS else due


def put_off(asked: float, moment: float, habits: ReachableHours) -> float:
    """The moment put off by as much of a vacation as lies before it."""
    if habits.away is None:
        return moment
    gone, back = habits.away
    return moment + back - max(gone, asked) if gone < moment and back > asked else moment


def after_quiet(moment: float, habits: ReachableHours) -> float:
    """The moment itself, or if it is a quiet one, half an hour after the quiet ends."""
    while (end := quiet_end(moment, habits)) is not None:  # on the night of a change of clocks it may come back at once
        moment = end + _awake(habits)
    return moment


def _awake(habits: ReachableHours) -> float:
    """Half an hour; of a shorter day, half of it."""
    begin, end = habits.quiet or (0, 0)
    return min(AFTER_QUIET, (begin - end) * MINUTE % DAY / 2)


def quiet_end(moment: float, habits: ReachableHours) -> float | None:
    """When the quiet hours around this moment end, or None if it is not a quiet moment."""
    if habits.quiet is None:
        return None
    start_, end = habits.quiet
    here = datetime.fromtimestamp(moment, ZoneInfo(habits.zone))
    minute = here.hour * 60 + here.minute
    late = start_ > end and minute >= start_
    if not (late or (minute < end and (start_ > end or minute >= start_))):
        return None
    day = here.date() + timedelta(days=1 if late else 0)
    ends = datetime.combine(day, time(end // 60, end % 60), here.tzinfo)
    return max(ends.timestamp(), ends.replace(fold=1).timestamp())  # where clocks go back it may come twice


def moved(clock: Clock, seconds: float, habits: ReachableHours) -> Clock:
    """The clock after time was lost that is not the player's fault: a pause, or an outage of ours."""
    asked = clock.asked + seconds
    return msgspec.structs.replace(clock, asked=asked, due=deadline(asked, clock.allowed, habits))


def extended(clock: Clock, seconds: float, habits: ReachableHours, now: float) -> Clock:
    """The clock with extra time; there is more than reminders said, so those whose time has not come yet come again."""
    allowed = clock.allowed + seconds
    more = msgspec.structs.replace(clock, allowed=allowed, due=deadline(clock.asked, allowed, habits))
    more.rung = min(clock.rung, rungs_past(more, now, habits, SLACK))
    return more


def changed(clock: Clock, old: ReachableHours, new: ReachableHours, now: float) -> Clock:
    """The clock when its player's habits change: vacation enjoyed so far stays out of the count."""
    return moved(clock, _off(clock.asked, now, old), new)


def from_now(habits: ReachableHours, now: float) -> ReachableHours:
    """Habits without the part of a vacation that lies behind."""
    if habits.away is None:
        return habits
    gone, back = habits.away
    return msgspec.structs.replace(habits, away=(max(gone, now), back) if back > now else None)


def ladder(seconds: float) -> tuple[float, ...]:
    """The reminders for a question that may wait so long; a quick one gets only the first."""
    return RUNGS if seconds >= REMINDS_OFTEN else RUNGS[:1]


def rung_at(clock: Clock, rung: int, habits: ReachableHours) -> float:
    """When this step of the reminder ladder is due; vacation and quiet hours put it off."""
    moment = put_off(clock.asked, clock.asked + RUNGS[rung] * _time(clock, habits), habits)
    return min(_reached(moment, habits), clock.due)


def _reached(moment: float, habits: ReachableHours) -> float:
    """The moment itself, or when they are next awake and not on vacation."""
    end = quiet_end(moment, habits)
    moment = moment if end is None else end
    gone, back = habits.away or (0.0, 0.0)
    return _reached(back, habits) if gone <= moment < back else moment


def _time(clock: Clock, habits: ReachableHours) -> float:
    """The seconds from the question to its deadline, but for those on vacation."""
    return clock.due - clock.asked - _off(clock.asked, clock.due, habits)


def _off(since: float, until: float, habits: ReachableHours) -> float:
    return overlap([habits.away], since, until) if habits.away else 0.0


def waited(clock: Clock, now: float, habits: ReachableHours) -> float:
    """Which share of a question's time is over, vacation apart."""
    time_ = _time(clock, habits)
    return (now - clock.asked - _off(clock.asked, now, habits)) / time_ if time_ > 0 else 1.0


def rungs_past(clock: Clock, now: float, habits: ReachableHours, ahead: float = 0.0) -> int:
    """How many steps of the ladder lie behind, or so near ahead (as a share) that a reminder now covers them."""
    return sum(waited(clock, now, habits) + ahead >= rung for rung in ladder(clock.allowed))


def next_moment(clock: Clock, habits: ReachableHours, *, reminds: bool) -> float:
    """When this clock next needs somebody to look: a reminder, or the end."""
    if not reminds or clock.rung >= len(ladder(clock.allowed)):
        return clock.due
    return min(clock.due, rung_at(clock, clock.rung, habits))


def merged(spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The same spans of time without any moment twice, in order."""
    found: list[tuple[float, float]] = []
    for begin, end in sorted(spans):
        if found and begin <= found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((begin, end))
    return found


def overlap(outages: list[tuple[float, float]], since: float, now: float) -> float:
    """How many seconds between two moments the host was down."""
    return sum(max(0.0, min(end, now) - max(begin, since)) for begin, end in outages)


def of_day(minute: int) -> str:
    """A minute of the day as a clock shows it."""
    return f"{minute // 60 % 24}:{minute % 60:02}"


def spoken(seconds: float) -> Phrase:
    """A length of time in words: 45 seconds, 90 minutes, 2 days. Nearly an hour is one: nobody says 60 minutes."""
    finer = dict(pairwise([*SPOKEN, 1.0]))
    nearly = {unit: round(seconds / finer[unit]) * finer[unit] for unit in SPOKEN}
    unit = next((unit for unit in SPOKEN if nearly[unit] >= 2 * unit or nearly[unit] == unit), 1.0)
    return Phrase(SPOKEN[unit], {"n": round(seconds / unit)})
