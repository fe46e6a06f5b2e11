"""Commands that open, fill, begin, stop and end games, and seat people: most are for the host."""

from __future__ import annotations

from engine.kernel import Illegal, phrase
from engine.rulesets import ruleset
from host.core import clocks, game_options, games, seats, ticking
from host.core.commands import Command, must_host
from host.core.games import Guest
from host.core.player_names import meant
from host.core.session import LOBBY, OVER, RUNNING, Person, Session
from host.doors.telegram import panels, places, unreachable
from host.doors.telegram.board import deep_link
from host.doors.telegram.call import Answer, Call, refusal, said, say
from host.doors.telegram.update import full_name
from host.people import accounts
from host.said.answer_matching import game_meant, surely

ONE_HERE = "A game is open here already. Finish it first, or let its host write /endgame."
KNOCK = "{name}, open our private chat and press Start: {link} That is where I tell you secrets, and it seats you."
NEWCOMER = "{name}, open our private chat and press Start: {link} That is where I tell you secrets."
IN = "You are in. I shall tell you here whatever is only for you."
MOST_BOTS = 8
STAGES = {LOBBY: phrase("in the lobby"), RUNNING: phrase("playing"), OVER: phrase("over")}


def newgame(call: Call) -> Answer:
    """Open a table: step by step with buttons, or all in one line."""
    _room(call)
    name, pace, options = [*call.words.split(maxsplit=2), "", "", ""][:3]
    if not name:
        return Answer(asks=[panels.name_of("newgame")])
    return opened(call, name, pace or "daily", game_options.typed(ruleset(name), options))


def _room(call: Call) -> None:
    if accounts.open_games(call.house, f"chat:{call.place}"):
        raise Illegal(ONE_HERE)


def opened(call: Call, name: str, pace: str, options: dict[str, object]) -> Answer:
    """The table is open, and shown here. In private its first seat is for whoever opened it."""
    person = call.somebody()
    _room(call)
    unreachable.used(call.house, call.place)
    reply = games.create(call.house, call.command, name, options, pace, person.habits.style)
    if reply.ok and call.private:
        _seated(call, person, reply.game)
    return refusal(reply)


def join(call: Call) -> Answer:
    """Take a seat here, or first open the private chat."""
    person, session = call.somebody(), call.lobby()
    if not person.place.startswith(places.PREFIX):
        return say(KNOCK, name=person.name, link=call.link(f"j_{session.id}"))
    return refusal(games.join(call.house, call.command, session.id, _guest(person, call.words)))


def arrive(call: Call, game: str) -> Answer:
    """Somebody comes through a table's link: the private chat is open now, so they can sit down."""
    person = call.somebody()
    reply = games.join(call.house, call.command, game, _guest(person))
    if reply.ok:
        return say(IN)
    session = call.house.store.game(game)
    player = session.session.at(person.id) if session else None
    return say(IN) if player and not player.bot else refusal(reply)


def _seated(call: Call, person: Person, game: str) -> None:
    games.join(call.house, Command(by=person.id, place=call.place), game, _guest(person))


def _guest(person: Person, word: str = "") -> Guest:
    return Guest(person.id, person.name, person.place, person.habits, word)


def bots(call: Call) -> Answer:
    """Computer players take new seats."""
    count = call.words.strip() or "1"
    if not (count.isascii() and count.isdigit() and len(count) < 3 and 1 <= int(count) <= MOST_BOTS):
        raise Illegal("Say how many computer players: /bots 2 (at most {most}).", most=MOST_BOTS)
    return computers(call, call.lobby().id, int(count))


def computers(call: Call, game: str, count: int) -> Answer:
    """So many computer players sit down."""
    command = call.commanding(_open(call, game))
    replies = []
    for n in range(count):
        key = f"{command.key}/{n}" if command.key else ""
        replies.append(games.add_bot(call.house, Command(key, command.by, command.place, command.admin), game))
    return next((refusal(reply) for reply in replies if not reply.ok), Answer())


def begin(call: Call) -> Answer:
    """The game begins."""
    return begun(call, call.lobby().id)


def begun(call: Call, game: str) -> Answer:
    """This game begins."""
    return refusal(games.begin(call.house, call.commanding(_open(call, game)), game))


def _open(call: Call, game: str) -> Session:
    saved = call.house.store.game(game)
    if saved is None:
        raise Illegal("There is no such game; it may have been closed.")
    return saved.session


def here(call: Call) -> Answer:
    """Show a game of one's own in this place, too."""
    own = accounts.open_games(call.house, f"person:{call.by}") if call.by else []
    wanted, elsewhere = call.words.strip(), [session for session in own if call.place not in session.places]
    if not elsewhere:
        raise Illegal("You are in no game that could be shown here, too.")
    found = [session for session in elsewhere if wanted in ("", session.id)]
    if len(found) != 1:
        names = [phrase("{title} ({id})", title=unreachable.title(each), id=each.id) for each in elsewhere]
        raise Illegal("Which game? Write its number after /here: {games}.", games=names)
    unreachable.used(call.house, call.place)
    return refusal(games.show(call.house, call.commanding_elsewhere(found[0]), found[0].id, call.place))


# -- the host's hand on a running game


def pause(call: Call) -> Answer:
    """All clocks stop."""
    session = call.session()
    return call.done(session, ticking.pause(call.house, call.commanding(session), session.id))


def resume(call: Call) -> Answer:
    """All clocks go on."""
    session = call.session()
    return call.done(session, ticking.resume(call.house, call.commanding(session), session.id))


def extend(call: Call) -> Answer:
    """More time for everybody."""
    session, time = call.session(), clocks.duration(call.words.strip().lower())
    if time is None:
        raise Illegal("How much more time? For example /extend 12h")
    return call.done(session, ticking.extend(call.house, call.commanding(session), session.id, time))


def endgame(call: Call) -> Answer:
    """Close a table, or end a game before its time."""
    session, words = _meant(call)
    if words.casefold() != "yes":
        must_host(call.commanding(session), session)
        again = surely("/endgame", call.words, words)
        raise Illegal("This ends the game for everybody. If you are sure, write {again}", again=again)
    return call.done(session, seats.close(call.house, call.commanding(session), session.id))


def _meant(call: Call) -> tuple[Session, str]:
    return game_meant(call.likely(), call.sessions(), call.words)


# -- seats


def kick(call: Call) -> Answer:
    """The host shows a player out."""
    session, words = _meant(call)
    seat = meant(session.players, words).seat
    return call.done(session, seats.kick(call.house, call.commanding(session), session.id, seat))


def standin(call: Call) -> Answer:
    """A computer plays on for somebody; without a name, for oneself."""
    session, words = _meant(call)
    me = session.at(call.by)
    player = me if me is not None and not words else meant(session.players, words)
    return call.done(session, seats.takeover(call.house, call.commanding(session), session.id, player.seat))


def vote(call: Call) -> Answer:
    """Players agree on a stand-in for somebody who keeps them waiting."""
    session = call.session()
    return refusal(seats.vote_out(call.house, call.command, session.id, meant(session.players, call.words).seat))


def leave(call: Call) -> Answer:
    """Give up one's seat for good."""
    session, words = _meant(call)
    if session.stage != LOBBY and words.casefold() != "yes":
        again = surely("/leave", call.words, words)
        raise Illegal("You would give up your seat for good. If you are sure, write {again}", again=again)
    return call.done(session, seats.leave(call.house, call.command, session.id))


def replace(call: Call) -> Answer:
    """The host gives a player's seat to whoever wrote the message replied to."""
    session = call.session()
    replied = call.message.reply_to_message if call.message else None
    newcomer = replied.by if replied else None
    if newcomer is None or newcomer.is_bot:
        raise Illegal("Reply to a message of the newcomer with /replace and the name of the player who goes.")
    player = meant(session.players, call.words)
    person = accounts.known(call.house, places.place(newcomer.id), full_name(newcomer))
    reply = seats.replace(call.house, call.commanding(session), session.id, player.seat, _guest(person))
    if reply.ok and not person.place:
        return say(NEWCOMER, name=person.name, link=deep_link(call.sender.wire.name, "hello"))
    return refusal(reply)


def games_here(call: Call) -> Answer:
    """All the games that may be meant here."""
    found = call.sessions()
    lines = [
        call.say("{title} ({id}): {stage}", title=ruleset(each.ruleset).title, id=each.id, stage=STAGES[each.stage])
        for each in found
    ]
    return said(lines) if lines else say("No game is open here. Open one with /newgame.")
