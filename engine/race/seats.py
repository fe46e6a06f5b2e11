"""Seats of a Race: how many there are, and the one that a newcomer is given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from engine.kernel.errors import Illegal
from engine.kernel.question import Form, Option, Play
from engine.kernel.seats import Join, check_seats
from engine.kernel.table import Table
from engine.kernel.text import Words
from engine.race import events

MOST_PLAYERS = 40
T = TypeVar("T", bound=Table[Any])


def list_seat_plays(here: Sequence[str], newcomers: Sequence[str], joining: Words) -> list[Play]:
    """List what the host may do about seats: remove a player, let one leave, or add one while there is room."""
    seats = [*here, *newcomers]
    everybody = [Option(who, who) for who in seats]
    plays: list[Play] = []
    if everybody:
        plays = [Play("kick", "Remove a player", everybody), Play("leave", "A player leaves", everybody)]
    if len(seats) < MOST_PLAYERS:
        plays.append(Join("join", joining, form=Form("text"), taken=seats))
    return plays


def remove_race_player(t: T, key: str, who: str, newcomers: list[str], depart: Callable[[T, str], None]) -> None:
    """Remove a player who leaves or is removed, or a newcomer who has not begun to play."""
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
