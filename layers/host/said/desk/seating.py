"""Seats people: joining, leaving, being shown out, stand-ins and votes about them."""

from __future__ import annotations

from engine.kernel import Illegal
from host.core import games, seats
from host.core.player_names import meant
from host.core.session import LOBBY, Player, Session
from host.said.answer_matching import game_meant, surely
from host.said.desk.answer import Answer, refusal, say
from host.said.desk.request import Request

ASKED = "You have asked for a seat. Whoever opened the game, or the table, lets you in; then wait for the next round."


def join(request: Request) -> Answer:
    """Take a seat, once this door can tell them secrets; with a word of their own for chance, if they bring one."""
    request.somebody()
    session, first = request.lobby(), request.sits()
    if first is not None:
        return first
    guest = request.guest(request.somebody(), request.words.strip())
    reply = games.join(request.house, request.command, session.id, guest)
    if not reply.ok:
        return refusal(reply)
    if session.stage == LOBBY:
        return request.has_sat()
    saved = request.house.store.game(session.id)  # a seat in a running game is asked for
    return request.has_sat() if saved and saved.session.plays(request.by) else say(ASKED)


def admit(request: Request) -> Answer:
    """Somebody who asks for a seat in a running game is let in."""
    session = request.session()
    wish = seats.wish_meant(session, request.named(request.words))
    return refusal(seats.admit(request.house, request.commanding(session), session.id, wish))


def leave(request: Request) -> Answer:
    """Give up one's seat for good."""
    session, text = _which(request)
    if session.stage != LOBBY and text.casefold() != "yes":
        again = request.spelled(surely("leave", request.words, text))
        raise Illegal("You would give up your seat for good. If you are sure, write {again}", again=again)
    return request.done(session, seats.leave(request.house, request.command, session.id))


def kick(request: Request) -> Answer:
    """The host shows a player out."""
    session, text = _which(request)
    seat = _player(request, session, text).seat
    return request.done(session, seats.kick(request.house, request.commanding(session), session.id, seat))


def standin(request: Request) -> Answer:
    """A computer plays on for somebody; without a name, for oneself."""
    session, text = _which(request)
    me = session.at(request.by)
    player = me if me is not None and not text else _player(request, session, text)
    return request.done(session, seats.takeover(request.house, request.commanding(session), session.id, player.seat))


def vote(request: Request) -> Answer:
    """Players agree on a stand-in for somebody who keeps them waiting."""
    session = request.session()
    seat = _player(request, session, request.words).seat
    return refusal(seats.vote_out(request.house, request.command, session.id, seat))


def _which(request: Request) -> tuple[Session, str]:
    return game_meant(request.likely(), request.sessions(), request.words)


def _player(request: Request, session: Session, text: str) -> Player:
    return meant(session.players, request.named(text))
