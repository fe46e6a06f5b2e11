"""Seats of a Race: how many there are, what they may be called, and the one that a newcomer is given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from engine.kernel.errors import Illegal
from engine.kernel.question import Form, Option, Play
from engine.kernel.table import Table
from engine.kernel.text import Words
from engine.race import events

MOST_PLAYERS = 40
LONGEST_SEAT = 40
RESERVED = ("", "*")  # the public's and the host's own
T = TypeVar("T", bound=Table[Any])


class Join(Play, frozen=True):
    """The play that seats a newcomer: a name is typed, and must be free."""

    taken: Sequence[str] = ()

    def check(self, answer: object) -> str:
        """Return the seat, or raise Illegal with the reason."""
        seat = str(Play.check(self, answer))
        check_seat_name(seat)
        if seat in self.taken:
            raise Illegal("{who} has a seat already.", who=seat)
        return seat


def list_seat_plays(here: Sequence[str], newcomers: Sequence[str], joining: Words) -> list[Play]:
    """List what the host may do about seats: show a player out, let one leave, or add one while there is room."""
    seats = [*here, *newcomers]
    everybody = [Option(who, who) for who in seats]
    plays: list[Play] = []
    if everybody:
        plays = [Play("kick", "Show a player out", everybody), Play("leave", "A player leaves", everybody)]
    if len(seats) < MOST_PLAYERS:
        plays.append(Join("join", joining, form=Form("text"), taken=seats))
    return plays


def remove_race_player(t: T, key: str, who: str, newcomers: list[str], depart: Callable[[T, str], None]) -> None:
    """Remove a newcomer who does not come after all, or a player who leaves or is shown out."""
    if who in newcomers:
        newcomers.remove(who)
        t.tell(events.PlayerWithdrew(who=who))
    else:
        t.tell(events.PlayerShownOut(who=who) if key == "kick" else events.PlayerLeft(who=who))
        depart(t, who)


def check_seat_name(seat: object) -> None:
    """Raise Illegal unless a seat's name is short, printable and not reserved."""
    if not isinstance(seat, str) or seat in RESERVED or len(seat) > LONGEST_SEAT or not seat.isprintable():
        raise Illegal("A seat's name has 1 to {longest} characters that can be read.", longest=LONGEST_SEAT)


def check_players(players: Sequence[str]) -> None:
    """Raise Illegal unless there are two to forty players with different valid seats."""
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise Illegal("This game is for 2 to {most} players.", most=MOST_PLAYERS)
    for who in players:
        check_seat_name(who)
    if len(set(players)) < len(players):
        raise Illegal("Every player needs a seat of their own.")
