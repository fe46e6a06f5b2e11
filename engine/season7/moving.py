"""How a player leaves one round and enters another: what goes along, what stays behind, and where they sit.

What is held, the booster, and whatever hangs on a player's selections travels. What hangs on a round stays there:
Immunity, the Win Zone, Fast Forward, a vote, winnings so far, bombs, lock-ins and lists. The seat left behind waits.
What hangs on the turn, a Double Dip, stays with the turn.
"""

from __future__ import annotations

from engine.kernel.table import Table
from engine.season7 import events, spells, verbs
from engine.season7.state import LOST, Move, Round, Season, Seat
from engine.season7.table import RoundTable
from engine.season7.turn import pass_by, pass_on, take_over

TRAVELS = (
    "peeks",
    "misses",
    "hypnotised",
    "protected",
    "protect_ends",
    "free_play",
    "gold_dust",
    "knife_edge",
)
BLANK = Seat(peeks=0)


def burnout_booster(t: Table[Season], who: str) -> None:
    """What a Burnout Bomb has promised for the next round comes on top of what a player brings."""
    player = t.state.players[who]
    promised, player.next_booster = player.next_booster, 0
    if promised:
        with t.scene(events.BurnoutOver(who=who)):
            verbs.boost(t, who, promised)


def under_way(r: Round) -> bool:
    """Can players come and go? Only while a round is in play and not yet decided."""
    return r.stage == "play" and not r.finished()


def over(r: Round) -> bool:
    """Has this round been decided?"""
    return r.stage in ("bonus", "minigames", "closed")


def amid_selection(t: RoundTable, name: str, who: str) -> bool:
    """Is this player, at another round, in the middle of a selection? Then nobody can take their place."""
    r, other = t.state.rounds[name], t.game.look(name)
    return who in (r.turn, r.forced) if r.forced else r.turn == who and not other.fresh


def active(t: RoundTable, who: str) -> bool:
    """Has this player something to do in any round: still in it, or its winner with a bonus or minigame to come?"""
    seats = [(r.seats[who].status, r.stage) for r in t.state.rounds.values() if who in r.seats]
    return any(status == "in" or (status == "won" and stage != "closed") for status, stage in seats)


def join(t: RoundTable, who: str) -> None:
    """Somebody who is active nowhere enters this round."""
    burnout_booster(t, who)
    enter(t, who)


def enter(t: RoundTable, who: str) -> Seat:
    """A player takes the place they had in this round before, or the last one in the turn order."""
    r = t.round
    seat = r.seats.setdefault(who, Seat())
    if who not in r.order:
        r.order.append(who)
    verbs.take_seat(t, who)
    return seat


async def depart(t: RoundTable) -> None:
    """Once a selection is over, whoever it sends elsewhere goes, unless a round is decided: here, or where they go."""
    moves, t.round.moves = t.round.moves, []
    for move in moves:
        if t.seat(move.who).status != "in":
            continue
        if not t.round.contested():
            verbs.stays_alone(t, move.who)
        elif not possible(t, move):
            t.tell(events.NoPlaceToGo(who=move.who))
            stay(t, move.who)
        elif move.to == t.id:
            change_places(t, move)
        elif move.place:
            swap(t, t.at(move.to), move)
        else:
            go(t, t.at(move.to), move.who)


def possible(t: RoundTable, move: Move) -> bool:
    """Since a move was promised, a round may have ended, or whoever was to change places may be out or busy."""
    there = t.state.rounds[move.to]
    if move.place and there.seats[move.place].status != "in":
        return False
    if move.to == t.id:
        return True
    both_go_on = under_way(t.round) and under_way(there)
    return both_go_on and not (move.place and amid_selection(t, move.to, move.place))


def stay(t: RoundTable, who: str) -> None:
    """A round that was to be over when this player had left goes on: with the turn, and with what has worn off."""
    if t.round.turn != who:
        pass_by(t)
    spells.wear_off(t, who)


def go(t: RoundTable, there: RoundTable, who: str) -> None:
    """A player moves to another round and is last in turn there, unless they have sat there before."""
    change_rounds(t, there, who)
    if t.round.turn == who:
        pass_on(t, who)
    there.tell(events.RoundEntered(who=who, round=there.round.title, order=there.living()))
    spells.wear_off(t, who)


def swap(t: RoundTable, there: RoundTable, move: Move) -> None:
    """Two players of different rounds take each other's place, with the turn if it has come to that place."""
    change_rounds(t, there, move.who)
    change_rounds(there, t, move.place)
    sit_in_for(there, move.who, move.place)
    sit_in_for(t, move.place, move.who)
    spells.wear_off(t, move.who)
    spells.wear_off(there, move.place)


def change_places(t: RoundTable, move: Move) -> None:
    """Two players of one round change places in the turn order. The turn itself has been passed on already."""
    r = t.round
    a, b = r.order.index(move.who), r.order.index(move.place)
    r.order[a], r.order[b] = move.place, move.who
    t.tell(events.PlacesChanged(who=move.who, other=move.place, order=r.living()))
    if r.turn in (move.who, move.place):
        take_over(r, move.place if r.turn == move.who else move.who)
        pass_by(t)


def change_rounds(t: RoundTable, there: RoundTable, who: str) -> None:
    """Leave this round for that one, with everything that travels."""
    behind, ahead = t.seat(who), enter(there, who)
    for what in TRAVELS:
        setattr(ahead, what, getattr(behind, what))
        setattr(behind, what, getattr(BLANK, what))
    for pledge in verbs.forfeits(t, who):
        pledge.round = there.id
    behind.status = "moved"
    behind.locked, behind.wishes = 0, []


def sit_in_for(t: RoundTable, who: str, left: str) -> None:
    """Sit where somebody has left, and take the turn if it is theirs."""
    r = t.round
    r.order.remove(who)
    r.order.insert(r.order.index(left), who)
    t.tell(events.RoundChanged(who=who, round=r.title, order=r.living()))
    if r.turn == left:
        take_over(r, who)
        pass_by(t)


def fate(t: RoundTable, name: str, who: str) -> str:
    """A player's final status in that round, following their moves to other rounds.

    Whoever was out, or had sold their place, before they were invited elsewhere has met their fate.
    """
    seat = t.state.rounds[name].seats[who]
    while seat.went and seat.status not in LOST:
        seat = t.state.rounds[seat.went].seats[who]
    return seat.status
