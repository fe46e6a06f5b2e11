"""Seats of an open game: leaving, kicking, votes for a stand-in, and games that end before their time.

The rules may offer the host the plays `leave`, `kick` and `join`, each with a seat; where they don't, a computer
keeps the seat warm, and a person can take it over.
"""

from __future__ import annotations

from engine.kernel import LOG, Illegal
from engine.kernel.event import Event
from host.core import beginning, events, seat_takeovers
from host.core.commands import Command
from host.core.committing import act
from host.core.context import HostContext
from host.core.deadlines import clocks, repeated_inputs
from host.core.games import Guest, let_in, make, must_be_lobby, must_have_room, rewound, seat_guest
from host.core.rights import hosts, present
from host.core.session import CLOSED, LOBBY, OVER, RUNNING, Player, ReachableHours, Reply, SeatWish, Session
from host.core.transaction import Transaction

ENOUGH = 0.5  # of somebody's time, until others may vote for a stand-in


def leave(host: HostContext, command: Command, game_id: str) -> Reply:
    """A player gives up their seat for good."""

    def left(tx: Transaction) -> None:
        player = tx.player
        gone(tx, player, "leave", events.SeatLeft(player.seat))
        tx.log("leave", player.seat)

    return act(host, command, game_id, left)


def kick(host: HostContext, command: Command, game_id: str, seat: str) -> Reply:
    """The host shows a player out."""

    def kicked(tx: Transaction) -> None:
        tx.must_host()
        gone(tx, tx.at_seat(seat), "kick", events.PlayerShownOut(seat))
        tx.log("kick", LOG, seat)

    return act(host, command, game_id, kicked)


def replace(host: HostContext, command: Command, game_id: str, seat: str, guest: Guest) -> Reply:
    """The host gives a seat, with all that belongs to it, to somebody else."""

    def replaced(tx: Transaction) -> None:
        tx.must_host()
        player, there = tx.at_seat(seat), tx.session.at(guest.person)
        if there is not None:
            tx.at_seat(there.seat)
            raise Illegal("They already have a seat in this game.")
        beginning.must_not_be_opening(tx.session)
        tx.log("replace", LOG, seat)
        if tx.session.stage != RUNNING:
            seat_guest(tx, player, guest)
            tx.say(events.SeatTakenOver(seat))
            return
        player.person, player.place, player.bot = "", "", True
        rewound(tx, seat)
        seat_takeovers.wait(tx, player, SeatWish(guest.person, guest.name, guest.place, guest.habits))

    return act(host, command, game_id, replaced)


def takeover(host: HostContext, command: Command, game_id: str, seat: str) -> Reply:
    """A computer stands in: for anybody at the host's word, for oneself at one's own. Joining again ends it."""

    def taken(tx: Transaction) -> None:
        player = tx.at_seat(seat)
        if player.person != command.by:
            tx.must_host()
        must_be_running(tx)
        stand_in(tx, player)
        tx.log("takeover", LOG, seat)

    return act(host, command, game_id, taken)


def admit(host: HostContext, command: Command, game_id: str, wish: str) -> Reply:
    """Somebody who asks for a seat in a running game gets one: the host says so, or more than half of the table."""

    def admitted(tx: Transaction) -> None:
        must_be_running(tx)
        asked, session = tx.session.wishes.get(wish), tx.session
        if asked is None:
            raise Illegal("Nobody asks for a seat like that.")
        must_have_room(tx)
        if not hosts(command, session):
            voter = present(session, command.by)
            if voter.seat in asked.votes:
                raise Illegal("You have voted already.")
            asked.votes.append(voter.seat)
        tx.log("admit", LOG, wish)
        here = {player.seat for player in _people(session)}
        count, needed = len(here & set(asked.votes)), len(here) // 2 + 1
        if hosts(command, session) or count >= needed:
            del session.wishes[wish]
            let_in(tx, asked)
        else:
            tx.say(events.LetInVoted(count, needed, asked.shown(session)))

    return act(host, command, game_id, admitted)


def wish_meant(session: Session, text: str) -> str:
    """Who of those who ask for a seat is meant: by the name they are shown with, or if there is only one."""
    names = {number: wish.shown(session) for number, wish in session.wishes.items()}
    said = text.strip().casefold().removeprefix("@").removeprefix("u/")
    found = [
        number
        for number, name in names.items()
        if said in ("", name.casefold(), session.wishes[number].name.casefold())
    ]
    if len(found) != 1:
        raise Illegal("Who is meant? These ask for a seat: {names}.", names=list(names.values()) or "nobody")
    return found[0]


def close_door(host: HostContext, command: Command, game_id: str) -> Reply:
    """From now on only those who have the word of invitation take a seat in this lobby."""

    def closed(tx: Transaction) -> None:
        tx.must_host()
        must_be_lobby(tx)
        tx.session.invited = tx.session.invited or host.token(8)
        tx.log("invite", LOG)
        tx.say(events.InvitedOnly())

    return act(host, command, game_id, closed)


def vote_out(host: HostContext, command: Command, game_id: str, seat: str) -> Reply:
    """Players may agree on a stand-in for somebody for whom they have waited half the time allowed or longer."""

    def voted(tx: Transaction) -> None:
        must_be_running(tx)
        voter, player = present(tx.session, command.by), tx.at_seat(seat)
        if voter.seat == seat or player.bot:
            raise Illegal("You can vote only about another person at this table.")
        if tx.session.paused:
            raise Illegal("The clocks are stopped, so nobody keeps you waiting. You can vote when they run again.")
        if not _kept_waiting(tx, seat):
            raise Illegal("Give them a little longer: you can vote when half their time is over.")
        votes = tx.session.votes.setdefault(seat, [])
        if voter.seat in votes:
            raise Illegal("You have voted already.")
        votes.append(voter.seat)
        tx.log("vote", voter.seat, seat)
        count, needed = _votes(tx, player)
        tx.say(events.StandInVoted(count, needed, seat))
        if count >= needed:
            stand_in(tx, player)

    return act(host, command, game_id, voted)


def close(host: HostContext, command: Command, game_id: str) -> Reply:
    """The host closes a lobby, or ends a game before its time; what chance did is published all the same."""

    def closed(tx: Transaction) -> None:
        tx.must_host()
        tx.log("close", LOG)
        shut(tx, events.TableClosed())

    return act(host, command, game_id, closed)


def shut(tx: Transaction, why: Event) -> None:
    """No more of this game."""
    if tx.session.stage in (OVER, CLOSED):
        raise Illegal("This game is over already.", code="over")
    tx.say(why)
    if tx.session.stage == LOBBY:
        tx.session.stage = CLOSED
    else:
        tx.end()


def gone(tx: Transaction, player: Player, word: str, what: Event) -> None:
    """A player goes for good: out of the lobby, out of the game if its rules know how, or a computer goes on."""
    session = tx.session
    tx.say(what)
    if session.stage == LOBBY:
        beginning.must_not_be_opening(session)
        session.players.remove(player)
        return
    must_be_running(tx)
    player.place = ""
    if _offered(tx, word, player.seat):
        make(tx, LOG, word, player.seat)
    else:
        stand_in(tx, player)
    if not _people(session):
        shut(tx, events.TableEmptied())
    elif not session.paused and not tx.game.over:
        _recounted(tx)


def stand_in(tx: Transaction, player: Player) -> None:
    """From now on a computer answers for this seat."""
    if player.bot:
        raise Illegal("A computer has this seat already.")
    player.bot = True
    left = repeated_inputs.asked(tx.session.clocks, player.seat)
    rewound(tx, player.seat)
    tx.session.past |= left  # should they come back before it has answered, they have no more time than they had
    tx.say(events.StandInCame(player.seat))


def must_be_running(tx: Transaction) -> None:
    """This can be done only while the game runs."""
    if tx.session.stage != RUNNING:
        raise Illegal("The game has not begun, or is over.", code="not_running")


def _offered(tx: Transaction, word: str, seat: str) -> bool:
    plays = [play for play in tx.rules.plays(tx.game, LOG) if play.key == word]
    return any(option.value == seat for play in plays for option in play.options)


def _kept_waiting(tx: Transaction, seat: str) -> bool:
    # Whose sealed answer is still missing is nobody's business, so anybody may be meant while one is.
    meant = [clock for clock in tx.session.clocks.values() if clock.secret or clock.who == seat]
    return any(clocks.waited(clock, tx.now, _habits(tx, clock.who)) >= ENOUGH for clock in meant)


def _habits(tx: Transaction, seat: str) -> ReachableHours:
    player = tx.session.seat(seat)
    return player.habits if player else ReachableHours()


def _people(session: Session, but: str = "") -> list[Player]:
    """Those at the table who answer for their seats themselves."""
    return [player for player in session.players if player.person and not player.bot and player.seat != but]


def _votes(tx: Transaction, player: Player) -> tuple[int, int]:
    """How many of those who are here have voted about this one, and how many must: more than half."""
    here = {other.seat for other in _people(tx.session, but=player.seat)}
    return len(here & set(tx.session.votes.get(player.seat, []))), len(here) // 2 + 1


def _recounted(tx: Transaction) -> None:
    """Fewer are left at the table, so the votes there are may be enough."""
    for player in _people(tx.session):
        count, needed = _votes(tx, player)
        if count >= needed:
            stand_in(tx, player)
