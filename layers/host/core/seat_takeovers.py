"""Seats that somebody is to take over: from when nothing lies there that others have sealed in secret.

Where only computers play, that is at once. Until then a computer plays on, and whoever waits sees what everybody sees;
nor do they ever read what the seat was told in private before it was theirs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from host.core.display_names import at_table, tame
from host.core.session import Player, SeatWish, Session

if TYPE_CHECKING:
    from engine.kernel import Game
    from host.core.transaction import Transaction

TAKEN = "{who} takes a seat."
WAITS = "{name} takes over the seat of {who} as soon as nothing sealed lies there."


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
        tx.say(WAITS, name=wish.shown(tx.session), who=player.seat)
    tx.resettle()


def _ripe(tx: Transaction, game: Game[Any], seat: str) -> bool:
    """Is nothing to be kept from whoever takes this seat? Where nobody else plays but computers, never."""
    alone = not any(player.person and not player.bot for player in tx.session.players)
    return alone or tx.rules.fresh(game, seat, resting=not game.save().tape)


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
            tx.say(TAKEN, who=seat)
