"""What a seat may be called, and the play that seats a newcomer: the same in every game."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.errors import Illegal
from engine.kernel.question import Play

LONGEST_SEAT = 40
RESERVED_SEATS = ("", "*")  # the public's and the host's own
NUMBER_SIGN = "#"  # parts a table's name, in which a seat can stand, from the number of a question


class Join(Play, frozen=True):
    """The play that seats a newcomer: a name is typed, and must be free."""

    taken: Sequence[str] = ()

    def check(self, answer: object) -> str:
        """Return the name of the seat that a newcomer asks for; raise Illegal with the reason if it is invalid or
        taken.
        """
        seat = str(Play.check(self, answer))
        check_seat_name(seat)
        if seat in self.taken:
            raise Illegal("{who} is already in this game.", code="already_seated", who=seat)
        return seat


def check_seat_name(seat: object) -> None:
    """Raise Illegal unless a seat's name is short, printable, and not reserved for something else."""
    if not isinstance(seat, str) or seat in RESERVED_SEATS or len(seat) > LONGEST_SEAT or not seat.isprintable():
        raise Illegal(
            "A player’s name must have 1 to {longest} readable characters.", code="bad_seat_name", longest=LONGEST_SEAT
        )
    if NUMBER_SIGN in seat:
        raise Illegal("A player’s name must not contain {sign}.", code="bad_seat_name", sign=NUMBER_SIGN)


def check_seats(players: Sequence[str]) -> None:
    """Raise Illegal unless all these names of seats are valid, and no two are the same."""
    for who in players:
        check_seat_name(who)
    if len(set(players)) < len(players):
        raise Illegal("Two players cannot have the same seat.", code="seats_not_distinct")
