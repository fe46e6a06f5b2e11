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
    """A newcomer's seat is typed; it must be one that is free."""

    taken: Sequence[str] = ()

    def check(self, answer: object) -> str:
        """The seat, or a sentence that says why not."""
        seat = str(Play.check(self, answer))
        check_seat(seat)
        if seat in self.taken:
            raise Illegal("{who} has a seat already.", who=seat)
        return seat


def offered(here: Sequence[str], newcomers: Sequence[str], joining: Words) -> list[Play]:
    """The host may show somebody out, let somebody go, or seat somebody as long as there is room."""
    seats = [*here, *newcomers]
    everybody = [Option(who, who) for who in seats]
    plays: list[Play] = []
    if everybody:
        plays = [Play("kick", "Show a player out", everybody), Play("leave", "A player leaves", everybody)]
    if len(seats) < MOST_PLAYERS:
        plays.append(Join("join", joining, form=Form("text"), taken=seats))
    return plays


def go(t: T, key: str, who: str, newcomers: list[str], depart: Callable[[T, str], None]) -> None:
    """A newcomer does not come after all; anybody else departs, shown out or of their own accord."""
    if who in newcomers:
        newcomers.remove(who)
        t.tell(events.PlayerWithdrew(who=who))
    else:
        t.tell(events.PlayerShownOut(who=who) if key == "kick" else events.PlayerLeft(who=who))
        depart(t, who)


def check_seat(seat: object) -> None:
    """A seat is a word of bearable length that can be read."""
    if not isinstance(seat, str) or seat in RESERVED or len(seat) > LONGEST_SEAT or not seat.isprintable():
        raise Illegal("A seat's name has 1 to {longest} characters that can be read.", longest=LONGEST_SEAT)


def check_table(players: Sequence[str]) -> None:
    """Two to forty players, each with a seat of their own."""
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise Illegal("This game is for 2 to {most} players.", most=MOST_PLAYERS)
    for who in players:
        check_seat(who)
    if len(set(players)) < len(players):
        raise Illegal("Every player needs a seat of their own.")
