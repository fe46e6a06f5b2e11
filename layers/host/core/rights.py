"""Who may do what with a game: its host, its players, and those for whom a computer stands in."""

from __future__ import annotations

from engine.kernel import Illegal
from host.core.commands import Command
from host.core.session import Player, Session

NOT_HOST = "Only whoever opened this game, or an admin where it is shown, can do that."
NO_SEAT = "You have no seat in this game."
OUT = "You are out of this game for good."
STOOD_IN = "A computer is standing in for you. Join again to take your seat back."


def opened(session: Session, person: str) -> bool:
    """Is it this person who opened this game?"""
    return bool(person) and person == session.by


def hosts(command: Command, session: Session) -> bool:
    """The game's creator and those who look after a place where it is shown are its host."""
    admin = command.admin and command.place in session.places
    return admin or command.operator or opened(session, command.by)


def must_host(command: Command, session: Session) -> None:
    """Only its host may do this."""
    if not hosts(command, session):
        raise Illegal(NOT_HOST, code="not_host")


def seated(session: Session, person: str) -> Player:
    """The seat of this person, who is still in the game."""
    found = session.at(person)
    if found is None:
        raise Illegal(NO_SEAT, code="no_seat")
    if found.out:
        raise Illegal(OUT, code="out")
    return found


def present(session: Session, person: str) -> Player:
    """The seat of this person, for whom no computer answers."""
    found = seated(session, person)
    if found.bot:
        raise Illegal(STOOD_IN, code="stood_in")
    return found
