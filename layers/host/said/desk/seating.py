"""Seats people: joining, being let in, leaving, being shown out or replaced, stand-ins and votes about them."""

from __future__ import annotations

from engine.kernel import Illegal, Told
from host.core import games, seats
from host.core.beginning import checked_hash
from host.core.names_in_text import meant
from host.core.session import LOBBY, Session
from host.said.answer_matching import game_meant, surely
from host.said.desk.answer import Answer, refusal, say
from host.said.desk.request import Request

NOBODY_NEW = "Reply to a message of the newcomer with {replace} and the name of the player who goes."
IN = "You are in. I shall tell you here whatever is only for you."
NO_HASH = (
    "What you wrote after it does not count for chance: the host would know it before the last seat is taken. "
    "Seal a word with {join}; our page about fair play tells how."
)
ASKED = "You have asked for a seat. Whoever opened the game, or the table, lets you in; then wait for the next round."


def join(request: Request) -> Answer:
    """Take a seat, once this door can tell them secrets; with the hash of a word for chance, if they bring one."""
    session, first = request.lobby(), request.sits()
    if first is not None:
        return first
    text = request.words.strip()
    guest = request.guest(request.somebody(), text)
    reply = games.join(request.host, request.command, session.id, guest)
    if not reply.ok:
        return refusal(reply)
    # A seat in a running game is asked for.
    found = request.has_sat() if session.stage == LOBBY or _plays(request, session) else say(ASKED)
    if text and session.stage == LOBBY and not checked_hash(text):
        found.lines.append(Told(NO_HASH, {"join": request.spelled("join HASH")}))
    return found


def open_word(request: Request) -> Answer:
    """Open the word that they have sealed."""
    session = request.lobby()
    return request.done(session, games.open_word(request.host, request.command, session.id, request.words))


def arrive(request: Request, game: str, invited: str) -> Answer:
    """Somebody comes through a table's own link, into a place where they can be told secrets."""
    guest = request.guest(request.somebody(), invited=invited)
    reply = games.join(request.host, request.command, game, guest)
    saved = request.host.store.game(game)
    player = saved.session.at(request.by) if saved else None
    if player and not player.bot:
        return say(IN)
    return say(ASKED) if reply.ok else refusal(reply)


def turned_away(request: Request, session: Session, invited: str) -> Answer | None:
    """Why nobody unknown gets a seat here; nothing, if they do. Nothing is kept of whoever is turned away."""
    reply = games.no_seat(request.host, session.id, invited)
    return refusal(reply) if reply else None


def _plays(request: Request, session: Session) -> bool:
    saved = request.host.store.game(session.id)
    return bool(saved and saved.session.plays(request.by))


def invite(request: Request) -> Answer:
    """From now on only those who are invited take a seat."""
    session = request.lobby()
    return refusal(seats.close_door(request.host, request.commanding(session), session.id))


def admit(request: Request) -> Answer:
    """Somebody who asks for a seat in a running game is let in."""
    session = request.session()
    wish = request.chosen or seats.wish_meant(session, request.named(request.words))
    return refusal(seats.admit(request.host, request.commanding(session), session.id, wish))


def leave(request: Request) -> Answer:
    """Give up one's seat for good."""
    session, text = _which(request)
    if session.stage != LOBBY and not request.sure(text):
        again = surely("leave", request.words, text)
        raise request.doubt("You would give up your seat for good. If you are sure, write {again}", again)
    return request.done(session, seats.leave(request.host, request.command, session.id))


def kick(request: Request) -> Answer:
    """The host shows a player out."""
    session, text = _which(request)
    seat = _seat(request, session, text)
    return request.done(session, seats.kick(request.host, request.commanding(session), session.id, seat))


def replace(request: Request) -> Answer:
    """The host gives a player's seat to somebody else."""
    session, newcomer = request.session(), request.newcomer()
    if newcomer is None:
        raise Illegal(NOBODY_NEW, replace=request.spelled("replace"))
    seat, guest = _seat(request, session, request.words), request.guest(newcomer)
    reply = seats.replace(request.host, request.commanding(session), session.id, seat, guest)
    return request.welcome(newcomer) if reply.ok and not newcomer.place else refusal(reply)


def standin(request: Request) -> Answer:
    """A computer plays on for somebody; without a name, for oneself."""
    session, text = _which(request)
    me = session.at(request.by)
    seat = me.seat if me is not None and not (text or request.chosen) else _seat(request, session, text)
    return request.done(session, seats.takeover(request.host, request.commanding(session), session.id, seat))


def vote(request: Request) -> Answer:
    """Players agree on a stand-in for somebody who keeps them waiting."""
    session = request.session()
    seat = _seat(request, session, request.words)
    return refusal(seats.vote_out(request.host, request.command, session.id, seat))


def _which(request: Request) -> tuple[Session, str]:
    return game_meant(request.likely(), request.sessions(), request.words)


def _seat(request: Request, session: Session, text: str) -> str:
    """Whose seat this is about, by a button or by what was written."""
    return request.chosen or meant(session.players, request.named(text)).seat
