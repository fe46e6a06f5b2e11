"""Deadlines: how long a question may wait. Pure: the moment comes in, a deadline goes out.

A question's patience and the game's pace give the seconds allowed, or its patience alone, such as 30s. Vacation stops
the clock; a deadline never falls into quiet hours; a pause, an outage and extra time move it. What a question says may
change, its clock does not.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import msgspec

from engine.kernel import Illegal, Phrase
from host.core.session import Clock, ReachableHours

Shift = Callable[[Clock], float]  # how many seconds a clock is to be put forward
MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
PACES = {"blitz": MINUTE, "evening": 10 * MINUTE, "daily": DAY, "slow": 3 * DAY}
MIN_TURN_SECONDS = 20.0  # seconds in which anybody can read a question and answer it
MOST_ON_BENCH = 10 * MINUTE
PATIENCE_SHARES = {
    "turn": 1.0,
    "quick": 0.5,
    "brief": 0.25,
    "long": 2.0,
}  # shares of the pace; a word not known here waits a turn
RUNGS = (0.5, 0.8, 0.95)  # the reminder ladder, as shares of the time a question has
SLOWEST = 30 * DAY
DURATION_TEMPLATES = {
    DAY: "{n} {n:day|days}",
    HOUR: "{n} {n:hour|hours}",
    MINUTE: "{n} {n:minute|minutes}",
    1.0: "{n} {n:second|seconds}",
}
DURATION_UNITS = {"s": 1.0, "m": MINUTE, "h": HOUR, "d": DAY}
QUIET_MATTERS = HOUR  # at a faster pace everybody is there anyway
AFTER_QUIET = HOUR / 2  # time to wake up
REMINDS_OFTEN = 10 * MINUTE
SLACK = 0.1  # a reminder just sent for another game stands in for one that would be due this soon


def parse_pace(word: object) -> float:
    """Return how many seconds a turn may take at a named pace or a duration such as 90s, 15m, 36h or 7d; raise Illegal
    for anything else.
    """
    text = word.strip().lower() if isinstance(word, str) else ""
    if text in PACES:
        return PACES[text]
    seconds = parse_duration(text)
    if seconds is None:
        raise Illegal(
            "How long may a turn take? Write one of {paces}, or a time such as 90s, 15m, 36h or 7d.",
            code="unclear_pace",
            paces=list(PACES),
        )
    if not MIN_TURN_SECONDS <= seconds <= SLOWEST:
        raise Illegal("The time for a turn must be between twenty seconds and thirty days.", code="pace_out_of_range")
    return seconds


def parse_duration(text: str) -> float | None:
    """Return the seconds of a duration such as 90s, 15m, 36h or 7d, or None if it is none."""
    number, unit = text[:-1], DURATION_UNITS.get(text[-1:])
    if unit is None or len(number) > 6 or not (number.isascii() and number.isdigit()):
        return None
    return int(number) * unit


def compute_allowed_seconds(patience: str, turn: float) -> float:
    """Return how many seconds a question may stay open: its patience names a share of the turn or a fixed duration; an
    unknown word means a whole turn.
    """
    share = PATIENCE_SHARES.get(patience)
    if share is None:
        return parse_duration(patience) or turn
    return max(MIN_TURN_SECONDS, turn * share)


def compute_bench_seconds(turn: float) -> float:
    """Return how many seconds computer players wait so that people can make plays unasked: a quarter of a turn, from
    twenty seconds to ten minutes.
    """
    return min(compute_allowed_seconds("brief", turn), MOST_ON_BENCH)


def build_clock(who: str, seconds: float, now: float, habits: ReachableHours, *, secret: bool = False) -> Clock:
    """Build the clock (deadline and reminders) of a question asked just now."""
    return Clock(who, now, seconds, compute_deadline(now, seconds, habits), secret, first=now)


def compute_deadline(asked: float, seconds: float, habits: ReachableHours) -> float:
    """Return the deadline of a question asked at `asked` that may take this many seconds: vacation does not count, and
    at a slow pace the deadline does not fall into the person's quiet hours or right after them.
    """
    due = postpone_for_vacation(asked, asked + seconds, habits)
    return postpone_past_quiet_hours(due, habits) if seconds >= QUIET_MATTERS else due


def postpone_for_vacation(asked: float, moment: float, habits: ReachableHours) -> float:
    """Return the moment (of a deadline or reminder), put off by a vacation of the person that begins before it;
    vacation already past when the question was asked does not count.
    """
    if habits.away is None:
        return moment
    gone, back = habits.away
    return moment + back - max(gone, asked) if gone < moment and back > asked else moment


def postpone_past_quiet_hours(moment: float, habits: ReachableHours) -> float:
    """Return the moment or, if it lies in the person's quiet hours, half an hour after their end."""
    while (
        end := find_quiet_end(moment, habits)
    ) is not None:  # on the night of a change of clocks it may come back at once
        moment = end + _compute_wake_up_seconds(habits)
    return moment


def _compute_wake_up_seconds(habits: ReachableHours) -> float:
    """Return how many seconds a person gets after their quiet hours before a deadline: half an hour, or half of a
    shorter waking day.
    """
    begin, end = habits.quiet or (0, 0)
    return min(AFTER_QUIET, (begin - end) * MINUTE % DAY / 2)


def find_quiet_end(moment: float, habits: ReachableHours) -> float | None:
    """Return when the quiet hours around this moment end, or None if it is not in quiet hours."""
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


def shift_clock(clock: Clock, seconds: float, habits: ReachableHours) -> Clock:
    """Return the clock moved later by time that the player lost through no fault of theirs, such as a pause or an
    outage.
    """
    asked = clock.asked + seconds
    return msgspec.structs.replace(clock, asked=asked, due=compute_deadline(asked, clock.allowed, habits))


def extend_clock(clock: Clock, seconds: float, habits: ReachableHours, now: float) -> Clock:
    """Return the clock with extra time; reminders that now lie ahead will be sent again."""
    allowed = clock.allowed + seconds
    more = msgspec.structs.replace(clock, allowed=allowed, due=compute_deadline(clock.asked, allowed, habits))
    more.rung = min(clock.rung, count_past_reminders(more, now, habits, SLACK))
    return more


def adapt_clock_to_habits(clock: Clock, old: ReachableHours, new: ReachableHours, now: float) -> Clock:
    """Return the clock recomputed after its player changed quiet hours or vacation; vacation already taken does not
    count.
    """
    return shift_clock(clock, _compute_vacation_seconds(clock.asked, now, old), new)


def drop_past_vacation(habits: ReachableHours, now: float) -> ReachableHours:
    """Return the habits without the part of a vacation that lies in the past."""
    if habits.away is None:
        return habits
    gone, back = habits.away
    return msgspec.structs.replace(habits, away=(max(gone, now), back) if back > now else None)


def list_reminder_shares(seconds: float) -> tuple[float, ...]:
    """Return at which shares of the time allowed for a question (`seconds`) its player is reminded; a quick question
    gets only the first reminder.
    """
    return RUNGS if seconds >= REMINDS_OFTEN else RUNGS[:1]


def compute_reminder_time(clock: Clock, rung: int, habits: ReachableHours) -> float:
    """Return when the reminder number `rung` of a clock is due; vacation and quiet hours put it off."""
    moment = postpone_for_vacation(
        clock.asked, clock.asked + RUNGS[rung] * _compute_active_seconds(clock, habits), habits
    )
    return min(_postpone_until_reachable(moment, habits), clock.due)


def _postpone_until_reachable(moment: float, habits: ReachableHours) -> float:
    """Return the moment or, if it lies in the person's quiet hours or vacation, the next one outside them."""
    end = find_quiet_end(moment, habits)
    moment = moment if end is None else end
    gone, back = habits.away or (0.0, 0.0)
    return _postpone_until_reachable(back, habits) if gone <= moment < back else moment


def _compute_active_seconds(clock: Clock, habits: ReachableHours) -> float:
    """Return the seconds from a question to its deadline, vacation not counted."""
    return clock.due - clock.asked - _compute_vacation_seconds(clock.asked, clock.due, habits)


def _compute_vacation_seconds(since: float, until: float, habits: ReachableHours) -> float:
    return compute_overlap([habits.away], since, until) if habits.away else 0.0


def compute_elapsed_share(clock: Clock, now: float, habits: ReachableHours) -> float:
    """Return what share of a question's time has passed, vacation not counted."""
    time_ = _compute_active_seconds(clock, habits)
    return (now - clock.asked - _compute_vacation_seconds(clock.asked, now, habits)) / time_ if time_ > 0 else 1.0


def count_past_reminders(clock: Clock, now: float, habits: ReachableHours, ahead: float = 0.0) -> int:
    """Count the reminders of a clock that are due already, or will be within the share `ahead` of its time, so that one
    reminder sent now covers them all.
    """
    return sum(
        compute_elapsed_share(clock, now, habits) + ahead >= rung for rung in list_reminder_shares(clock.allowed)
    )


def compute_next_check(clock: Clock, habits: ReachableHours, *, reminds: bool) -> float:
    """Return when a question's clock has to be looked at next: at its next reminder if it has reminders left, else at
    its deadline.
    """
    if not reminds or clock.rung >= len(list_reminder_shares(clock.allowed)):
        return clock.due
    return min(clock.due, compute_reminder_time(clock, clock.rung, habits))


def merge_spans(spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return these time spans sorted, with overlapping ones merged."""
    found: list[tuple[float, float]] = []
    for begin, end in sorted(spans):
        if found and begin <= found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((begin, end))
    return found


def compute_overlap(outages: list[tuple[float, float]], since: float, now: float) -> float:
    """Return how many seconds between two moments fall into outages."""
    return sum(max(0.0, min(end, now) - max(begin, since)) for begin, end in outages)


def format_minute_of_day(minute: int) -> str:
    """Format a minute of the day as a time such as 07:30."""
    return f"{minute // 60 % 24}:{minute % 60:02}"


def format_duration(seconds: float) -> Phrase:
    """Format a length of time in words: 45 seconds, 90 minutes, 2 days. Nearly an hour is shown as one hour."""
    finer = dict(pairwise([*DURATION_TEMPLATES, 1.0]))
    nearly = {unit: round(seconds / finer[unit]) * finer[unit] for unit in DURATION_TEMPLATES}
    unit = next((unit for unit in DURATION_TEMPLATES if nearly[unit] >= 2 * unit or nearly[unit] == unit), 1.0)
    return Phrase(DURATION_TEMPLATES[unit], {"n": round(seconds / unit)})


def format_iso_day(moment: float) -> str:
    """Format a moment as a date in UTC."""
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d")
