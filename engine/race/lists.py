"""Lists: squares that a player who will be away wants tried, in order, when the turn comes; nobody else sees them."""

from __future__ import annotations

from typing import Any

from engine.kernel.text import phrase
from engine.race import events
from engine.race.locks import free_squares
from engine.race.table import RaceTable

MOST_WISHES = 8
PLANNING = phrase(
    "You can leave a list of squares, so that nobody has to wait for you: when your turn comes they are tried in that "
    "order. Nobody else sees it. Write, say: list 5 12 7"
)


def wish(t: RaceTable[Any], who: str, squares: list[int]) -> None:
    """A player leaves a private list, tried in order when the turn comes."""
    t.seat(who).wishes = list(squares)
    t.whisper(who, events.ListNoted(squares=squares))


def could_leave_one(t: RaceTable[Any], who: str) -> bool:
    """Is this player still in, without a list or a square locked in?"""
    return t.live(who) and not t.seat(who).wishes and not t.seat(who).locked


def clear(t: RaceTable[Any], who: str, _: str) -> None:
    """The list is thrown away."""
    t.seat(who).wishes = []
    t.whisper(who, events.ListCleared())


def chosen_before(t: RaceTable[Any], who: str) -> int:
    """The square that is opened without asking: locked in, or else the first on the list that is free; 0 is none."""
    seat = t.seat(who)
    if seat.locked or not seat.wishes:
        return int(seat.locked)
    free = free_squares(t, who)
    return next((n for n in seat.wishes if n in free), 0)


def strike_off(t: RaceTable[Any], who: str, n: int) -> None:
    """A square that has been selected is no wish any more."""
    seat = t.seat(who)
    if n in seat.wishes:
        seat.wishes = [wish for wish in seat.wishes if wish != n]
