"""Who may do what with a game: its host, its players, and those for whom a computer stands in."""

from __future__ import annotations

from engine.kernel import Illegal
from host.core.session import Command, SeatedPlayer, Session

NOT_HOST = "Only the player who opened this game, or an admin of a group that shows it, can do that."
NO_SEAT = "You do not play in this game."
OUT = "You have been removed from this game and cannot join it again."
STOOD_IN = "A computer is playing for you. Join again to play yourself."


def is_game_opener(session: Session, person: str) -> bool:
    """Return whether this person opened the game."""
    return bool(person) and person == session.by


def has_host_rights(command: Command, session: Session) -> bool:
    """Return whether the sender of a command has the host's rights in a game: its opener, the operator, or an admin of
    a place that shows it.
    """
    admin = command.admin and command.place in session.places
    return admin or command.operator or is_game_opener(session, command.by)


def check_host_rights(command: Command, session: Session) -> None:
    """Raise Illegal if the sender of a command does not have the host's rights in this game."""
    if not has_host_rights(command, session):
        raise Illegal(NOT_HOST, code="not_host")


def require_seated_player(session: Session, person: str) -> SeatedPlayer:
    """Return the player that this person is; raise Illegal if they have no seat or are out of the game."""
    found = session.find_player_of(person)
    if found is None:
        raise Illegal(NO_SEAT, code="no_seat")
    if found.out:
        raise Illegal(OUT, code="out_of_game")
    return found


def require_present_player(session: Session, person: str) -> SeatedPlayer:
    """Return the player that this person is; raise Illegal if they have no seat, are out, or a
    computer plays for them.
    """
    found = require_seated_player(session, person)
    if found.bot:
        raise Illegal(STOOD_IN, code="stand_in_plays")
    return found
