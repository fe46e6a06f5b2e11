"""Plays of a player who is in a round, at any time (lock in, leave a list, peek), and why one is refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engine.kernel.errors import Illegal
from engine.kernel.picture import BOARD
from engine.kernel.question import CHOICE, Form, Option, Play
from engine.kernel.text import Words, phrase
from engine.race import events, grid
from engine.race.events import LOCK_STANDS, LOCKED_BY, NO_SUCH, NOT_THERE, OPEN_ALREADY
from engine.race.table import C, P, RaceRound, RaceTable, Where


def lock_in_square(t: RaceTable[Any], who: str, n: int) -> None:
    """Lock in square `n` for a player's next turn, so that nobody else can open it, and announce that."""
    t.seat(who).locked = n
    t.tell(events.LockedIn(who=who, n=n, field=t.field))


def map_locked_squares(r: RaceRound[C, P]) -> dict[int, str]:
    """Return the squares that are locked in for somebody's next turn, each with the player who locked it in; this is
    public.
    """
    return {seat.locked: who for who, seat in r.seats.items() if seat.locked and seat.status == "in"}


def list_unlocked_squares(t: RaceTable[Any], who: str) -> Where:
    """List the closed squares that no player other than `who` has locked in for a later turn; if others have locked in
    all closed squares, list them all.
    """
    r = t.round
    free = closed = r.list_closed_squares()
    for name, seat in r.seats.items():
        if seat.locked and name != who and seat.status == "in":
            free = [n for n in free if n != seat.locked]
    return free or closed


def open_cell(r: RaceRound[C, P], n: int, who: str = "") -> C:
    """Open square `n` for the player `who` (empty for nobody), remove the lock-in of any player who had locked it in,
    and return the square.
    """
    cell = r.find_cell(n)
    cell.open, cell.by = True, who
    for seat in r.seats.values():
        if seat.locked == n:
            seat.locked = 0
    return cell


def lift_locks(t: RaceTable[Any]) -> None:
    """Remove all players' lock-ins from the board and announce it, because what lies on the squares may have
    changed.
    """
    seats = t.round.seats
    freed = [who for who in t.round.order if seats[who].locked]
    for who in freed:
        seats[who].locked = 0
    if freed:
        t.tell(events.LocksLifted(players=freed, field=t.field))


MOST_WISHES = 8

PLANNING = phrase(
    "You can write a list of squares, so that nobody has to wait for you. When it is your turn, I try the squares"
    " in this order. Nobody else sees your list. Write, for example: list 5 12 7"
)


def save_wish_list(t: RaceTable[Any], who: str, squares: list[int]) -> None:
    """Save a player's private list of squares, which are tried in its order when their turn comes, and confirm it to
    that player only.
    """
    t.seat(who).wishes = list(squares)
    t.whisper(who, events.ListNoted(squares=squares))


def can_leave_wish_list(t: RaceTable[Any], who: str) -> bool:
    """Return whether a player could now leave a list of squares for later turns: they are still in the round, and have
    neither a list nor a locked-in square.
    """
    return t.is_live(who) and not t.seat(who).wishes and not t.seat(who).locked


def clear_wish_list(t: RaceTable[Any], who: str, _: str) -> None:
    """Delete a player's private list of squares for later turns, and confirm it to that player only."""
    t.seat(who).wishes = []
    t.whisper(who, events.ListCleared())


def find_square_chosen_before(t: RaceTable[Any], who: str) -> int:
    """Return the square that a player opens in their turn without being asked: the one they locked in, else the first
    on their private list that is still free, else 0.
    """
    seat = t.seat(who)
    if seat.locked or not seat.wishes:
        return int(seat.locked)
    free = list_unlocked_squares(t, who)
    return next((n for n in seat.wishes if n in free), 0)


def remove_wish(t: RaceTable[Any], who: str, n: int) -> None:
    """Remove square `n` from a player's private list of squares for later turns, because that player has opened it."""
    seat = t.seat(who)
    if n in seat.wishes:
        seat.wishes = [wish for wish in seat.wishes if wish != n]


def take_peek(t: RaceTable[Any], who: str, n: int, what: Words, others: Iterable[str] = ()) -> None:
    """Use up one of a player's peeks: announce at which square they look, and tell `what` lies on it in private to that
    player and `others`.
    """
    t.seat(who).peeks -= 1
    t.tell(events.Peeked(who=who, n=n, field=t.field))
    for eyes in [who, *others]:
        t.whisper(eyes, events.PeekSeen(n=n, what=what, field=t.field))


T = TypeVar("T", bound=RaceTable[Any])


@dataclass(frozen=True)
class RacePlay(Generic[T]):
    """Something a player who is still in may do at any time; `choices` picks its options from the closed squares."""

    label: str
    does: Callable[[T, str, Any], None]
    choices: Callable[[T, str, Sequence[Option]], Sequence[Option]]
    form: Form = CHOICE
    secret: bool = False
    of: str = BOARD


def build_picture_path(t: RaceTable[Any], of: str) -> str:
    """Return the path `table/name` of the board or picture `of` on which players click to make a play, or an empty
    string if `of` is empty.
    """
    return f"{t.id}/{of}" if of else ""


def list_race_plays(t: T, who: str, freely: Mapping[str, RacePlay[T]]) -> list[Play]:
    """List what a player who is still in the round may do without being asked, out of the possible plays `freely`; a
    play that has no option now is left out.
    """
    plays = []
    closed = grid.list_square_options(t.round, t.round.list_closed_squares())
    for key, it in freely.items():
        choices = it.choices(t, who, closed)
        if choices:
            form = it.form
            if form.kind == "several":
                form = Form("several", form.low, min(form.high, len(choices)))
            plays.append(Play(key, it.label, choices, form, it.secret, build_picture_path(t, it.of)))
    return plays


def list_squares_to_lock(t: RaceTable[Any], who: str, _closed: Sequence[Option]) -> Sequence[Option]:
    """List the squares that a player may lock in for their next turn: none if they have locked one in already, else all
    closed ones that nobody else has locked in.
    """
    return [] if t.seat(who).locked else grid.list_square_options(t.round, list_unlocked_squares(t, who))


def list_clear_options(t: RaceTable[Any], who: str, _closed: Sequence[Option]) -> Sequence[Option]:
    """Return the single option `yes` for deleting a player's private list of squares; an empty list if the player has
    none.
    """
    return [Option("yes", "yes")] if t.seat(who).wishes else []


def list_peekable_squares(t: RaceTable[Any], who: str, closed: Sequence[Option]) -> Sequence[Option]:
    """List the squares at which a player may peek: all closed ones if they have a peek left, else none."""
    return closed if t.seat(who).peeks else []


def build_wish_list_play(label: str) -> RacePlay[Any]:
    """Build the play with which a player leaves a private list of squares for later turns, under this label."""
    form = Form("several", 1, MOST_WISHES)
    return RacePlay(label, save_wish_list, lambda _t, _who, closed: closed, form, secret=True)


CLEAR_LIST: RacePlay[Any] = RacePlay("Clear your list", clear_wish_list, list_clear_options, secret=True, of="")
HUGE = 10**9  # a number that is no slip of the thumb, and is not repeated
COORDINATE = re.compile(r"\s*([A-Za-z][0-9]{1,2})\s*")


def explain_used_up(t: RaceTable[Any], who: str, word: str) -> Illegal | None:
    """Return an error that explains why the play `word` is refused: a player has no peek left, or has already locked in
    a square. Return None if neither is so.
    """
    if word == "peek" and not t.seat(who).peeks:
        return Illegal("You have no peeks left in this round.", code="no_peek_left")
    if word == "lock" and t.seat(who).locked:
        return Illegal(LOCK_STANDS[t.field], code="already_locked_in", n=t.seat(who).locked)
    return None


def explain_taken_square(t: RaceTable[Any], who: str, value: object, *, barred: bool) -> Illegal | None:
    """Return an error if a square in the player's input is open, does not exist, or (only if `barred`) is locked in by
    another player; else None.
    """
    for n in list_typed_squares(value) if t.round.cells else ():
        if 1 <= n <= len(t.round.cells):
            if t.round.find_cell(n).open:
                return Illegal(OPEN_ALREADY[t.field], code="already_open", n=n)
            owner = find_lock_owner(t, n)
            if barred and owner not in ("", who):
                return Illegal(LOCKED_BY[t.field], code="locked_by_other", owner=owner, n=n)
        elif abs(n) < HUGE:
            return Illegal(NO_SUCH[t.field], code="no_such_square", name=n)
    return explain_missing_square(t, value)


def explain_missing_square(t: RaceTable[Any], value: object) -> Illegal | None:
    """Return an error if a player's input names a square such as K9 that this board does not have; else None."""
    items: Sequence[object] = value if isinstance(value, list | tuple) else [value]
    named = [found[1].upper() for item in items if isinstance(item, str) and (found := COORDINATE.fullmatch(item))]
    on_board = {grid.format_coordinate(n, t.round.columns) for n in range(1, len(t.round.cells) + 1)}
    name = next((name for name in named if name not in on_board), "")
    if not name or not on_board:
        return None
    rows = [grid.format_coordinate(n, t.round.columns)[0] for n in (1, len(t.round.cells))]
    return Illegal(
        NOT_THERE[t.field], code="no_such_square", name=name, first=rows[0], last=rows[1], columns=t.round.columns
    )


def find_lock_owner(t: RaceTable[Any], n: int) -> str:
    """Return the player still in the round who has locked in square `n`, or an empty string."""
    return next((name for name in t.list_living() if t.seat(name).locked == n), "")


def list_typed_squares(value: object) -> list[int]:
    """List the numbers of squares in what a player typed or clicked; whatever is no number is left out."""
    items: Sequence[object] = value if isinstance(value, list | tuple) else [value]
    words = [item.strip() for item in items if isinstance(item, str) and len(item) < 10]
    typed = [int(word) for word in words if word.isascii() and word.isdigit()]
    return typed + [item for item in items if isinstance(item, int) and not isinstance(item, bool)]
