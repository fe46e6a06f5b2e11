"""Who sits where once a game is open: leaving, being shown out, stand-ins, and games that end before their time.

The rules may offer the host the plays `leave`, `kick` and `join`, each with a seat; where they don't, a computer
keeps the seat warm, and a person can take it over.
"""

from __future__ import annotations

from engine.kernel import LOG, Illegal
from host.core import clocks
from host.core.context import House
from host.core.games import Guest, make, rewound, seat_guest
from host.core.move import Command, Move, act, present
from host.core.session import CLOSED, LOBBY, OVER, RUNNING, Habits, Player, Reply, Session

ENOUGH = 0.5  # of somebody's time, until others may vote for a stand-in


def leave(house: House, command: Command, game_id: str) -> Reply:
    """A player gives up their seat for good."""

    def left(move: Move) -> None:
        player = move.player
        gone(move, player, "leave", "{who} leaves.")
        move.log("leave", player.seat)

    return act(house, command, game_id, left)


def kick(house: House, command: Command, game_id: str, seat: str) -> Reply:
    """The host shows a player out."""

    def kicked(move: Move) -> None:
        move.must_host()
        gone(move, move.at_seat(seat), "kick", "{who} is shown out by the host.")
        move.log("kick", LOG, seat)

    return act(house, command, game_id, kicked)


def replace(house: House, command: Command, game_id: str, seat: str, guest: Guest) -> Reply:
    """The host gives a seat, with all that belongs to it, to somebody else."""

    def replaced(move: Move) -> None:
        move.must_host()
        player, there = move.at_seat(seat), move.session.at(guest.person)
        if there is not None:
            move.at_seat(there.seat)
            raise Illegal("They already have a seat in this game.")
        seat_guest(move, player, guest)
        move.log("replace", LOG, seat)
        move.say("{who} takes over a seat, with all that belongs to it.", who=seat)

    return act(house, command, game_id, replaced)


def takeover(house: House, command: Command, game_id: str, seat: str) -> Reply:
    """A computer stands in: for anybody at the host's word, for oneself at one's own. Joining again ends it."""

    def taken(move: Move) -> None:
        player = move.at_seat(seat)
        if player.person != command.by:
            move.must_host()
        must_be_running(move)
        stand_in(move, player)
        move.log("takeover", LOG, seat)

    return act(house, command, game_id, taken)


def vote_out(house: House, command: Command, game_id: str, seat: str) -> Reply:
    """Players may agree on a stand-in for somebody for whom they have waited half the time allowed or longer."""

    def voted(move: Move) -> None:
        must_be_running(move)
        voter, player = present(move.session, command.by), move.at_seat(seat)
        if voter.seat == seat or player.bot:
            raise Illegal("You can vote only about another person at this table.")
        if move.session.paused:
            raise Illegal("The clocks are stopped, so nobody keeps you waiting. You can vote when they run again.")
        if not _kept_waiting(move, seat):
            raise Illegal("Give them a little longer: you can vote when half their time is over.")
        votes = move.session.votes.setdefault(seat, [])
        if voter.seat in votes:
            raise Illegal("You have voted already.")
        votes.append(voter.seat)
        move.log("vote", voter.seat, seat)
        count, needed = _votes(move, player)
        move.say("{n} of {needed} votes for a stand-in for {who}.", n=count, needed=needed, who=seat)
        if count >= needed:
            stand_in(move, player)

    return act(house, command, game_id, voted)


def close(house: House, command: Command, game_id: str) -> Reply:
    """The host closes a lobby, or ends a game before its time; what chance did is published all the same."""

    def closed(move: Move) -> None:
        move.must_host()
        move.log("close", LOG)
        shut(move, "The host has closed this game.")

    return act(house, command, game_id, closed)


def shut(move: Move, why: str) -> None:
    """No more of this game."""
    if move.session.stage in (OVER, CLOSED):
        raise Illegal("This game is over already.")
    move.say(why)
    if move.session.stage == LOBBY:
        move.session.stage = CLOSED
    else:
        move.end()


def gone(move: Move, player: Player, word: str, text: str) -> None:
    """A player goes for good: out of the lobby, out of the game if its rules know how, or a computer goes on."""
    session = move.session
    move.say(text, who=player.seat)
    if session.stage == LOBBY:
        session.players.remove(player)
        return
    must_be_running(move)
    player.place = ""
    if _offered(move, word, player.seat):
        make(move, LOG, word, player.seat)
    else:
        stand_in(move, player)
    if not _people(session):
        shut(move, "Nobody is left at the table, so the game ends here.")
    elif not session.paused and not move.game.over:
        _recounted(move)


def stand_in(move: Move, player: Player) -> None:
    """From now on a computer answers for this seat."""
    if player.bot:
        raise Illegal("A computer has this seat already.")
    player.bot = True
    rewound(move, player.seat)
    move.say("A computer stands in for {who} from now on.", who=player.seat)


def must_be_running(move: Move) -> None:
    """This can be done only while the game runs."""
    if move.session.stage != RUNNING:
        raise Illegal("The game has not begun, or is over.")


def _offered(move: Move, word: str, seat: str) -> bool:
    plays = [play for play in move.rules.plays(move.game, LOG) if play.key == word]
    return any(option.value == seat for play in plays for option in play.options)


def _kept_waiting(move: Move, seat: str) -> bool:
    # Whose sealed answer is still missing is nobody's business, so anybody may be meant while one is.
    meant = [clock for clock in move.session.clocks.values() if clock.secret or clock.who == seat]
    return any(clocks.waited(clock, move.now, _habits(move, clock.who)) >= ENOUGH for clock in meant)


def _habits(move: Move, seat: str) -> Habits:
    player = move.session.seat(seat)
    return player.habits if player else Habits()


def _people(session: Session, but: str = "") -> list[Player]:
    """Those at the table who answer for their seats themselves."""
    return [player for player in session.players if player.person and not player.bot and player.seat != but]


def _votes(move: Move, player: Player) -> tuple[int, int]:
    """How many of those who are here have voted about this one, and how many must: more than half."""
    here = {other.seat for other in _people(move.session, but=player.seat)}
    return len(here & set(move.session.votes.get(player.seat, []))), len(here) // 2 + 1


def _recounted(move: Move) -> None:
    """Fewer are left at the table, so the votes there are may be enough."""
    for player in _people(move.session):
        count, needed = _votes(move, player)
        if count >= needed:
            stand_in(move, player)
