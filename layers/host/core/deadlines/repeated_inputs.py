"""Detects inputs that only lead round in circles, so that they buy nobody time: nobody draws or hears anything of them.

Whoever is led back to a question has for it what was left of their time; where nothing is left, they are not led back.
A question whose clock is lasting goes on with it, even where something has come of what its player did meanwhile: a
little time is left to answer then, and never the whole again.
Nor does anybody gain time by letting a computer stand in and coming back before it has answered.
And nobody makes a game's log longer for ever while the game stands still.
"""

from __future__ import annotations

from typing import Any

from engine.kernel import PUBLIC, Game, Illegal
from host.core.deadlines import clocks
from host.core.session import Clock, LogEntry, ReachableHours, Session

MIN_LASTING_SHARE = 1 / 8  # of a lasting clock that is left to whoever comes back to their question
TRIES = 2  # times that somebody may come back late, until something has come of it
MAX_IDLE_INPUTS = 200  # things that somebody may do while the game stands still
TOO_OFTEN = "You have done {often:n} things and the game has not moved on. Let it move on first."
TOO_LATE = "That leads back to a question for which you have no time left. Choose something else."
THEIRS = ("answer", "play")


def filter_clocks_by_seat(book: dict[str, Clock], seat: str) -> dict[str, Clock]:
    """Return the clocks of this seat."""
    return {key: clock for key, clock in book.items() if clock.who == seat}


def remember_settled_clocks(session: Session, entry: LogEntry, game: Game[Any], settled: dict[str, Clock]) -> None:
    """Keep the clocks of what this player has just settled while the game has not moved on by it; raise Illegal after
    too many such inputs.
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
            raise Illegal(TOO_OFTEN, code="too_often", often=MAX_IDLE_INPUTS)


def resume_own_clock(session: Session, entry: LogEntry, mark: int, now: float) -> Clock | None:
    """Return the clock of a question that this player has come back to by their own input, or None; raise Illegal if
    no time was left on it.
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
    """Return the lasting clock of a question to which others have led its player back, or None."""
    key = next(
        (key for key, clock in session.past.items() if clock.lasting and (clock.who, clock.mark) == (who, mark)), ""
    )
    return _grant_minimum_time(session, session.past.pop(key), now) if key else None


def _grant_minimum_time(session: Session, clock: Clock, now: float) -> Clock:
    """Return the clock with at least a little time left to answer."""
    late = (session.paused or now) + MIN_LASTING_SHARE * clock.allowed - clock.due
    player = session.find_player_in(clock.who)
    return clocks.shift_clock(clock, late, player.habits if player else ReachableHours()) if late > 0 else clock


def drop_lasting_clocks(session: Session, who: str) -> None:
    """Drop this player's lasting clocks, because they are asked something else now."""
    session.past = {key: clock for key, clock in session.past.items() if clock.who != who or not clock.lasting}


def drop_settled_clocks(session: Session, who: str, table: str) -> None:
    """Drop the clocks of what a player settled at this table, because others have led them on."""
    there = f"{table}#"
    session.past = {key: clock for key, clock in session.past.items() if clock.who != who or not key.startswith(there)}
