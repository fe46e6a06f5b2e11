"""Commands that open, fill, begin, stop and end games, and seat people: most are for the host."""

from __future__ import annotations

from collections.abc import Callable

from engine.kernel import Illegal
from engine.rulesets import RULESETS, ruleset
from host.core import clocks, game_options, games, seats, ticking
from host.core.commands import Command
from host.core.context import HostContext
from host.core.games import Guest
from host.core.player_names import meant
from host.core.session import LOBBY, Person, Player, Reply, Session
from host.doors.reddit import opt_outs
from host.doors.reddit.call import Call, Lines, refusal, say
from host.doors.reddit.markdown import raw
from host.doors.reddit.places import identity, mailbox, unmade
from host.people import accounts, browser_linking
from host.said.answer_matching import game_meant, surely

MOST_BOTS = 8
MOST_TABLES = 3  # that one account may have open at once
SEATED = "You are in. Secrets are told on your private page: {claim}"


def new(call: Call) -> Lines:
    """Open a table: in this thread if it is the writer's own, or a moderator says so; or else in a new one."""
    name, _, rest = call.words.partition(" ")
    if not name:
        raise Illegal("Say which game: {examples}.", examples=[raw(f"`!new {each}`") for each in RULESETS])
    pace, options = _wishes(rest)
    chosen = game_options.typed(ruleset(name), options)
    if (
        len([each for each in accounts.open_games(call.house, f"person:{call.by}") if each.by == call.by])
        >= MOST_TABLES
    ):
        raise Illegal("You have {n} tables open already; finish or close one first.", n=MOST_TABLES)
    free = call.heard and not accounts.open_games(call.house, f"chat:{call.place}")
    here = free and (call.remark.theirs or call.moderator())
    plain = call.command
    command = Command(plain.key, plain.by, call.place if here else unmade(call.remark.id))
    return refusal(games.create(call.house, command, name, chosen, pace, call.person.habits.style))


def here(call: Call) -> Lines:
    """Show a game from elsewhere in this thread, too."""
    if not call.heard or accounts.open_games(call.house, f"chat:{call.place}"):
        raise Illegal("Write that in a thread where no game is shown.")
    found = call.house.store.game(call.words)
    if found is None:
        raise Illegal(
            "Which game? Its number stands in the address of its page: {example}", example=raw("`!here 1a2b3c4d`")
        )
    return refusal(games.show(call.house, call.command, found.session.id, call.place))


def _wishes(text: str) -> tuple[str, str]:
    """The pace, and the options as they are typed."""
    word, _, rest = text.strip().partition(" ")
    if word.casefold() != "pace":
        return ("daily", text) if "=" in word or not word else (word, rest)
    pace, _, options = rest.strip().partition(" ")
    return pace, options


def join(call: Call) -> Lines:
    """Take a seat. Where they are told secrets is said once, in the same answer."""
    person, session = _reachable(call), call.lobby()
    guest = Guest(person.id, person.name, person.place, person.habits, call.words)
    reply = games.join(call.house, call.command, session.id, guest)
    if not reply.ok:
        return refusal(reply)
    browser_linking.kept(call.house, person.id, identity(call.remark.author))
    if person.place and person.place != mailbox(call.remark.author):
        return []  # they are told elsewhere, in Telegram say
    return [] if call.send_link() else say(SEATED, claim=call.claim)


def _reachable(call: Call) -> Person:
    """Messages are tried until it turns out that they do not get through."""
    person, name = call.person, call.remark.author
    if not person.place and not opt_outs.is_quiet(call.house, name):
        accounts.settle(call.house, person.id, mailbox(name))
        person.place = mailbox(name)
    return person


def bots(call: Call) -> Lines:
    """Computer players take new seats."""
    count = call.words or "1"
    if not (count.isascii() and count.isdigit() and len(count) < 3 and 1 <= int(count) <= MOST_BOTS):
        raise Illegal(
            "Say how many computer players: {example} (at most {most}).", example=raw("`bots 2`"), most=MOST_BOTS
        )
    session = call.lobby()
    command = call.commanding(session)
    for n in range(int(count)):
        one = Command(f"{command.key}/{n}", command.by, command.place, command.admin)
        reply = games.add_bot(call.house, one, session.id)
        if not reply.ok:
            return refusal(reply)
    return []


def begin(call: Call) -> Lines:
    """The game begins."""
    session = call.lobby()
    return refusal(games.begin(call.house, call.commanding(session), session.id))


def leave(call: Call) -> Lines:
    """Give up one's seat for good."""
    session, words = _meant(call)
    if session.stage != LOBBY and words.casefold() != "yes":
        again = raw(f"`{surely('leave', call.words, words)}`")
        raise Illegal("You would give up your seat for good. If you are sure, write {yes}.", yes=again)
    return refusal(seats.leave(call.house, call.command, session.id))


def _meant(call: Call) -> tuple[Session, str]:
    return game_meant(call.likely(), call.sessions(), call.words)


def for_host(does: Callable[[HostContext, Command, str], Reply]) -> Callable[[Call], Lines]:
    """A command of the host that takes no words."""

    def done(call: Call) -> Lines:
        session = call.session()
        return refusal(does(call.house, call.commanding(session), session.id))

    return done


pause, resume = for_host(ticking.pause), for_host(ticking.resume)


def extend(call: Call) -> Lines:
    """More time for everybody."""
    session = call.session()
    return refusal(ticking.extend(call.house, call.commanding(session), session.id, clocks.pace(call.words)))


def endgame(call: Call) -> Lines:
    """Close a table, or end a game before its time."""
    session, words = _meant(call)
    if words.casefold() != "yes":
        again = raw(f"`{surely('endgame', call.words, words)}`")
        raise Illegal("This ends the game for everybody. If you are sure, write {yes}.", yes=again)
    return refusal(seats.close(call.house, call.commanding(session), session.id))


def kick(call: Call) -> Lines:
    """The host shows a player out."""
    session, words = _meant(call)
    seat = _player(session, words).seat
    return refusal(seats.kick(call.house, call.commanding(session), session.id, seat))


def standin(call: Call) -> Lines:
    """A computer plays on for somebody; without a name, for oneself."""
    session, words = _meant(call)
    me = session.at(call.by)
    player = me if me is not None and not words else _player(session, words)
    return refusal(seats.takeover(call.house, call.commanding(session), session.id, player.seat))


def vote(call: Call) -> Lines:
    """Players agree on a stand-in for somebody who keeps them waiting."""
    session = call.session()
    return refusal(seats.vote_out(call.house, call.command, session.id, _player(session, call.words).seat))


def _player(session: Session, words: str) -> Player:
    return meant(session.players, words.removeprefix("/").removeprefix("u/"))
