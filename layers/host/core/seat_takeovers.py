"""Seats that somebody is to take over: from when nothing lies there that was sealed in secret.

Until then a computer plays on, and the newcomer sees what everybody sees, also where no human plays just now: those
who let a computer stand in for them come back. Nor do they ever read what the seat was told in private before.
At the host's own show, where nobody has sat down yet, the first visitor plays at once: what lies there is nobody's.
"""

from __future__ import annotations

from typing import Any

from engine.kernel import Game
from engine.kernel.event import Event
from host.core import events
from host.core.display_names import clean_display_name, make_name_distinct
from host.core.session import SeatedPlayer, SeatWish, Session


def assign_seat(session: Session, player: SeatedPlayer, wish: SeatWish) -> None:
    """Give this seat to a person under a name unlike any other at the table, and restart the clocks
    of its questions.
    """
    others = [other.name for other in session.players if other is not player]
    number = player.seat.removeprefix("p")
    player.name = make_name_distinct(clean_display_name(wish.name), number, others, program=wish.program)
    player.person, player.place, player.habits, player.bot = wish.person, wish.place, wish.habits, False
    player.program = wish.program
    session.votes.pop(player.seat, None)
    for book in session.iter_clock_books():
        for key in [key for key, clock in book.items() if clock.who == player.seat]:
            del book[key]


def promise_seat(session: Session, game: Game[Any], player: SeatedPlayer, wish: SeatWish) -> list[Event]:
    """Promise a seat to a person, who gets it as soon as it holds no secrets; return what to announce if they have to
    wait.
    """
    session.takeovers[player.seat] = wish
    if _is_free_of_secrets(session, game, player.seat):
        return []
    return [events.SeatPromised(wish.build_shown_name(session), player.seat)]


def _is_free_of_secrets(session: Session, game: Game[Any], seat: str) -> bool:
    """Return whether a new owner of this seat would learn no secret of the game by taking it."""
    if session.open_seats and not any(player.person or player.since for player in session.players):
        return True
    return game.ruleset.can_hand_over_seat(game, seat, resting=not game.save().tape)


def seat_waiting_people(session: Session, game: Game[Any]) -> list[Event]:
    """Give promised seats that hold no secrets any more to those who wait for them, and drop promises that no longer
    hold; return what to announce.
    """
    seated: list[Event] = []
    for seat, wish in list(session.takeovers.items()):
        player = session.find_player_in(seat)
        if player is None or player.out or not player.bot or session.has_active_seat(wish.person):
            del session.takeovers[seat]
        elif _is_free_of_secrets(session, game, seat):
            del session.takeovers[seat]
            assign_seat(session, player, wish)
            player.since = session.entries
            seated.append(events.SeatTaken(seat))
    return seated
