"""The clocks of a game's questions: each gets one when it is asked, and keeps it; and when the next look is due."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.kernel import Game, Question, Told
from engine.kernel.text import mark
from engine.rulesets import ruleset
from host.core.context import HostContext
from host.core.deadlines import clocks, repeated_inputs
from host.core.session import LOBBY, RUNNING, Clock, LogEntry, Player, Session

AFTER = 1.0  # seconds by which a computer comes after the end of a person's time
MOST_NAMES = 20  # by which the same question is known: a button that is pressed is seldom older


def wind(host: HostContext, session: Session, entry: LogEntry, game: Game[Any], now: float) -> list[Question]:
    """Give every question its clock; which are asked for the first time, or of somebody who was led back to them?"""
    questions, old = game.pending(), session.clocks
    same = {q.id: old[q.id] for q in questions if q.id in old and old[q.id].who == q.who}
    repeated_inputs.noted(session, entry, game, {key: clock for key, clock in old.items() if key not in same})
    led = [q for q in questions if _lasts(session, q) and q.id not in same and not _mine(session, entry, q)]
    on = {q.id: repeated_inputs.goes_on(session, q.who, marked(q), now) for q in led}
    known = {q.id: same.get(q.id) or on.get(q.id) or _kept(session, entry, q, same, now) for q in questions}
    session.clocks = {q.id: known[q.id] or _clock(host, session, q, now) for q in questions}
    for q in questions:
        if _has_bot(session, q.who):
            session.clocks[q.id] = _giving_way(session, game, q)
        if q.id not in same and entry.kind in repeated_inputs.THEIRS and _mine(session, entry, q):
            session.clocks[q.id].follows = True
    new = {q.id for q in questions if q.id not in same and (on.get(q.id) or _mine(session, entry, q))}
    return [q for q in questions if known[q.id] is None or q.id in new]


def _kept(session: Session, entry: LogEntry, question: Question, same: Mapping[str, Clock], now: float) -> Clock | None:
    """The clock of the same question under another id.

    The rules ask anew when somebody else's input makes them, or when somebody's own leads back to what they were asked.
    """
    if _mine(session, entry, question):
        clock = repeated_inputs.led_back(session, entry, marked(question), now)
        if clock is None and _lasts(session, question):
            repeated_inputs.lasts_no_longer(session, question.who)
        return clock
    for key, clock in session.clocks.items():
        if key not in same and clock.mark == marked(question) and clock.who != entry.by:
            return msgspec.structs.replace(clock, was=[*clock.was[-MOST_NAMES:], key])
    if not _has_bot(session, question.who):
        repeated_inputs.asked_anew(session, question.who, question.table)
    return None


def _mine(session: Session, entry: LogEntry, question: Question) -> bool:
    """Is it asked of whoever sent this?"""
    return question.who == entry.by and not _has_bot(session, question.who)


def _lasts(session: Session, question: Question) -> bool:
    """Does its clock go on through whatever its player does before they answer?"""
    return question.key in ruleset(session.ruleset).lasting


def _has_bot(session: Session, seat: str) -> bool:
    return (session.seat(seat) or Player(seat)).bot


def _clock(host: HostContext, session: Session, question: Question, now: float) -> Clock:
    player = session.seat(question.who) or Player(question.who)
    if player.bot:
        pause = host.config.bot_pause
        return Clock(question.who, now, pause, now + pause, question.secret, mark=marked(question))
    seconds = clocks.allowed(question.patience, session.pace)
    clock = clocks.start(question.who, seconds, now, player.habits, secret=question.secret)
    clock.mark, clock.lasting = marked(question), _lasts(session, question)
    return clock


def _giving_way(session: Session, game: Game[Any], question: Question) -> Clock:
    """Return a computer's clock, put off until the people have decided whom its answer would cut short, or their time
    is up.
    """
    clock = session.clocks[question.id]
    asked, bench = people_awaited(session, game, question)
    moments = [clock.asked + clock.allowed, *(session.clocks[each].due + AFTER for each in asked)]
    if bench:
        moments.append(clock.asked + clocks.on_bench(session.pace))
    return msgspec.structs.replace(clock, due=max(moments)) if max(moments) != clock.due else clock


def people_awaited(session: Session, game: Game[Any], question: Question) -> tuple[list[str], list[str]]:
    """Which questions to people, and which of their seats, a computer waits for before it answers this."""
    awaited = game.ruleset.awaited(game, question)
    asked = [q.id for q in awaited.questions if q.id in session.clocks and not _has_bot(session, q.who)]
    return asked, [seat for seat in awaited.seats if not _has_bot(session, seat)]


def marked(question: Question) -> int:
    """What is asked, of whom and where, in short."""
    return mark(Told(question.text, question.facts, question.who, f"{question.table} {question.key}"))


def due(host: HostContext, session: Session) -> float:
    """When a session's clocks next need a look; 0 when nothing runs."""
    if session.stage == LOBBY and not session.moved:
        return lobby_due(host, session)
    if session.stage != RUNNING or session.paused or session.moved:
        return 0.0
    moments = []
    for clock in session.clocks.values():
        player = session.seat(clock.who) or Player(clock.who)
        reminds = player.habits.reminders and not player.bot
        moments.append(clocks.next_moment(clock, player.habits, reminds=reminds))
    moments += [session.recap] if session.recap else []
    return max(session.held, min(moments)) if moments else 0.0


def lobby_due(host: HostContext, session: Session) -> float:
    """A lobby is warned, and closes after it has had the time to act on that; its words are waited for a turn."""
    config = host.config
    if session.opening:
        return session.opening + session.pace
    if not session.warned:
        return session.made + config.lobby_warning
    return session.warned + config.lobby_end - config.lobby_warning
