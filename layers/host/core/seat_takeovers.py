"""Seats that somebody is to take over: from when nothing lies there that was sealed in secret.

Until then a computer plays on, and the newcomer sees what everybody sees, also where no human plays just now: those
who let a computer stand in for them come back. Nor do they ever read what the seat was told in private before.
At the host's own show, where nobody has sat down yet, the first visitor plays at once: what lies there is nobody's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from host.core import events
from host.core.display_names import at_table, tame
from host.core.session import Player, SeatWish, Session

if TYPE_CHECKING:
    from engine.kernel import Game
    from host.core.transaction import Transaction


def theirs(session: Session, player: Player, wish: SeatWish) -> None:
    """From now on this seat is this person's, and its open questions are asked with new clocks."""
    others = [other.name for other in session.players if other is not player]
    player.name = at_table(tame(wish.name), player.seat.removeprefix("p"), others)
    player.person, player.place, player.habits, player.bot = wish.person, wish.place, wish.habits, False
    session.votes.pop(player.seat, None)
    for book in session.books():
        for key in [key for key, clock in book.items() if clock.who == player.seat]:
            del book[key]


def wait(tx: Transaction, player: Player, wish: SeatWish) -> None:
    """They are to have this seat; if nothing sealed lies there, at once."""
    tx.session.heirs[player.seat] = wish
    if not _ripe(tx, tx.game, player.seat):
        tx.say(events.SeatPromised(wish.shown(tx.session), player.seat))
    tx.resettle()


def _ripe(tx: Transaction, game: Game[Any], seat: str) -> bool:
    """Return whether the next owner of this seat would learn no secret."""
    players = tx.session.players
    if tx.session.open_seats and not any(player.person or player.since for player in players):
        return True
    return tx.rules.fresh(game, seat, resting=not game.save().tape)


def seated(tx: Transaction, game: Game[Any]) -> None:
    """Whoever has waited for a seat that is free of secrets now sits down."""
    session = tx.session
    for seat, wish in list(session.heirs.items()):
        player = session.seat(seat)
        if player is None or player.out or not player.bot or session.plays(wish.person):
            del session.heirs[seat]
        elif _ripe(tx, game, seat):
            del session.heirs[seat]
            theirs(session, player, wish)
            player.since = session.entries
            tx.say(events.SeatTaken(seat))
