"""A round of a Race as the shared rules see it: its grid, seats in turn order, sealed bombs, and plays of all games."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from typing import Any, Generic, Literal, Protocol, TypeVar

import msgspec

from engine.kernel.chance import Sealed
from engine.kernel.errors import Illegal
from engine.kernel.picture import BOARD
from engine.kernel.question import CHOICE, Forecast, Form, Join, Option, Outcome, Play, Question, check_seats
from engine.kernel.record import Entry
from engine.kernel.ruleset import Deed, Ruleset
from engine.kernel.table import Table
from engine.kernel.text import Told, Words, phrase
from engine.race import events
from engine.race.events import COACHING, LOCK_STANDS, LOCKED_BY, NO_SUCH, NOT_THERE, OPEN_ALREADY, SQUARE

Where = list[int]


class RaceCell(Protocol):
    """One square. Bombs lie on top of what was drawn; `by` is the player who opened it."""

    bombs: list[str]  # whose; "" is nobody's
    open: bool
    by: str


class RaceSeat(Protocol):
    """One player in a round. The status `in` means still in it; all others are the game's own."""

    bombs: int  # how many to seal
    sealed: list[int]  # 0 once nobody knows where
    laid: int  # how many of these lay on the board before everybody sealed
    peeks: int
    locked: int
    wishes: list[int]  # squares to try when the turn comes

    @property
    def status(self) -> str:
        """Return the player's status in the round: `in` while still in it, else a word of the game's own. Each game's
        seats have this.
        """


C = TypeVar("C", bound=RaceCell)


P = TypeVar("P", bound=RaceSeat)


S = TypeVar("S")


class RaceRound(Generic[C, P]):
    """One round. A game keeps it as data with these fields, and others of its own, and inherits these methods."""

    __slots__ = ()

    title: Words
    rows: int
    columns: int
    cells: list[C]  # none before the board is laid
    seats: dict[str, P]
    order: list[str]  # of turns

    def find_cell(self, n: int) -> C:
        """Return the cell of square number `n` of the round's board, counted from 1. The caller must have made sure
        that there is one: 0 would give the last square.
        """
        return self.cells[n - 1]

    def list_closed_squares(self) -> Where:
        """List the numbers of the board's squares that are not opened yet; none before the board is laid."""
        return [n for n, cell in enumerate(self.cells, 1) if not cell.open]

    def list_squares_to_come(self) -> Where:
        """List the numbers of the closed squares, or of all squares of a board that is not laid yet."""
        return self.list_closed_squares() if self.cells else [*range(1, self.rows * self.columns + 1)]

    def is_cleared(self) -> bool:
        """Return whether every square of the round's board is open; True also while no board is laid."""
        for cell in self.cells:  # noqa: SIM110 - asked after every selection, and all() takes its time
            if not cell.open:
                return False
        return True

    def list_bomb_squares(self) -> Where:
        """List the numbers of the closed squares on which a bomb lies, no matter whose."""
        return [n for n, cell in enumerate(self.cells, 1) if cell.bombs and not cell.open]

    def list_living(self) -> list[str]:
        """List the players who are still in the round, in turn order."""
        return [who for who in self.order if self.seats[who].status == "in"]

    def list_who_may_know(self, squares: Sequence[int]) -> list[str]:
        """List the players who may know what lies on these squares, and so may not predict it: everybody with a seat in
        the round; if `squares` is empty, only those still in.
        """
        return [*self.seats] if squares else self.list_living()

    def is_contested(self) -> bool:
        """Return whether two or more players are still in the round."""
        one = False
        for seat in self.seats.values():
            if seat.status == "in":
                if one:
                    return True
                one = True
        return False

    def find_next_player(self, who: str) -> str:
        """Return the next player after `who` in turn order who is still in the round; `who` again if they are the only
        one, an empty string if nobody is in. The turn does not change.
        """
        at = self.order.index(who) if who in self.order else -1
        for name in self.order[at + 1 :] + self.order[: at + 1]:
            if self.seats[name].status == "in":
                return name
        return ""


class RaceTable(Table[S], ABC, Generic[S]):
    """The table of one round. `t.round` is its data, `t.seat(who)` a player's place in it."""

    field = SQUARE  # what players call one place on the board
    round: RaceRound[Any, Any]
    seat: Callable[[str], Any]

    @property
    @abstractmethod
    def edition(self) -> int:
        """Return the number of the round among all rounds played at a table of this name; the names of sealed choices
        contain it, so that they differ from round to round. Each game defines this.
        """

    def list_living(self, but: str = "") -> list[str]:
        """List the players who are still in this round, in turn order; `but` names one to leave out."""
        living = self.round.list_living()
        return [who for who in living if who != but] if but else living

    @abstractmethod
    def is_live(self, who: str) -> bool:
        """Return whether the round is played and this player has not been put out of it. Each game defines this."""

    def waits_to_begin(self, who: str) -> bool:  # noqa: ARG002 # only some games let players plan so early
        """Return whether this player has hidden their bombs and waits for others to do so; always False unless a game
        overrides it.
        """
        return False


NONE_YET = msgspec.Raw(b"[]")


_NUMBERS_DECODER = msgspec.json.Decoder(list[int])


def parse_number_row(row: msgspec.Raw) -> list[int]:
    """Decode a list of numbers as it is stored, such as a player's totals after each round, oldest first."""
    return _NUMBERS_DECODER.decode(row)


def encode_number_row(found: list[int]) -> msgspec.Raw:
    """Encode a list of numbers, such as a player's totals after each round, in the form in which it is stored."""
    return msgspec.Raw(msgspec.json.encode(found)) if found else NONE_YET


def append_to_number_row(before: msgspec.Raw, number: int, most: int | None = None) -> msgspec.Raw:
    """Return a new stored list: the numbers of the stored list `before`, with `number` at the end; if `most` is given,
    only the last `most` of them.
    """
    return encode_number_row([*parse_number_row(before), number][-most if most else 0 :])


def rank_totals(totals: Mapping[str, int]) -> list[tuple[int, str]]:
    """Return a pair (place, player) for each player, the highest total first. Equal totals share a place, and the next
    one counts on: 1, 1, 3.
    """
    found: list[tuple[int, str]] = []
    place, last = 0, None
    for n, (who, total) in enumerate(sorted(totals.items(), key=itemgetter(1), reverse=True), 1):
        if total != last:
            place, last = n, total
        found.append((place, who))
    return found


def format_coordinate(n: int, columns: int) -> str:
    """Format the number of a square, on a board with so many columns, as row and column: B4 is row B, column 4."""
    row, column = divmod(n - 1, columns)
    return f"{chr(ord('A') + row)}{column + 1}"


def list_square_options(r: RaceRound[Any, Any], squares: Iterable[int]) -> list[Option]:
    """Return an answer option for each of these squares of a round's board, in the order given: its value is the
    number, its label such as B4. Open squares are not left out; numbers of no square must not be among them.
    """
    named = _build_square_options(len(r.cells) or r.rows * r.columns, r.columns)
    return [*map(named.__getitem__, squares)]


@cache
def _build_square_options(size: int, columns: int) -> list[Option]:
    """Build the answer options for all squares of a board with `size` squares in so many columns; the option for square
    `n` is at index `n`, index 0 stands for none. Cached.
    """
    return [build_square_option(n, columns) for n in range(size + 1)]


@cache
def build_square_option(n: int, columns: int) -> Option:
    """Build the answer option for square number `n` of a board with so many columns: its value is the number, its label
    such as B4.
    """
    return Option(n, format_coordinate(n, columns))


def list_neighbours(r: RaceRound[Any, Any], n: int) -> list[int]:
    """List the numbers of the squares that touch square `n` of a round's board at a side or corner, open ones, too;
    none before the board is laid.
    """
    row, column = divmod(n - 1, r.columns)
    lines = range(max(0, row - 1), min(-(-len(r.cells) // r.columns), row + 2))
    around = [i * r.columns + j + 1 for i in lines for j in range(max(0, column - 1), min(r.columns, column + 2))]
    return [at for at in around if at != n and at <= len(r.cells)]


def parse_square(r: RaceRound[Any, Any], text: str) -> int:
    """Parse `17` or `D2`, as a player typed it, into the number of a square; raise Illegal if the board has no such
    square or the text is neither.
    """
    text = text.strip().upper()
    if text.isdecimal() and len(text) < 4:
        n = int(text)
    elif len(text) in (2, 3) and text[0].isalpha() and text[1:].isdecimal() and 0 < int(text[1:]) <= r.columns:
        n = (ord(text[0]) - ord("A")) * r.columns + int(text[1:])
    else:
        n = 0
    if not 1 <= n <= len(r.cells):
        last = format_coordinate(len(r.cells), r.columns)
        raise Illegal(
            "There is no square {square} here. Choose from 1 to {n}, or from A1 to {last}.",
            code="no_such_square",
            square=text[:10],
            n=len(r.cells),
            last=last,
        )
    return n


Place = Literal["corners", "edge", "middle", "diagonals", "top", "bottom", ""]


def prefer_squares_in_part(r: RaceRound[Any, Any], squares: Iterable[int], place: Place) -> list[int]:
    """Return those of the given squares that lie in this part of the board, such as a corner; if none of them does,
    return all given squares.
    """
    found = [*squares]
    return [n for n in found if is_square_in_part(r.rows, r.columns, n, place)] or found


def is_square_in_part(rows: int, columns: int, n: int, place: Place) -> bool:
    """Return whether square `n` of a board of this size lies in the part that `place` names: a corner, the edge, the
    middle (all but the edge), a diagonal, the top or bottom half (the middle row of an odd number is in neither); an
    empty `place` is the whole board.
    """
    row, column = divmod(n - 1, columns)
    on_row, on_column = row in (0, rows - 1), column in (0, columns - 1)
    return {
        "corners": on_row and on_column,
        "edge": on_row or on_column,
        "middle": not (on_row or on_column),
        "diagonals": row == column or row + column == columns - 1,
        "top": row < rows // 2,
        "bottom": row >= rows - rows // 2,
        "": True,
    }[place]


def count_bombs_to_seal(t: RaceTable[Any], who: str) -> int:
    """Count the bombs that a player must still seal (secretly place), but no more than there are squares left for
    them.
    """
    seat = t.seat(who)
    left: int = seat.bombs - len(seat.sealed)
    return min(left, len(list_sealable_squares(t, who))) if left > 0 else 0


def list_sealable_squares(t: RaceTable[Any], who: str) -> Sequence[int]:
    """List the closed squares on which a player may still seal (secretly place) a bomb: those where they have none
    yet.
    """
    squares, sealed = t.round.list_squares_to_come(), t.round.seats[who].sealed
    return [n for n in squares if n not in sealed] if sealed else squares


def build_seal_questions(t: RaceTable[Any], waiting: Sequence[str]) -> list[Question]:
    """Build, and do not ask yet, for each player in `waiting` the secret question on which square they hide their next
    bomb. From the second bomb on its number is among the question's facts, so that it is a new question with a time
    limit of its own.
    """
    asked = Question(
        key="bomb.seal",
        text="{round}: where do you hide your bomb?",
        lapse=0,
        of=BOARD,
        secret=True,
        patience="bomb",
        facts={"round": t.round.title},
    )

    def count_sealed(who: str) -> dict[str, int]:
        """Return the number of the bomb that this player is asked for as a fact of the question; no fact for the first
        one.
        """
        sealed = len(t.seat(who).sealed)
        return {"bomb": sealed + 1} if sealed else {}

    return t.put_questions(asked, waiting, lambda who: list_sealable_squares(t, who), count_sealed)


def seal_chosen_or_random_bomb(t: RaceTable[Any], who: str, n: int) -> None:
    """Seal (secretly place) a player's bomb on square `n`, or on a square drawn at random if `n` is 0 because their
    time ran out, and tell that player alone the receipt. With 0, a square must be left for them.
    """
    seal_one_bomb(t, who, n or t.draw_one("bomb.placed_by_host", list_sealable_squares(t, who)))


def seal_one_bomb(t: RaceTable[Any], who: str, n: int) -> str:
    """Record square `n` as the secret place of a player's next bomb, tell that player alone the receipt by which this
    can be checked later, and return the receipt. That the square may hold one is not checked. The bomb itself is put on
    the board by others (`lay_bombs`).
    """
    receipt = record_bomb_seal(t, who, n)
    t.whisper(who, events.BombSealed(n=n, receipt=receipt, field=t.field))
    return receipt


def record_bomb_seal(t: RaceTable[Any], who: str, n: int) -> str:
    """Record square `n` as the secret place of a player's next bomb, and return the receipt, told to nobody yet. That
    the square may hold one is not checked.
    """
    sealed = t.seat(who).sealed
    sealed.append(n)
    seal = build_bomb_seal(t, who, len(sealed) - 1)
    return t.game.seal_choice(seal.name, seal.what)


def add_sealed_bomb(t: RaceTable[Any], who: str, n: int) -> str:
    """Put one more bomb of a player on square `n` while the round is already in play, record it as their secret choice,
    tell that player alone its receipt, and return the receipt. That the square is closed, or nobody has locked it in,
    is not checked.
    """
    t.seat(who).bombs += 1
    t.round.find_cell(n).bombs.append(who)
    return seal_one_bomb(t, who, n)


def build_bomb_seal(t: RaceTable[Any], who: str, at: int) -> Sealed:
    """Build the sealed record of where a player's bomb number `at` (from 0) lies; once the game's secret is published,
    its receipt can be checked.
    """
    return Sealed(f"{t.id}|{t.edition}|{who}|{at}", str(t.seat(who).sealed[at]))


def lay_bombs(t: RaceTable[Any]) -> list[str]:
    """Put all bombs that players have sealed before the round begins onto the squares of the board, but those that lie
    there already; return the receipts of those newly put there, sorted, so that their order reveals no owner, and
    announce nothing. What counts as lying there already (`laid`) is not changed here.
    """
    receipts = []
    for who in t.round.order:
        seat = t.seat(who)
        for at, n in enumerate(seat.sealed[seat.laid :], seat.laid):
            t.round.find_cell(n).bombs.append(who)
            receipts.append(build_bomb_seal(t, who, at).compute_receipt(t.game.secret))
    return sorted(receipts)


def lock_in_square(t: RaceTable[Any], who: str, n: int) -> None:
    """Lock in square `n` for a player's next turn, so that nobody else can open it, and announce that; nothing is
    checked here.
    """
    t.seat(who).locked = n
    t.tell(events.LockedIn(who=who, n=n, field=t.field))


def map_locked_squares(r: RaceRound[C, P]) -> dict[int, str]:
    """Return the number of each square that a player still in the round has locked in for their next turn, with that
    player; this is public.
    """
    return {seat.locked: who for who, seat in r.seats.items() if seat.locked and seat.status == "in"}


def list_unlocked_squares(t: RaceTable[Any], who: str) -> Where:
    """List the numbers of the closed squares that no other player still in has locked in for a later turn; if others
    have locked in all closed squares, list them all.
    """
    r = t.round
    free = closed = r.list_closed_squares()
    for name, seat in r.seats.items():
        if seat.locked and name != who and seat.status == "in":
            free = [n for n in free if n != seat.locked]
    return free or closed


def open_cell(r: RaceRound[C, P], n: int, who: str = "") -> C:
    """Mark square `n` as opened by the player `who` (empty for nobody), end every lock-in of it, and return its cell.
    Nothing is announced, what lies there has no effect yet, and that it was closed is not checked.
    """
    cell = r.find_cell(n)
    cell.open, cell.by = True, who
    for seat in r.seats.values():
        if seat.locked == n:
            seat.locked = 0
    return cell


def lift_locks(t: RaceTable[Any]) -> None:
    """Remove all players' lock-ins, because what lies on the squares may have changed, and announce whose they were; do
    nothing if there are none.
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
    """Save a player's private list of squares in place of any earlier one, and confirm it to that player only; when
    their turn comes, the squares are tried in this order. None of them is checked here.
    """
    t.seat(who).wishes = list(squares)
    t.whisper(who, events.ListNoted(squares=squares))


def can_leave_wish_list(t: RaceTable[Any], who: str) -> bool:
    """Return whether a player could now leave a list of squares for later turns: they are still in the round or wait
    for it to begin, and have neither a list nor a locked-in square.
    """
    return (t.is_live(who) or t.waits_to_begin(who)) and not t.seat(who).wishes and not t.seat(who).locked


def clear_wish_list(t: RaceTable[Any], who: str, _: str) -> None:
    """Delete a player's private list of squares for later turns, and confirm it to that player only. The value of the
    play, `yes`, does not count.
    """
    t.seat(who).wishes = []
    t.whisper(who, events.ListCleared())


def find_square_chosen_before(t: RaceTable[Any], who: str) -> int:
    """Return the number of the square that a player opens in their turn without being asked: the one they locked in,
    else the first on their private list that is still closed and not locked in by another player, else 0. Nothing
    changes.
    """
    seat = t.seat(who)
    if seat.locked or not seat.wishes:
        return int(seat.locked)
    free = list_unlocked_squares(t, who)
    return next((n for n in seat.wishes if n in free), 0)


def remove_wish(t: RaceTable[Any], who: str, n: int) -> None:
    """Remove square `n`, which a player has opened, from their private list of squares for later turns, if it is on it;
    others' lists stay. Nothing is told.
    """
    seat = t.seat(who)
    if n in seat.wishes:
        seat.wishes = [wish for wish in seat.wishes if wish != n]


def take_peek(t: RaceTable[Any], who: str, n: int, what: Words, others: Iterable[str] = ()) -> None:
    """Use up one of a player's peeks (that they have one is not checked): announce at which square they look, and tell
    in private, to that player and to `others`, that `what` lies there. The caller says what it is.
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
    """List which of the plays `freely` (keyed by their names) this player can make now without being asked; one that
    offers no option now is left out. The caller has checked that the player may make such plays at all.
    """
    plays = []
    closed = list_square_options(t.round, t.round.list_squares_to_come())
    for key, it in freely.items():
        choices = it.choices(t, who, closed)
        if choices:
            form = it.form
            if form.kind == "several":
                form = Form("several", form.low, min(form.high, len(choices)))
            plays.append(Play(key, it.label, choices, form, it.secret, build_picture_path(t, it.of)))
    return plays


def list_squares_to_lock(t: RaceTable[Any], who: str, _closed: Sequence[Option]) -> Sequence[Option]:
    """List as options the squares that a player may lock in for their next turn: none if they have locked one in
    already, else the closed ones that nobody else has locked in (all closed ones if none is left). `_closed` is not
    used.
    """
    return [] if t.seat(who).locked else list_square_options(t.round, list_unlocked_squares(t, who))


def list_clear_options(t: RaceTable[Any], who: str, _closed: Sequence[Option]) -> Sequence[Option]:
    """Return the single option `yes` for deleting a player's private list of squares; an empty list if the player has
    none.
    """
    return [Option("yes", "yes")] if t.seat(who).wishes else []


def list_peekable_squares(t: RaceTable[Any], who: str, closed: Sequence[Option]) -> Sequence[Option]:
    """List as options the squares at which a player may peek: all those given as `closed` if they have a peek left,
    else none.
    """
    return closed if t.seat(who).peeks else []


def build_wish_list_play(label: str) -> RacePlay[Any]:
    """Build the play, labelled `label`, with which a player leaves a private list of one to eight squares to be opened
    in later turns; its options are all closed squares.
    """
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
    """Return an error for the first number in a player's input whose square is open, does not exist, or (only if
    `barred`) is locked in by another player; else one for a coordinate that the board does not have; else None. None,
    too, before the board is laid.
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
    """Return an error if a player's input, or one part of it, is a coordinate such as K9 that this board does not have;
    None otherwise, also for plain numbers, and before the board is laid.
    """
    items: Sequence[object] = value if isinstance(value, list | tuple) else [value]
    named = [found[1].upper() for item in items if isinstance(item, str) and (found := COORDINATE.fullmatch(item))]
    on_board = {format_coordinate(n, t.round.columns) for n in range(1, len(t.round.cells) + 1)}
    name = next((name for name in named if name not in on_board), "")
    if not name or not on_board:
        return None
    rows = [format_coordinate(n, t.round.columns)[0] for n in (1, len(t.round.cells))]
    return Illegal(
        NOT_THERE[t.field], code="no_such_square", name=name, first=rows[0], last=rows[1], columns=t.round.columns
    )


def find_lock_owner(t: RaceTable[Any], n: int) -> str:
    """Return the player still in the round who has locked in square `n`, or an empty string."""
    return next((name for name in t.list_living() if t.seat(name).locked == n), "")


def list_typed_squares(value: object) -> list[int]:
    """List the whole numbers in what a player typed or clicked, one value or several; they may be no squares of the
    board. Those that come as text stand before those that come as numbers. A coordinate such as B4, and whatever else
    is no number, is left out.
    """
    items: Sequence[object] = value if isinstance(value, list | tuple) else [value]
    words = [item.strip() for item in items if isinstance(item, str) and len(item) < 10]
    typed = [int(word) for word in words if word.isascii() and word.isdigit()]
    return typed + [item for item in items if isinstance(item, int) and not isinstance(item, bool)]


# -- what the rules of every Race have in common: seats, what can be predicted of a round, what is counted


MOST_PLAYERS = 40
AnyTable = TypeVar("AnyTable", bound=Table[Any])


def list_seat_plays(here: Sequence[str], newcomers: Sequence[str], joining: Words) -> list[Play]:
    """List what the person who hosts the game may do about seats: remove a player, let one leave, or (labelled
    `joining`) add one while there is room. `here` are the players, `newcomers` those who wait for the next round.
    """
    seats = [*here, *newcomers]
    everybody = [Option(who, who) for who in seats]
    plays: list[Play] = []
    if everybody:
        plays = [Play("kick", "Remove a player", everybody), Play("leave", "A player leaves", everybody)]
    if len(seats) < MOST_PLAYERS:
        plays.append(Join("join", joining, form=Form("text"), taken=seats))
    return plays


def remove_race_player(
    t: AnyTable, key: str, who: str, newcomers: list[str], depart: Callable[[AnyTable, str], None]
) -> None:
    """Announce that a player left, or was removed if `key` is `kick`, and then call `depart`, the game's own function,
    to take them out of the game. A player who only waits in `newcomers` is taken off that list instead, and it is
    announced that they do not join.
    """
    if who in newcomers:
        newcomers.remove(who)
        t.tell(events.PlayerWithdrew(who=who))
    else:
        t.tell(events.PlayerShownOut(who=who) if key == "kick" else events.PlayerLeft(who=who))
        depart(t, who)


def check_players(players: Sequence[str]) -> None:
    """Raise Illegal unless there are two to forty players with different valid seats."""
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise Illegal("This game is for 2 to {most} players.", code="wrong_number_of_players", most=MOST_PLAYERS)
    check_seats(players)


def list_money_deeds(who: str, word: str, amount: int, source: str) -> Iterator[Deed]:
    """Yield two entries for a player's statistics about money that they won or lost: the amount added under `word`
    (such as `won`), and added under `word` with its source (such as `won cash`).
    """
    yield Deed(who, word, amount)
    yield Deed(who, f"{word} {source}", amount)


def list_shared_deeds(deeds: Mapping[str, Iterable[str]]) -> Iterator[Deed]:
    """Yield deeds (counts for people's statistics) from `deeds`, which maps the name of each deed to the players who
    have done it: one deed for each of them.
    """
    for name, players in deeds.items():
        yield from (Deed(who, name) for who in players)


def list_tagged_deeds(told: Told) -> Iterator[Deed]:
    """Yield one entry for the statistics of the player in the fact `who` of this announcement (there must be one), if
    its kind is one that is counted (its `deed`); else nothing.
    """
    if deed := told.deed:
        yield Deed(told.facts["who"], deed)


class TapedMinigame(Protocol):
    """A minigame in progress that has a tape of its own."""

    tape: list[Entry]


class RaceState(Protocol):
    """The state of a whole race."""

    @property
    def booths(self) -> Mapping[str, TapedMinigame]:
        """Return the minigames in progress, keyed by the names of their tables. Each game's state has this."""

    def here(self) -> list[str]:
        """List everybody who takes part, in seat order. Each game's state has this."""


State = TypeVar("State", bound=RaceState)


class RaceRules(Ruleset[State]):
    """The part of the ruleset shared by all Race games."""

    seats = range(2, MOST_PLAYERS + 1)
    coaching = COACHING

    def phrase_fall(self, told: Sequence[Told], seat: str) -> Words:
        """Return a sentence about whose hidden bomb put the player `seat` out in these announcements, or that it was
        their own; empty if they were not put out, or not by a bomb that a player had hidden.
        """
        scenes = [(n - each.of, each) for n, each in enumerate(told)]
        fell = {head for head, each in scenes if each.deed == "outs" and each.facts["who"] == seat}
        parts = [(each, each.kind) for head, each in scenes if head in fell]
        owned = [(each, kind) for each, kind in parts if kind and kind.beat and kind.beat.kind == "owned"]
        owners = [who for each, kind in owned for who in kind.list_seats(each.facts)]
        if owners == [seat]:
            return phrase("It was your own bomb.")
        return phrase("It was a bomb of {owners}.", owners=owners) if owners else ""

    def list_players(self, state: State) -> Sequence[str]:
        """List all players who take part, in seat order."""
        return state.here()

    def find_private_tape(self, state: State, table: str) -> list[Entry] | None:
        """Return the tape (recorded inputs) of the minigame at this table, or None for any other table. Each minigame
        has a tape of its own, so that nobody outside waits for it.
        """
        return state.booths[table].tape if table in state.booths else None


def build_seat_options(who: list[str]) -> list[Option]:
    """Build the answer options of a prediction about players: one for each of these names."""
    return [Option(each, each) for each in who]


def list_round_forecasts(name: str, r: RaceRound[Any, Any]) -> Iterator[Forecast]:
    """Yield what can be predicted of the round of this name, while at least two players are in: who is out next, and
    who wins. Players still in may not predict; once one of them has locked in a square, on which others may know what
    lies, nobody with a seat in the round may.
    """
    living = r.list_living()
    know = r.list_who_may_know([n for who in living if (n := r.seats[who].locked)])
    if len(living) > 1:
        yield Forecast(
            f"{name}/falls", phrase("{round}: who goes out next?", round=r.title), build_seat_options(living), know
        )
        yield Forecast(f"{name}/wins", phrase("{round}: who wins?", round=r.title), build_seat_options(living), know)


def build_fall_outcome(table: str, who: str) -> Outcome:
    """Build the result that decides the prediction “who goes out next?” for this table: it was `who`."""
    return Outcome(f"{table}/falls", [who])


def list_round_outcomes(table: str, winners: list[str]) -> Iterator[Outcome]:
    """Yield the results of spectators' predictions when the round at this table ends: who has won it; all other
    predictions about this round that are still undecided are cancelled.
    """
    yield Outcome(f"{table}/wins", winners)
    yield Outcome(f"{table}/")
