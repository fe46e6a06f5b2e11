"""A round of a Race as the shared rules see it: squares, seats in turn order, its table, and rows of totals."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from engine.kernel.table import Table
from engine.kernel.text import Words
from engine.race.events import SQUARE

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
        """Return the player's status in the round: `in` while still in it, else a word of the game's own."""


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
        """Return square number `n` of the round's board, counted from 1."""
        return self.cells[n - 1]

    def list_closed_squares(self) -> Where:
        """List the numbers of the board's squares that are not opened yet."""
        return [n for n, cell in enumerate(self.cells, 1) if not cell.open]

    def is_cleared(self) -> bool:
        """Return whether every square of the round's board is open."""
        for cell in self.cells:  # noqa: SIM110 - asked after every selection, and all() takes its time
            if not cell.open:
                return False
        return True

    def list_bomb_squares(self) -> Where:
        """List the numbers of the closed squares on which bombs lie."""
        return [n for n, cell in enumerate(self.cells, 1) if cell.bombs and not cell.open]

    def list_living(self) -> list[str]:
        """List the players still in the round, in turn order."""
        return [who for who in self.order if self.seats[who].status == "in"]

    def list_who_may_know(self, squares: Sequence[int]) -> list[str]:
        """List the players who may know something of what lies on these squares, and so may not predict: everybody with
        a seat, or only those still in if no square is given.
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
        one, an empty string if nobody is in.
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
        contain it, so that they differ from round to round.
        """

    def list_living(self, but: str = "") -> list[str]:
        """List the players still in this round in turn order; `but` names one to leave out."""
        living = self.round.list_living()
        return [who for who in living if who != but] if but else living

    @abstractmethod
    def is_live(self, who: str) -> bool:
        """Return whether the round is being played and this player is still in."""


NONE_YET = msgspec.Raw(b"[]")
_NUMBERS_DECODER = msgspec.json.Decoder(list[int])


def parse_number_row(row: msgspec.Raw) -> list[int]:
    """Decode a list of numbers as it is stored, such as a player's totals after each round, oldest first."""
    return _NUMBERS_DECODER.decode(row)


def encode_number_row(found: list[int]) -> msgspec.Raw:
    """Encode a list of numbers, such as a player's totals after each round, for storage."""
    return msgspec.Raw(msgspec.json.encode(found)) if found else NONE_YET


def append_to_number_row(before: msgspec.Raw, number: int, most: int | None = None) -> msgspec.Raw:
    """Return a stored list of numbers with `number` appended; if `most` is given, only its last `most` numbers are
    kept.
    """
    return encode_number_row([*parse_number_row(before), number][-most if most else 0 :])


def rank_totals(totals: Mapping[str, int]) -> list[tuple[int, str]]:
    """Return each player with their place by total, the highest first; equal totals share a place."""
    found: list[tuple[int, str]] = []
    place, last = 0, None
    for n, (who, total) in enumerate(sorted(totals.items(), key=itemgetter(1), reverse=True), 1):
        if total != last:
            place, last = n, total
        found.append((place, who))
    return found
