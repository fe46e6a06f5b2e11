"""Seats of an open game: leaving, kicking, votes for a stand-in, and games that end before their time.

The rules may offer the host the plays `leave`, `kick` and `join`, each with a seat; where they don't, a computer
keeps the seat warm, and a person can take it over.
"""

from __future__ import annotations

from typing import Any

from engine.kernel import LOG, Game, Illegal
from engine.kernel.event import Event
from host.core import events, games
from host.core.context import HostContext
from host.core.deadlines import clocks
from host.core.games import (
    Guest,
    check_has_room,
    check_is_lobby,
    check_not_over,
    grant_seat,
    has_room,
    make_offered_play,
    restart_seat_clocks,
    seat_guest,
)
from host.core.session import (
    CLOSED,
    LOBBY,
    RUNNING,
    Command,
    ReachableHours,
    Reply,
    SeatedPlayer,
    SeatWish,
    Session,
    has_host_rights,
    require_present_player,
)
from host.core.transaction import Transaction, run_transaction

VOTE_WAIT_SHARE = 0.5  # of somebody's time, until others may vote for a stand-in


def leave_game(host: HostContext, command: Command, game_id: str) -> Reply:
    """Take the player who sends this input out of a game: out of a lobby, or out of a running game for good if the
    rules have a play for that; else a computer plays for them until they join again. A running game without people left
    ends. Refused without a seat, while sealed words are revealed, and if a computer plays already and there is no such
    play.
    """

    def apply_leave(tx: Transaction) -> None:
        """Take the sender out of the lobby or running game, as `remove_player` does, and log it."""
        player = tx.player
        remove_player(tx, player, "leave", events.SeatLeft(player.seat))
        tx.log("leave", player.seat)

    return run_transaction(host, command, game_id, apply_leave)


def kick_from_seat(host: HostContext, command: Command, game_id: str, seat: str) -> Reply:
    """Take the player in `seat` out of a game, at the request of its host: out of a lobby, or out of a running game for
    good if the rules have a play for that; else a computer plays for them until they join again. A running game without
    people left ends. Refused if nobody has the seat, while sealed words are revealed, and if a computer plays already
    and there is no such play.
    """

    def apply_kick(tx: Transaction) -> None:
        """Check the host's rights, else raise Illegal; take the player in `seat` (of the enclosing function) out of the
        lobby or running game, and log it.
        """
        tx.check_host_rights()
        remove_player(tx, tx.require_player_in(seat), "kick", events.PlayerShownOut(seat))
        tx.log("kick", LOG, seat)

    return run_transaction(host, command, game_id, apply_kick)


def replace_in_seat(host: HostContext, command: Command, game_id: str, seat: str, guest: Guest) -> Reply:
    """Give a player's seat, with all that belongs to it, to another person, at the request of the person who hosts the
    game: in a lobby at once; in a running game a computer plays until the seat holds no secrets. Refused if that person
    already has a seat, the game is over, or sealed words are revealed.
    """

    def apply_replacement(tx: Transaction) -> None:
        """Check the host's rights, that the game is not over and that the guest has no seat here (`seat` and `guest`
        are the enclosing function's), else raise Illegal. In a running game take the seat from its player, promise it
        to the guest, let a computer play until then, and carry out votes that suffice; else seat the guest at once. Log
        it.
        """
        tx.check_host_rights()
        check_not_over(tx.session)
        player, there = tx.require_player_in(seat), tx.session.find_player_of(guest.person)
        if there is not None:
            tx.require_player_in(there.seat)
            raise Illegal("That person already plays in this game.", code="already_seated")
        games.check_words_not_opening(tx.session)
        if tx.session.stage != RUNNING:
            seat_guest(tx, player, guest)
            tx.say(events.SeatTakenOver(seat))
            tx.log("replace", LOG, seat)
            return
        player.person, player.place, player.bot = "", "", True
        restart_seat_clocks(tx, seat)
        tx.promise_seat(player, guest.build_wish())
        apply_sufficient_votes(tx)
        tx.log("replace", LOG, seat)

    return run_transaction(host, command, game_id, apply_replacement)


def request_stand_in(host: HostContext, command: Command, game_id: str, seat: str) -> Reply:
    """Let a computer play for a player. Players may ask it for themselves, the person who hosts the game for anybody;
    when the player joins again, it ends. Refused if a computer plays already, or if the game does not run.
    """

    def apply_stand_in(tx: Transaction) -> None:
        """Check that the sender asks for their own seat or has the host's rights, else raise Illegal; let a computer
        play in `seat` (of the enclosing function), carry out votes that suffice now, and log it.
        """
        player = tx.require_player_in(seat)
        if player.person != command.by:
            tx.check_host_rights()
        check_is_running(tx)
        start_stand_in(tx, player)
        apply_sufficient_votes(tx)
        tx.log("takeover", LOG, seat)

    return run_transaction(host, command, game_id, apply_stand_in)


def admit_to_seat(host: HostContext, command: Command, game_id: str, wish: str) -> Reply:
    """Count the sender's vote for a person who asks for a seat in a running game (`wish`: the request's number). Grant
    the seat if the sender has the host's rights, or more than half of the people present have voted for it; refused
    without such a request or a free seat, or for a second vote.
    """

    def apply_admission(tx: Transaction) -> None:
        """Note the sender's vote for the request `wish` (of the enclosing function) and log it; then grant the seat, or
        announce how many votes there are and how many it takes. Raise Illegal if the vote is not allowed.
        """
        check_is_running(tx)
        asked, session = tx.session.wishes.get(wish), tx.session
        if asked is None:
            raise Illegal("No person with that name wants to join.", code="no_seat_request")
        check_has_room(tx)
        if not has_host_rights(command, session):
            voter = require_present_player(session, command.by)
            if voter.seat in asked.votes:
                raise Illegal("You have already voted on this.", code="already_voted")
            asked.votes.append(voter.seat)
        tx.log("admit", LOG, wish)
        count, needed = _count_admissions(session, asked)
        if has_host_rights(command, session) or count >= needed:
            grant_seat(tx, asked)
        else:
            tx.say(events.LetInVoted(count, needed, asked.build_shown_name(session)))

    return run_transaction(host, command, game_id, apply_admission)


def find_wish_by_name(session: Session, text: str) -> str:
    """Return the number of the seat request that a vote means: that of the person whose whole name is `text`, in any
    case, or the only one if it is empty; raise Illegal unless exactly one fits.
    """
    names = {number: wish.build_shown_name(session) for number, wish in session.wishes.items()}
    if not names:
        raise Illegal("Nobody has asked to join this game.", code="no_seat_request")
    said = text.strip().casefold().removeprefix("@").removeprefix("u/")
    found = [
        number
        for number, name in names.items()
        if said in ("", name.casefold(), session.wishes[number].name.casefold())
    ]
    if len(found) != 1:
        raise Illegal(
            "Which person do you mean? People who want to join: {names}.",
            code="which_seat_request",
            names=list(names.values()),
        )
    return found[0]


def restrict_seats_to_invited(host: HostContext, command: Command, game_id: str) -> Reply:
    """Let only invited people (and people in the places that show it) take a seat in this lobby from now on, at the
    request of the person who hosts the game; refused once the game begins.
    """

    def apply_restriction(tx: Transaction) -> None:
        """Check the host's rights and that the game is a lobby, else raise Illegal; make its word of invitation, unless
        it has one; log and announce that only invited people can join.
        """
        tx.check_host_rights()
        check_is_lobby(tx)
        tx.session.invited = tx.session.invited or host.token(8)
        tx.log("invite", LOG)
        tx.say(events.InvitedOnly())

    return run_transaction(host, command, game_id, apply_restriction)


def set_programs_allowed(host: HostContext, command: Command, game_id: str, *, allowed: bool) -> Reply:
    """Let programs take seats at this table from now on, or no more, at the request of the person who hosts the
    game; those that have a seat keep it, and those that have asked for one do not get it.
    """

    def apply_permission(tx: Transaction) -> None:
        """Check the host's rights and that the game is not over, else raise Illegal; set to the enclosing function's
        `allowed` whether programs may sit down (without it, delete what programs have asked for), log it, and announce
        it if it was otherwise before.
        """
        tx.check_host_rights()
        check_not_over(tx.session)
        tx.log("programs", LOG, "on" if allowed else "off")
        if tx.session.programs != allowed:
            tx.session.programs = allowed
            for book in () if allowed else (tx.session.wishes, tx.session.takeovers):
                for key in [key for key, wish in book.items() if wish.program]:
                    del book[key]
            tx.say(events.ProgramsAllowed() if allowed else events.ProgramsRefused())

    return run_transaction(host, command, game_id, apply_permission)


def vote_for_stand_in(host: HostContext, command: Command, game_id: str, seat: str) -> Reply:
    """Count the sender's vote to let a computer play for somebody who may have kept the table waiting for half of
    the time of a question: one of theirs, or a secret one, which may be anybody's. With more than half of the votes
    the computer begins to play; a vote that comes too soon, twice, or while the clocks are stopped is refused.
    """

    def apply_vote(tx: Transaction) -> None:
        """Check that the vote about the player in `seat` (of the enclosing function) is allowed now, else raise
        Illegal; note, announce and log it, and let the computer play if there are votes enough.
        """
        check_is_running(tx)
        voter, player = require_present_player(tx.session, command.by), tx.require_player_in(seat)
        if voter.seat == seat or player.bot:
            raise Illegal(
                "You can vote about another player in this game, but not about yourself or a computer.",
                code="not_another_player",
            )
        if tx.session.paused:
            raise Illegal(
                "The clocks are stopped, so nobody is late. You can vote when the clocks run again.",
                code="clocks_stopped",
            )
        if not _has_kept_waiting(tx, seat):
            raise Illegal(
                "Please wait. You can vote for a computer when half of that player’s time is over.",
                code="vote_too_soon",
            )
        votes = tx.session.votes.setdefault(seat, [])
        if voter.seat in votes:
            raise Illegal("You have already voted on this.", code="already_voted")
        votes.append(voter.seat)
        count, needed = _count_votes(tx, player)
        tx.say(events.StandInVoted(count, needed, seat))
        apply_sufficient_votes(tx)
        tx.log("vote", voter.seat, seat)

    return run_transaction(host, command, game_id, apply_vote)


def close_table(host: HostContext, command: Command, game_id: str) -> Reply:
    """Close a lobby, or end a running game early (its secret is still published), at the request of the person who
    hosts it.
    """

    def apply_close(tx: Transaction) -> None:
        """Check the host's rights, else raise Illegal; log it, and close the lobby or end the running game."""
        tx.check_host_rights()
        tx.log("close", LOG)
        close_or_end_game(tx, events.TableClosed())

    return run_transaction(host, command, game_id, apply_close)


def close_or_end_game(tx: Transaction, why: Event) -> None:
    """Close a lobby, or end a running game and announce its secret, first announcing the reason `why`; raise Illegal if
    it is over or closed already. Rights are not checked, and the caller logs it.
    """
    check_not_over(tx.session)
    tx.say(why)
    if tx.session.stage == LOBBY:
        tx.session.stage = CLOSED
    else:
        tx.end()


def remove_player(tx: Transaction, player: SeatedPlayer, word: str, what: Event) -> None:
    """Take a player out and announce `what`: from a lobby; from a running game by the play `word`, if offered, else by
    letting a computer play on (they may come back); private messages stop. End a running game without people, else
    carry out votes that suffice. Raise Illegal in other stages, while words are revealed, or if a computer plays
    already. The caller checks rights and logs it.
    """
    session = tx.session
    tx.say(what)
    if session.stage == LOBBY:
        games.check_words_not_opening(session)
        session.players.remove(player)
        return
    check_is_running(tx)
    player.place = ""
    if _is_offered_to_host(tx, word, player.seat):
        make_offered_play(tx, LOG, word, player.seat)
    else:
        start_stand_in(tx, player)
    if not _list_people_present(session):
        close_or_end_game(tx, events.TableEmptied())
    elif not tx.game.over:
        apply_sufficient_votes(tx)


def start_stand_in(tx: Transaction, player: SeatedPlayer) -> None:
    """Let a computer answer for this seat from now on, and announce it. The clocks so far are kept, so that a player
    who comes back has only the time that was left. Raise Illegal if a computer plays already.
    """
    if player.bot:
        raise Illegal("A computer already plays for this player.", code="stand_in_plays")
    player.bot = True
    left = clocks.filter_clocks_by_seat(tx.session.clocks, player.seat)
    restart_seat_clocks(tx, player.seat)
    tx.session.past |= left  # should they come back before it has answered, they have no more time than they had
    tx.say(events.StandInCame(player.seat))


def check_is_running(tx: Transaction) -> None:
    """Raise Illegal unless the game has begun and is not over."""
    if tx.session.stage != RUNNING:
        raise Illegal("The game has not begun yet, or it is over.", code="not_running")


def is_stand_in_left(session: Session, game: Game[Any]) -> bool:
    """Return whether a computer would play on for a person who left this running game now, until they come back: its
    rules take nobody out who leaves, and it does not end because nobody else is there.
    """
    plays = game.ruleset.list_plays(game, LOG)
    return len(_list_people_present(session)) > 1 and not any(play.key == "leave" for play in plays)


def _is_offered_to_host(tx: Transaction, word: str, seat: str) -> bool:
    """Return whether the rules now offer the host of the game the play called `word` about this seat."""
    plays = [play for play in tx.rules.list_plays(tx.game, LOG) if play.key == word]
    return any(option.value == seat for play in plays for option in play.options)


def _has_kept_waiting(tx: Transaction, seat: str) -> bool:
    """Return whether this player may be late: at least half the time of a question is over, theirs or (because
    nobody may learn whose it is) a secret one.
    """
    # Whose sealed answer is still missing is nobody's business, so anybody may be meant while one is.
    meant = [clock for clock in tx.session.clocks.values() if clock.secret or clock.who == seat]
    return any(
        clocks.compute_elapsed_share(clock, tx.now, _find_seat_habits(tx, clock.who)) >= VOTE_WAIT_SHARE
        for clock in meant
    )


def _find_seat_habits(tx: Transaction, seat: str) -> ReachableHours:
    """Return the reachable hours of the player in this seat; the defaults if there is none."""
    player = tx.session.find_player_in(seat)
    return player.habits if player else ReachableHours()


def _list_people_present(session: Session, but: str = "") -> list[SeatedPlayer]:
    """Return the players who answer for their seats themselves, by hand or by a program of theirs, so that no computer
    plays there; `but` names a seat to leave out.
    """
    return [player for player in session.players if player.person and not player.bot and player.seat != but]


def _count_votes(tx: Transaction, player: SeatedPlayer) -> tuple[int, int]:
    """Return how many of the people present have voted to let a computer play for this player, and how many votes it
    takes (more than half).
    """
    here = {other.seat for other in _list_people_present(tx.session, but=player.seat)}
    return len(here & set(tx.session.votes.get(player.seat, []))), len(here) // 2 + 1


def _count_admissions(session: Session, wish: SeatWish) -> tuple[int, int]:
    """Return how many of the people present have voted to let this person in, and how many votes it takes (more than
    half).
    """
    here = {player.seat for player in _list_people_present(session)}
    return len(here & set(wish.votes)), len(here) // 2 + 1


def apply_sufficient_votes(tx: Transaction) -> None:
    """Carry out every vote for which enough voices are in, as when fewer people are left at the table: let computers
    play for the late, and seat newcomers where there is room. While the clocks are stopped nobody is late.
    """
    session = tx.session
    while not session.paused and (late := _find_voted_out(tx)):
        start_stand_in(tx, late)
    for number, wish in list(session.wishes.items()):
        count, needed = _count_admissions(session, wish)
        if number in session.wishes and count >= needed and has_room(tx):
            grant_seat(tx, wish)


def _find_voted_out(tx: Transaction) -> SeatedPlayer | None:
    """Return a player who answers in person though enough of the others have voted for a computer, or None."""
    for player in _list_people_present(tx.session):
        count, needed = _count_votes(tx, player)
        if count >= needed:
            return player
    return None
