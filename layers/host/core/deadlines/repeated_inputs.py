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

LEAST = 1 / 8  # of a lasting clock that is left to whoever comes back to their question
TRIES = 2  # times that somebody may come back late, until something has come of it
OFTEN = 200  # things that somebody may do while the game stands still
TOO_OFTEN = "You have done {often:n} things and the game has not moved on. Let it move on first."
TOO_LATE = "That leads back to a question for which you have no time left. Choose something else."
THEIRS = ("answer", "play")


def asked(book: dict[str, Clock], seat: str) -> dict[str, Clock]:
    """The clocks of this seat."""
    return {key: clock for key, clock in book.items() if clock.who == seat}


def noted(session: Session, entry: LogEntry, game: Game[Any], settled: dict[str, Clock]) -> None:
    """Keep the clocks of what this player has just settled, as long as the game has not moved on by it."""
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
        if session.idle[who] > OFTEN:
            raise Illegal(TOO_OFTEN, code="too_often", often=OFTEN)


def led_back(session: Session, entry: LogEntry, mark: int, now: float) -> Clock | None:
    """The clock of what this player was asked before, and has come back to by themselves."""
    key = next((key for key, clock in session.past.items() if clock.mark == mark and clock.who == entry.by), None)
    if key is None:
        return None
    clock = session.past.pop(key)
    if clock.due <= (session.paused or now) and entry.kind in THEIRS:
        if not clock.lasting or session.idle.get(entry.by, 0) > TRIES:
            raise Illegal(TOO_LATE, code="too_late")
        return _with_least(session, clock, now)
    return clock


def goes_on(session: Session, who: str, mark: int, now: float) -> Clock | None:
    """The lasting clock of a question to which others have led its player back."""
    key = next(
        (key for key, clock in session.past.items() if clock.lasting and (clock.who, clock.mark) == (who, mark)), ""
    )
    return _with_least(session, session.past.pop(key), now) if key else None


def _with_least(session: Session, clock: Clock, now: float) -> Clock:
    """A little time is left to answer; it is as if it had been asked so much later."""
    late = (session.paused or now) + LEAST * clock.allowed - clock.due
    player = session.seat(clock.who)
    return clocks.moved(clock, late, player.habits if player else ReachableHours()) if late > 0 else clock


def lasts_no_longer(session: Session, who: str) -> None:
    """This player is asked something else: what lasted is behind them."""
    session.past = {key: clock for key, clock in session.past.items() if clock.who != who or not clock.lasting}


def asked_anew(session: Session, who: str, table: str) -> None:
    """Others have led this player on, so what they settled here before is behind them."""
    there = f"{table}#"
    session.past = {key: clock for key, clock in session.past.items() if clock.who != who or not key.startswith(there)}
