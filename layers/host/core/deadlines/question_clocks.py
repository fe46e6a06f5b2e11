"""The clocks of a game's questions: each gets one when it is asked, and keeps it; and when the next look is due."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.kernel import Game, Question, Told
from engine.kernel.text import compute_told_mark
from engine.rulesets import ruleset
from host.core.context import HostContext
from host.core.deadlines import clocks, repeated_inputs
from host.core.session import LOBBY, RUNNING, Clock, LogEntry, SeatedPlayer, Session

BOT_DELAY_SECONDS = 1.0  # seconds by which a computer comes after the end of a person's time
MOST_NAMES = 20  # by which the same question is known: a button that is pressed is seldom older


def assign_question_clocks(
    host: HostContext, session: Session, entry: LogEntry, game: Game[Any], now: float
) -> list[Question]:
    """Give every open question its clock; return the questions that are asked for the first time, or of somebody who
    came back to them.
    """
    questions, old = game.list_questions(), session.clocks
    same = {q.id: old[q.id] for q in questions if q.id in old and old[q.id].who == q.who}
    repeated_inputs.remember_settled_clocks(
        session, entry, game, {key: clock for key, clock in old.items() if key not in same}
    )
    led = [
        q
        for q in questions
        if _has_lasting_clock(session, q) and q.id not in same and not _is_asked_of_sender(session, entry, q)
    ]
    on = {q.id: repeated_inputs.resume_lasting_clock(session, q.who, compute_question_fingerprint(q), now) for q in led}
    known = {q.id: same.get(q.id) or on.get(q.id) or _find_kept_clock(session, entry, q, same, now) for q in questions}
    session.clocks = {q.id: known[q.id] or _build_question_clock(host, session, q, now) for q in questions}
    for q in questions:
        if _is_bot_seat(session, q.who):
            session.clocks[q.id] = _delay_bot_clock(session, game, q)
        if q.id not in same and entry.kind in repeated_inputs.THEIRS and _is_asked_of_sender(session, entry, q):
            session.clocks[q.id].follows = True
    new = {q.id for q in questions if q.id not in same and (on.get(q.id) or _is_asked_of_sender(session, entry, q))}
    return [q for q in questions if known[q.id] is None or q.id in new]


def _find_kept_clock(
    session: Session, entry: LogEntry, question: Question, same: Mapping[str, Clock], now: float
) -> Clock | None:
    """Return the clock of the same question under another id, or None. The rules ask anew when another player's input
    makes them, or when a player's own input leads back to the question.
    """
    if _is_asked_of_sender(session, entry, question):
        clock = repeated_inputs.resume_own_clock(session, entry, compute_question_fingerprint(question), now)
        if clock is None and _has_lasting_clock(session, question):
            repeated_inputs.drop_lasting_clocks(session, question.who)
        return clock
    for key, clock in session.clocks.items():
        if key not in same and clock.mark == compute_question_fingerprint(question) and clock.who != entry.by:
            return msgspec.structs.replace(clock, was=[*clock.was[-MOST_NAMES:], key])
    if not _is_bot_seat(session, question.who):
        repeated_inputs.drop_settled_clocks(session, question.who, question.table)
    return None


def _is_asked_of_sender(session: Session, entry: LogEntry, question: Question) -> bool:
    """Return whether this is asked of the person who sent the input."""
    return question.who == entry.by and not _is_bot_seat(session, question.who)


def _has_lasting_clock(session: Session, question: Question) -> bool:
    """Return whether the question's clock goes on through whatever its player does before they answer."""
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
    """Return a computer's clock, put off until the people whose plays its answer would cut short have decided, or
    their time is up.
    """
    clock = session.clocks[question.id]
    asked, bench = list_people_awaited(session, game, question)
    moments = [clock.asked + clock.allowed, *(session.clocks[each].due + BOT_DELAY_SECONDS for each in asked)]
    if bench:
        moments.append(clock.asked + clocks.compute_bench_seconds(session.pace))
    return msgspec.structs.replace(clock, due=max(moments)) if max(moments) != clock.due else clock


def list_people_awaited(session: Session, game: Game[Any], question: Question) -> tuple[list[str], list[str]]:
    """Return which questions to people, and which of their seats, a computer waits for before it answers this."""
    awaited = game.ruleset.find_awaited(game, question)
    asked = [q.id for q in awaited.questions if q.id in session.clocks and not _is_bot_seat(session, q.who)]
    return asked, [seat for seat in awaited.seats if not _is_bot_seat(session, seat)]


def compute_question_fingerprint(question: Question) -> int:
    """Return a short hash of what is asked, of whom and where, by which the same question is recognised under another
    id.
    """
    return compute_told_mark(Told(question.text, question.facts, question.who, f"{question.table} {question.key}"))


def compute_session_due(host: HostContext, session: Session) -> float:
    """Return when a session's clocks must be checked next; 0 when none runs."""
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


def compute_lobby_due(host: HostContext, session: Session) -> float:
    """Return when a lobby must be checked next: it is warned, and closes after it has had time to act on that; sealed
    words are waited for one turn.
    """
    config = host.config
    if session.opening:
        return session.opening + session.pace
    if not session.warned:
        return session.made + config.lobby_warning
    return session.warned + config.lobby_end - config.lobby_warning
