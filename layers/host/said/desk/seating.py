"""Seats people: joining, being let in, leaving, being shown out or replaced, stand-ins and votes about them."""

from __future__ import annotations

from engine.kernel import Illegal, Told
from host.core import games, seats
from host.core.beginning import parse_word_hash
from host.core.names_in_text import find_player_by_name
from host.core.session import LOBBY, Session
from host.said.answer_matching import format_confirmation, pick_named_game
from host.said.desk.answer import DeskAnswer, answer_reply, answer_sentence
from host.said.desk.request import DeskRequest

NOBODY_NEW = "Reply to a message of the newcomer with {replace} and the name of the player who goes."
IN = "You are in. I shall tell you here whatever is only for you."
NO_HASH = (
    "What you wrote after it does not count for chance: the host would know it before the last seat is taken. "
    "Seal a word with {join}; our page about fair play tells how."
)
SEAT_ASKED_FOR = (
    "You have asked for a seat. Whoever opened the game, or the table, lets you in; then wait for the next round."
)


def join_table(request: DeskRequest) -> DeskAnswer:
    """Take a seat once this door can tell the person secrets, with the hash of a word for chance if they bring one."""
    session, first = request.pick_lobby(), request.prepare_seat()
    if first is not None:
        return first
    text = request.words.strip()
    guest = request.make_guest(request.require_person(), text)
    reply = games.sit_at_table(request.host, request.command, session.id, guest)
    if not reply.ok:
        return answer_reply(reply)
    # A seat in a running game is asked for.
    found = (
        request.confirm_seat()
        if session.stage == LOBBY or _has_seat(request, session)
        else answer_sentence(SEAT_ASKED_FOR)
    )
    if text and session.stage == LOBBY and not parse_word_hash(text):
        found.lines.append(Told(NO_HASH, {"join": request.format_command("join HASH")}))
    return found


def open_own_word(request: DeskRequest) -> DeskAnswer:
    """Open the word that the person has sealed for chance."""
    session = request.pick_lobby()
    return request.answer_done(
        session, games.submit_sealed_word(request.host, request.command, session.id, request.words)
    )


def join_by_link(request: DeskRequest, game: str, invited: str) -> DeskAnswer:
    """Seat a person who comes through a table's own link."""
    guest = request.make_guest(request.require_person(), invited=invited)
    reply = games.sit_at_table(request.host, request.command, game, guest)
    saved = request.host.store.load_game(game)
    player = saved.session.find_player_of(request.by) if saved else None
    if player and not player.bot:
        return answer_sentence(IN)
    return answer_sentence(SEAT_ASKED_FOR) if reply.ok else answer_reply(reply)


def find_seat_refusal(request: DeskRequest, session: Session, invited: str) -> DeskAnswer | None:
    """Return why a stranger gets no seat here, or None if they do. Nothing is stored of those refused."""
    reply = games.find_join_refusal(request.host, session.id, invited)
    return answer_reply(reply) if reply else None


def _has_seat(request: DeskRequest, session: Session) -> bool:
    saved = request.host.store.load_game(session.id)
    return bool(saved and saved.session.has_active_seat(request.by))


def admit_invited_only(request: DeskRequest) -> DeskAnswer:
    """Let only invited people take a seat from now on."""
    session = request.pick_lobby()
    return answer_reply(seats.restrict_seats_to_invited(request.host, request.make_command(session), session.id))


def admit_player(request: DeskRequest) -> DeskAnswer:
    """Let a person who asks for a seat in a running game in."""
    session = request.pick_game()
    wish = request.chosen or seats.find_wish_by_name(session, request.strip_mention(request.words))
    return answer_reply(seats.admit_to_seat(request.host, request.make_command(session), session.id, wish))


def leave_table(request: DeskRequest) -> DeskAnswer:
    """Give up one's seat for good, after confirming it in a running game."""
    session, text = _pick_seat_game(request)
    if session.stage != LOBBY and not request.is_confirmed(text):
        again = format_confirmation("leave", request.words, text)
        raise request.make_confirmation("You would give up your seat for good. If you are sure, write {again}", again)
    return request.answer_done(session, seats.leave_game(request.host, request.command, session.id))


def kick_named_player(request: DeskRequest) -> DeskAnswer:
    """Show a player out, as the host."""
    session, text = _pick_seat_game(request)
    seat = _find_seat(request, session, text)
    return request.answer_done(
        session, seats.kick_from_seat(request.host, request.make_command(session), session.id, seat)
    )


def replace_named_player(request: DeskRequest) -> DeskAnswer:
    """Give a player's seat to somebody else, as the host."""
    session, newcomer = request.pick_game(), request.find_newcomer()
    if newcomer is None:
        raise Illegal(NOBODY_NEW, replace=request.format_command("replace"))
    seat, guest = _find_seat(request, session, request.words), request.make_guest(newcomer)
    reply = seats.replace_in_seat(request.host, request.make_command(session), session.id, seat, guest)
    return request.welcome_newcomer(newcomer) if reply.ok and not newcomer.place else answer_reply(reply)


def appoint_standin(request: DeskRequest) -> DeskAnswer:
    """Let a computer play on for somebody; without a name, for oneself."""
    session, text = _pick_seat_game(request)
    me = session.find_player_of(request.by)
    seat = me.seat if me is not None and not (text or request.chosen) else _find_seat(request, session, text)
    return request.answer_done(
        session, seats.request_stand_in(request.host, request.make_command(session), session.id, seat)
    )


def vote_for_standin(request: DeskRequest) -> DeskAnswer:
    """Vote for a stand-in for a player who keeps the others waiting."""
    session = request.pick_game()
    seat = _find_seat(request, session, request.words)
    return answer_reply(seats.vote_for_stand_in(request.host, request.command, session.id, seat))


def _pick_seat_game(request: DeskRequest) -> tuple[Session, str]:
    return pick_named_game(request.list_likely_games(), request.list_games(), request.words)


def _find_seat(request: DeskRequest, session: Session, text: str) -> str:
    """Find the seat that a button or the words name."""
    return request.chosen or find_player_by_name(session.players, request.strip_mention(text)).seat
