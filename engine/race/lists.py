"""Lists: squares that a player who will be away wants tried, in order, when the turn comes; nobody else sees them."""

from __future__ import annotations

from typing import Any

from engine.kernel.text import phrase
from engine.race import events
from engine.race.locks import list_unlocked_squares
from engine.race.table import RaceTable

MOST_WISHES = 8
PLANNING = phrase(
    "You can leave a list of squares, so that nobody has to wait for you: when your turn comes they are tried in that "
    "order. Nobody else sees it. Write, say: list 5 12 7"
)


def save_wish_list(t: RaceTable[Any], who: str, squares: list[int]) -> None:
    """Save a player's private list of squares, to be tried in order when their turn comes."""
    t.seat(who).wishes = list(squares)
    t.whisper(who, events.ListNoted(squares=squares))


def can_leave_wish_list(t: RaceTable[Any], who: str) -> bool:
    """Return whether a player is still in and has neither a list nor a square locked in."""
    return t.is_live(who) and not t.seat(who).wishes and not t.seat(who).locked


def clear_wish_list(t: RaceTable[Any], who: str, _: str) -> None:
    """Delete a player's list."""
    t.seat(who).wishes = []
    t.whisper(who, events.ListCleared())


def find_square_chosen_before(t: RaceTable[Any], who: str) -> int:
    """Return the square to open without asking: the one locked in, else the first free one on the list, else 0."""
    seat = t.seat(who)
    if seat.locked or not seat.wishes:
        return int(seat.locked)
    free = list_unlocked_squares(t, who)
    return next((n for n in seat.wishes if n in free), 0)


def remove_wish(t: RaceTable[Any], who: str, n: int) -> None:
    """Remove a square from a player's list, once they have opened it."""
    seat = t.seat(who)
    if n in seat.wishes:
        seat.wishes = [wish for wish in seat.wishes if wish != n]
