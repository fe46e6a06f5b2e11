"""Deadlines: how long a question may wait. Pure: the moment comes in, a deadline goes out.

A question's patience and the game's pace give the seconds allowed, or its patience alone, such as 30s. Vacation stops
the clock; a deadline never falls into quiet hours; a pause, an outage and extra time move it. What a question says may
change, its clock does not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from engine.kernel import PUBLIC, Game, Illegal, Phrase, Question, Told
from engine.kernel.text import compute_told_mark
from engine.rulesets import ruleset
from host.core.context import HostContext
from host.core.session import LOBBY, RUNNING, Clock, LogEntry, ReachableHours, SeatedPlayer, Session

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
    """Return how many seconds a turn may take at a named pace (such as daily) or a duration such as 90s, 15m, 36h or
    7d; raise Illegal for anything else, or less than twenty seconds, or more than thirty days.
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
    """Return the seconds of a duration such as 90s, 15m, 36h or 7d (at most six digits), or None if the text is no such
    duration.
    """
    number, unit = text[:-1], DURATION_UNITS.get(text[-1:])
    if unit is None or len(number) > 6 or not (number.isascii() and number.isdigit()):
        return None
    return int(number) * unit


def compute_allowed_seconds(patience: str, turn: float) -> float:
    """Return how many seconds a question may stay open where a turn may take `turn` seconds. `patience` names a
    share of the turn (such as `brief`), which is at least twenty seconds, or a duration such as 90s; any other word
    means the whole turn.
    """
    share = PATIENCE_SHARES.get(patience)
    if share is None:
        return parse_duration(patience) or turn
    return max(MIN_TURN_SECONDS, turn * share)


def compute_bench_seconds(turn: float) -> float:
    """Return how many seconds computer players wait so that people can make plays unasked: a quarter of a turn (`turn`
    is its seconds), from twenty seconds to ten minutes.
    """
    return min(compute_allowed_seconds("brief", turn), MOST_ON_BENCH)


def build_clock(who: str, seconds: float, now: float, habits: ReachableHours, *, secret: bool = False) -> Clock:
    """Build the clock (deadline and reminders) of a question that the player `who` is asked at the time `now` and may
    answer for `seconds`; `habits` are the player's quiet hours and vacation, which move the deadline.
    """
    return Clock(who, now, seconds, compute_deadline(now, seconds, habits), secret, first=now)


def compute_deadline(asked: float, seconds: float, habits: ReachableHours) -> float:
    """Return the deadline of a question asked at `asked` that may take this many seconds: vacation does not count and,
    if it is an hour or more, the deadline does not fall into the person's quiet hours or right after them.
    """
    due = postpone_for_vacation(asked, asked + seconds, habits)
    if seconds < QUIET_MATTERS:
        return due
    awake = postpone_past_quiet_hours(due, habits)
    if habits.away is None or not due <= habits.away[0] < awake:
        return awake
    return postpone_past_quiet_hours(postpone_for_vacation(asked, awake, habits), habits)  # away before they wake up


def postpone_for_vacation(asked: float, moment: float, habits: ReachableHours) -> float:
    """Return the time `moment` (a deadline or reminder) put off by the person's vacation, if this begins before it. The
    part of a vacation that was over when the question was asked does not count.
    """
    if habits.away is None:
        return moment
    gone, back = habits.away
    return moment + back - max(gone, asked) if gone < moment and back > asked else moment


def postpone_past_quiet_hours(moment: float, habits: ReachableHours) -> float:
    """Return the moment or, if it lies in the person's quiet hours, half an hour after their end (less if the
    person's waking day is shorter than an hour).
    """
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
    """Return the clock moved later by `seconds` that its player lost through no fault of theirs, such as by a pause or
    an outage. The new deadline respects their quiet hours and vacation.
    """
    asked = clock.asked + seconds
    return msgspec.structs.replace(clock, asked=asked, due=compute_deadline(asked, clock.allowed, habits))


def extend_clock(clock: Clock, seconds: float, habits: ReachableHours, now: float) -> Clock:
    """Return the clock with `seconds` more for its player to answer; reminders that are then still to come, although
    they were sent already, will be sent again.
    """
    allowed = clock.allowed + seconds
    more = msgspec.structs.replace(clock, allowed=allowed, due=compute_deadline(clock.asked, allowed, habits))
    more.rung = min(clock.rung, count_past_reminders(more, now, habits, SLACK))
    return more


def adapt_clock_to_habits(clock: Clock, old: ReachableHours, new: ReachableHours, now: float) -> Clock:
    """Return the clock with a new deadline after its player changed quiet hours or vacation from `old` to `new`.
    Vacation that they had between the question and `now` does not use up their time.
    """
    return shift_clock(clock, _compute_vacation_seconds(clock.asked, now, old), new)


def drop_past_vacation(habits: ReachableHours, now: float) -> ReachableHours:
    """Return the habits without a vacation that is over; of one that goes on, only the part from `now` on."""
    if habits.away is None:
        return habits
    gone, back = habits.away
    return msgspec.structs.replace(habits, away=(max(gone, now), back) if back > now else None)


def list_reminder_shares(seconds: float) -> tuple[float, ...]:
    """Return at which shares of the time allowed for a question (`seconds`) its player is reminded: at 0.5, 0.8 and
    0.95 or, if it is less than ten minutes, only at 0.5.
    """
    return RUNGS if seconds >= REMINDS_OFTEN else RUNGS[:1]


def compute_reminder_time(clock: Clock, rung: int, habits: ReachableHours) -> float:
    """Return when the reminder number `rung` (from 0 to 2, else IndexError) of a clock is due; vacation and quiet hours
    put it off, at most to the deadline.
    """
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
    """Return how many seconds between the times `since` and `until` fall into the person's vacation."""
    return compute_overlap([habits.away], since, until) if habits.away else 0.0


def compute_elapsed_share(clock: Clock, now: float, habits: ReachableHours) -> float:
    """Return what share of a question's time has passed by `now`, vacation not counted: 0 when it was asked, 1 at its
    deadline, more after it; 1 also if it had no time at all.
    """
    time_ = _compute_active_seconds(clock, habits)
    return (now - clock.asked - _compute_vacation_seconds(clock.asked, now, habits)) / time_ if time_ > 0 else 1.0


def count_past_reminders(clock: Clock, now: float, habits: ReachableHours, ahead: float = 0.0) -> int:
    """Count the reminders of a clock, sent ones included, that are due by now or will be within the share `ahead` of
    its time, so that one reminder sent now covers them all.
    """
    return sum(
        compute_elapsed_share(clock, now, habits) + ahead >= rung for rung in list_reminder_shares(clock.allowed)
    )


def compute_next_check(clock: Clock, habits: ReachableHours, *, reminds: bool) -> float:
    """Return when a question's clock has to be looked at next: at its next reminder if the player wants any
    (`reminds`) and one is left, else at its deadline.
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
    """Return how many of the seconds between the times `since` and `now` fall into these outages, each given by its
    begin and end; the caller has merged those that overlap.
    """
    return sum(max(0.0, min(end, now) - max(begin, since)) for begin, end in outages)


def format_minute_of_day(minute: int) -> str:
    """Format a minute of the day as a time such as 7:30 or 23:05."""
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


MIN_LASTING_SHARE = 1 / 8  # of a lasting clock that is left when a question comes back


TRIES = 2  # times that somebody may come back late, until something has come of it


MAX_IDLE_INPUTS = 200  # things that somebody may do while the game stands still


TOO_OFTEN = "You have made {often:n} moves, and the game has not gone on. Please wait until it goes on."


TOO_LATE = (
    "You cannot choose this now: I would have to ask you another question, and there is no time left for it. "
    "Choose something else."
)


LONGEST_WORDS_WAIT = HOUR


THEIRS = ("answer", "play")


def filter_clocks_by_seat(book: dict[str, Clock], seat: str) -> dict[str, Clock]:
    """Return those of these clocks that run for questions to this seat, keyed as before."""
    return {key: clock for key, clock in book.items() if clock.who == seat}


def remember_settled_clocks(session: Session, entry: LogEntry, game: Game[Any], settled: dict[str, Clock]) -> None:
    """Keep in the session the clocks of questions that this input has closed (`settled`), so that a player gains no
    time if their own input leads back to the same question; only the sender's, and after a computer's input none. If
    the input has drawn or publicly announced something, keep of the sender's, old ones too, only those that the rules
    let run on. Count the sender's inputs of which nothing came, until something comes of anybody's; raise Illegal after
    200.
    """
    who = entry.by
    if game.drawn or any(told.to == PUBLIC for told in game.told):
        session.idle = {}
        lasting = {key: clock for key, clock in settled.items() if clock.who == who and clock.lasting}
        kept = {key: clock for key, clock in session.past.items() if clock.who != who or clock.lasting}
        session.past = kept | lasting
    elif entry.kind == "bot":
        session.past = {key: clock for key, clock in session.past.items() if clock.who != who}
    elif entry.kind in THEIRS and game.taken:
        session.idle[who] = session.idle.get(who, 0) + 1
        session.past |= {key: clock for key, clock in settled.items() if clock.who == who}
        if session.idle[who] > MAX_IDLE_INPUTS:
            raise Illegal(TOO_OFTEN, code="too_many_moves", often=MAX_IDLE_INPUTS)


def resume_own_clock(session: Session, entry: LogEntry, mark: int, now: float) -> Clock | None:
    """Take the clock of a question to which a player (the sender of `entry`) has returned by their own input out of the
    kept ones and return it, so that it runs on; None if none was kept. `mark` is the question's fingerprint. If the
    clock has run out and they came back by an answer or play, raise Illegal or, if the rules let it run on and not more
    than two of their inputs had no effect lately, grant an eighth of its time.
    """
    key = next((key for key, clock in session.past.items() if clock.mark == mark and clock.who == entry.by), None)
    if key is None:
        return None
    clock = session.past.pop(key)
    if clock.due <= (session.paused or now) and entry.kind in THEIRS:
        if not clock.lasting or session.idle.get(entry.by, 0) > TRIES:
            raise Illegal(TOO_LATE, code="too_late")
        return _grant_minimum_time(session, clock, now)
    return clock


def resume_lasting_clock(session: Session, who: str, mark: int, now: float) -> Clock | None:
    """Take the clock of a question to which other players' inputs have led the player `who` back out of the kept
    ones and return it, with at least an eighth of its time left; None if none was kept that the rules let run on.
    `mark` is the question's fingerprint.
    """
    key = next(
        (key for key, clock in session.past.items() if clock.lasting and (clock.who, clock.mark) == (who, mark)), ""
    )
    return _grant_minimum_time(session, session.past.pop(key), now) if key else None


def _grant_minimum_time(session: Session, clock: Clock, now: float) -> Clock:
    """Return the clock, moved later if less than an eighth of its time is left, so that this is left to answer."""
    late = (session.paused or now) + MIN_LASTING_SHARE * clock.allowed - clock.due
    player = session.find_player_in(clock.who)
    return shift_clock(clock, late, player.habits if player else ReachableHours()) if late > 0 else clock


def drop_lasting_clocks(session: Session, who: str) -> None:
    """Drop from the clocks kept for this player those that the rules let run on, because the player is asked something
    else now.
    """
    session.past = {key: clock for key, clock in session.past.items() if clock.who != who or not clock.lasting}


def drop_settled_clocks(session: Session, who: str, table: str) -> None:
    """Drop from the session the clocks kept of questions that a player answered at this table (one place of play
    within the game), because other players' inputs have moved the game on.
    """
    there = f"{table}#"
    session.past = {key: clock for key, clock in session.past.items() if clock.who != who or not key.startswith(there)}


BOT_DELAY_SECONDS = 1.0  # seconds by which a computer comes after the end of a person's time


MOST_NAMES = 20  # by which the same question is known: a button that is pressed is seldom older


def assign_question_clocks(
    host: HostContext, session: Session, entry: LogEntry, game: Game[Any], now: float
) -> list[Question]:
    """Give every open question of the game a clock in the session: its own, one kept if the same was asked before, or a
    new one (a computer's waits for people who may act first); clocks of closed questions are dropped or kept. Return
    the questions that are new or to which a player came back. Raise Illegal if the input leads back to a question whose
    time is over.
    """
    questions, old = game.list_questions(), session.clocks
    same = {q.id: old[q.id] for q in questions if q.id in old and old[q.id].who == q.who}
    remember_settled_clocks(session, entry, game, {key: clock for key, clock in old.items() if key not in same})
    led = [
        q
        for q in questions
        if _has_lasting_clock(session, q) and q.id not in same and not _is_asked_of_sender(session, entry, q)
    ]
    on = {q.id: resume_lasting_clock(session, q.who, compute_question_fingerprint(q), now) for q in led}
    known = {q.id: same.get(q.id) or on.get(q.id) or _find_kept_clock(session, entry, q, same, now) for q in questions}
    session.clocks = {q.id: known[q.id] or _build_question_clock(host, session, q, now) for q in questions}
    for q in questions:
        if _is_bot_seat(session, q.who):
            session.clocks[q.id] = _delay_bot_clock(session, game, q)
        if q.id not in same and entry.kind in THEIRS and _is_asked_of_sender(session, entry, q):
            session.clocks[q.id].follows = True
    new = {q.id for q in questions if q.id not in same and (on.get(q.id) or _is_asked_of_sender(session, entry, q))}
    return [q for q in questions if known[q.id] is None or q.id in new]


def _find_kept_clock(
    session: Session, entry: LogEntry, question: Question, same: Mapping[str, Clock], now: float
) -> Clock | None:
    """Return the clock that the same question had under an earlier id, or None if it needs a new clock; then also
    drop clocks kept for the player that no longer hold. A question gets a new id when another player's input makes
    the rules ask it anew, or when its player's own input leads back to it.
    """
    if _is_asked_of_sender(session, entry, question):
        clock = resume_own_clock(session, entry, compute_question_fingerprint(question), now)
        if clock is None and _has_lasting_clock(session, question):
            drop_lasting_clocks(session, question.who)
        return clock
    for key, clock in session.clocks.items():
        if key not in same and clock.mark == compute_question_fingerprint(question) and clock.who != entry.by:
            return msgspec.structs.replace(clock, was=[*clock.was[-MOST_NAMES:], key])
    if not _is_bot_seat(session, question.who):
        drop_settled_clocks(session, question.who, question.table)
    return None


def _is_asked_of_sender(session: Session, entry: LogEntry, question: Question) -> bool:
    """Return whether the question is put to the person who sent the current input."""
    return question.who == entry.by and not _is_bot_seat(session, question.who)


def _has_lasting_clock(session: Session, question: Question) -> bool:
    """Return whether the rules let this question's clock run on even while its player makes other moves before
    answering.
    """
    return question.key in ruleset(session.ruleset).lasting


def _is_bot_seat(session: Session, seat: str) -> bool:
    """Return whether a computer plays in this seat now; False for an unknown seat."""
    return (session.find_player_in(seat) or SeatedPlayer(seat)).bot


def _build_question_clock(host: HostContext, session: Session, question: Question, now: float) -> Clock:
    """Build the clock of a question: a short pause for a computer player; for a person the time that the game's pace
    and the question allow.
    """
    player = session.find_player_in(question.who) or SeatedPlayer(question.who)
    if player.bot:
        pause = host.config.bot_pause
        return Clock(
            question.who, now, pause, now + pause, question.secret, mark=compute_question_fingerprint(question)
        )
    seconds = compute_allowed_seconds(question.patience, session.pace)
    clock = build_clock(question.who, seconds, now, player.habits, secret=question.secret)
    clock.mark, clock.lasting = compute_question_fingerprint(question), _has_lasting_clock(session, question)
    return clock


def _delay_bot_clock(session: Session, game: Game[Any], question: Question) -> Clock:
    """Return the clock of a computer player's question, due after its pause, but not until the people whose plays its
    answer would prevent have had their chance: those who are asked have answered or run out of time, and those who may
    act unasked have had a quarter of a turn.
    """
    clock = session.clocks[question.id]
    asked, bench = list_people_awaited(session, game, question)
    moments = [clock.asked + clock.allowed, *(session.clocks[each].due + BOT_DELAY_SECONDS for each in asked)]
    if bench:
        moments.append(clock.asked + compute_bench_seconds(session.pace))
    return msgspec.structs.replace(clock, due=max(moments)) if max(moments) != clock.due else clock


def list_people_awaited(session: Session, game: Game[Any], question: Question) -> tuple[list[str], list[str]]:
    """Return for whom a computer player waits before it answers this question: the ids of open questions to people,
    and the seats of people who may act unasked. The rules say so; seats of computers are left out.
    """
    awaited = game.ruleset.find_awaited(game, question)
    asked = [q.id for q in awaited.questions if q.id in session.clocks and not _is_bot_seat(session, q.who)]
    return asked, [seat for seat in awaited.seats if not _is_bot_seat(session, seat)]


def compute_question_fingerprint(question: Question) -> int:
    """Return a short hash of a question's content, player and table, which recognises the same question under another
    id.
    """
    return compute_told_mark(Told(question.text, question.facts, question.who, f"{question.table} {question.key}"))


def compute_session_due(host: HostContext, session: Session) -> float:
    """Return when a game must be looked at next: for reminders, deadlines and the morning recap, or for what is due
    in a lobby; 0 if nothing is to come by time, as when it is over, paused or moved away. After a fault it is not
    before the game may be tried again.
    """
    if session.stage == LOBBY and not session.moved:
        due = compute_lobby_due(host, session)
        return max(session.held or due, due)
    if session.stage != RUNNING or session.paused or session.moved:
        return 0.0
    moments = []
    for clock in session.clocks.values():
        player = session.find_player_in(clock.who) or SeatedPlayer(clock.who)
        reminds = player.habits.reminders and not player.bot
        moments.append(compute_next_check(clock, player.habits, reminds=reminds))
    moments += [session.recap] if session.recap else []
    return max(session.held, min(moments)) if moments else 0.0


def compute_sealed_words_wait(session: Session) -> float:
    """Return how many seconds a game waits for sealed words until it begins by itself without those missing: one turn,
    but at most an hour, because a page that has been closed in the browser reveals none.
    """
    return min(session.pace, LONGEST_WORDS_WAIT)


def compute_lobby_due(host: HostContext, session: Session) -> float:
    """Return when a lobby must be looked at next: to warn that it will close, to close it, or to begin the game
    without the sealed words still missing.
    """
    config = host.config
    if session.opening:
        return session.opening + compute_sealed_words_wait(session)
    if not session.warned:
        return session.made + config.lobby_warning
    return session.warned + config.lobby_end - config.lobby_warning
