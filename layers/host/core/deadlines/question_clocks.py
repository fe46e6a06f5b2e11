"""The clocks of a game's questions: each gets one when it is asked, and keeps it; and when the next look is due."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.kernel import PUBLIC, Game, Illegal, Question, Told
from engine.kernel.text import compute_told_mark
from engine.rulesets import ruleset
from host.core.context import HostContext
from host.core.deadlines import clocks
from host.core.session import LOBBY, RUNNING, Clock, LogEntry, ReachableHours, SeatedPlayer, Session

MIN_LASTING_SHARE = 1 / 8  # of a lasting clock that is left when a question comes back
TRIES = 2  # times that somebody may come back late, until something has come of it
MAX_IDLE_INPUTS = 200  # things that somebody may do while the game stands still
TOO_OFTEN = "You have made {often:n} moves while others had to wait. Please wait until the game goes on."
TOO_LATE = "This choice would ask you again a question whose time is over. Choose something else."
LONGEST_WORDS_WAIT = clocks.HOUR
THEIRS = ("answer", "play")


def filter_clocks_by_seat(book: dict[str, Clock], seat: str) -> dict[str, Clock]:
    """Return those of these clocks that run for questions to this seat."""
    return {key: clock for key, clock in book.items() if clock.who == seat}


def remember_settled_clocks(session: Session, entry: LogEntry, game: Game[Any], settled: dict[str, Clock]) -> None:
    """Keep the clocks (`settled`) of the questions that a player has just answered, as long as the answers have drawn
    or announced nothing, so that being asked the same again gains no time; raise Illegal after too many such inputs.
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
    """Return the kept clock of a question, recognised by its fingerprint `mark`, to which a player has returned by
    their own input; None if there is none. Raise Illegal if the clock had run out.
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
    """Return the kept clock of a question, recognised by its fingerprint `mark`, to which other players' inputs have
    led the player `who` back; None if there is none.
    """
    key = next(
        (key for key, clock in session.past.items() if clock.lasting and (clock.who, clock.mark) == (who, mark)), ""
    )
    return _grant_minimum_time(session, session.past.pop(key), now) if key else None


def _grant_minimum_time(session: Session, clock: Clock, now: float) -> Clock:
    """Return the clock extended, if needed, so that at least a little time is left to answer."""
    late = (session.paused or now) + MIN_LASTING_SHARE * clock.allowed - clock.due
    player = session.find_player_in(clock.who)
    return clocks.shift_clock(clock, late, player.habits if player else ReachableHours()) if late > 0 else clock


def drop_lasting_clocks(session: Session, who: str) -> None:
    """Drop the clocks that were kept in case this player is asked the same questions again, because the player is asked
    something else now.
    """
    session.past = {key: clock for key, clock in session.past.items() if clock.who != who or not clock.lasting}


def drop_settled_clocks(session: Session, who: str, table: str) -> None:
    """Drop the kept clocks of questions that a player answered at this table, because other players' inputs have moved
    the game on.
    """
    there = f"{table}#"
    session.past = {key: clock for key, clock in session.past.items() if clock.who != who or not key.startswith(there)}


BOT_DELAY_SECONDS = 1.0  # seconds by which a computer comes after the end of a person's time
MOST_NAMES = 20  # by which the same question is known: a button that is pressed is seldom older


def assign_question_clocks(
    host: HostContext, session: Session, entry: LogEntry, game: Game[Any], now: float
) -> list[Question]:
    """Give every open question a clock, a kept one if it was asked before; return the questions that are new or to
    which a player came back.
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
    """Return the clock that the same question had under an earlier id, or None. The rules ask anew when another
    player's input requires it, or when a player's own input leads back to the question.
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
    return (session.find_player_in(seat) or SeatedPlayer(seat)).bot


def _build_question_clock(host: HostContext, session: Session, question: Question, now: float) -> Clock:
    player = session.find_player_in(question.who) or SeatedPlayer(question.who)
    if player.bot:
        pause = host.config.bot_pause
        return Clock(
            question.who, now, pause, now + pause, question.secret, mark=compute_question_fingerprint(question)
        )
    seconds = clocks.compute_allowed_seconds(question.patience, session.pace)
    clock = clocks.build_clock(question.who, seconds, now, player.habits, secret=question.secret)
    clock.mark, clock.lasting = compute_question_fingerprint(question), _has_lasting_clock(session, question)
    return clock


def _delay_bot_clock(session: Session, game: Game[Any], question: Question) -> Clock:
    """Return the clock of a computer player's question, put off until the people whose plays its answer would prevent
    have decided or run out of time.
    """
    clock = session.clocks[question.id]
    asked, bench = list_people_awaited(session, game, question)
    moments = [clock.asked + clock.allowed, *(session.clocks[each].due + BOT_DELAY_SECONDS for each in asked)]
    if bench:
        moments.append(clock.asked + clocks.compute_bench_seconds(session.pace))
    return msgspec.structs.replace(clock, due=max(moments)) if max(moments) != clock.due else clock


def list_people_awaited(session: Session, game: Game[Any], question: Question) -> tuple[list[str], list[str]]:
    """Return the questions to people, and the seats of people, that a computer player waits for before it answers this
    question.
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
    """Return when a game must be looked at next for reminders and deadlines; 0 if no clock runs."""
    if session.stage == LOBBY and not session.moved:
        return compute_lobby_due(host, session)
    if session.stage != RUNNING or session.paused or session.moved:
        return 0.0
    moments = []
    for clock in session.clocks.values():
        player = session.find_player_in(clock.who) or SeatedPlayer(clock.who)
        reminds = player.habits.reminders and not player.bot
        moments.append(clocks.compute_next_check(clock, player.habits, reminds=reminds))
    moments += [session.recap] if session.recap else []
    return max(session.held, min(moments)) if moments else 0.0


def compute_words_wait(session: Session) -> float:
    """Return how many seconds to wait for players to reveal sealed words: one turn, but at most an hour, because a page
    that has been closed in the browser reveals none.
    """
    return min(session.pace, LONGEST_WORDS_WAIT)


def compute_lobby_due(host: HostContext, session: Session) -> float:
    """Return when a lobby must be looked at next: to warn that it will close, to close it, or to stop waiting for
    sealed words.
    """
    config = host.config
    if session.opening:
        return session.opening + compute_words_wait(session)
    if not session.warned:
        return session.made + config.lobby_warning
    return session.warned + config.lobby_end - config.lobby_warning
