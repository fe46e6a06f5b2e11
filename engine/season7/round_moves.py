"""How a player leaves one round and enters another: what goes along, what stays behind, and where they sit.

What is held, the booster, and whatever hangs on a player's selections travels. What hangs on a round stays there:
Immunity, the Win Zone, Fast Forward, a vote, winnings so far, bombs, lock-ins and lists. The seat left behind waits.
What hangs on the turn, a Double Dip, stays with the turn.
"""

from __future__ import annotations

from engine.kernel.table import Table
from engine.season7 import board, events, verbs
from engine.season7.state import LOST_STATUSES, RoundMove, Season, Season7Round, Season7Seat
from engine.season7.table import RoundTable
from engine.season7.turn import hand_turn_over, pass_turn_on, skip_missed_turns

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

BLANK_SEAT = Season7Seat(peeks=0)


def add_burnout_booster(t: Table[Season], who: str) -> None:
    """Add the booster that a Burnout Bomb promised for the next round to the player's booster, as the round begins."""
    player = t.state.players[who]
    promised, player.next_booster = player.next_booster, 0
    if promised:
        with t.scene(events.BurnoutOver(who=who)):
            verbs.raise_booster(t, who, promised)


def is_under_way(r: Season7Round) -> bool:
    """Return whether players can still enter or leave this round: it is being played, and its winner is not certain."""
    return r.stage == "play" and not r.is_finished()


def is_decided(r: Season7Round) -> bool:
    """Return whether the play of this round is over, so that its winners are fixed."""
    return r.stage in ("bonus", "minigames", "closed")


def is_amid_selection(t: RoundTable, name: str, who: str) -> bool:
    """Return whether this player is in the middle of a selection in the round called `name`, during which nobody can
    change places with them.
    """
    r, other = t.state.rounds[name], t.game.find_table(name)
    return who in (r.turn, r.forced) if r.forced else r.turn == who and not other.fresh


def is_active_in_any_round(t: RoundTable, who: str) -> bool:
    """Return whether any round still needs this player: they are still in it, or have won it and have a bonus or
    minigame to come.
    """
    seats = [(r.seats[who].status, r.stage) for r in t.state.rounds.values() if who in r.seats]
    return any(status == "in" or (status == "won" and stage != "closed") for status, stage in seats)


def join_round(t: RoundTable, who: str) -> None:
    """Seat in this round a player who takes part in no other round, with the booster that a Burnout Bomb had promised
    them.
    """
    add_burnout_booster(t, who)
    enter_round(t, who)


def enter_round(t: RoundTable, who: str) -> Season7Seat:
    """Seat a player in this round, at their former place if they had one, or else last in the turn order; return their
    seat.
    """
    r = t.round
    seat = r.seats.setdefault(who, Season7Seat())
    if who not in r.order:
        r.order.append(who)
    verbs.take_seat(t, who)
    return seat


async def make_moves(t: RoundTable) -> None:
    """Carry out the moves of players to another round, or to another place in this one, that the last selection has
    caused; announce those that are not possible any more.
    """
    moves, t.round.moves = t.round.moves, []
    for move in moves:
        if t.seat(move.who).status != "in":
            continue
        if not t.round.is_contested():
            verbs.tell_last_one_in(t, move.who)
        elif not is_move_possible(t, move):
            t.tell(events.NoPlaceToGo(who=move.who))
            keep_in_round(t, move.who)
        elif move.to == t.id:
            swap_in_turn_order(t, move)
        elif move.place:
            swap_between_rounds(t, t.find_round_table(move.to), move)
        else:
            move_to_round(t, t.find_round_table(move.to), move.who)


def is_move_possible(t: RoundTable, move: RoundMove) -> bool:
    """Return whether a move promised to a player can still be made. It cannot if a round it concerns has ended, or the
    player with whom they change places is out or in the middle of a selection.
    """
    there = t.state.rounds[move.to]
    if move.place and there.seats[move.place].status != "in":
        return False
    if move.to == t.id:
        return True
    both_go_on = is_under_way(t.round) and is_under_way(there)
    return both_go_on and not (move.place and is_amid_selection(t, move.to, move.place))


def keep_in_round(t: RoundTable, who: str) -> None:
    """Let a player who was to leave this round, but could not, stay in it: skip turns they must miss, and end spells
    that waited only for others.
    """
    if t.round.turn != who:
        skip_missed_turns(t)
    board.end_worn_off_spells(t, who)


def move_to_round(t: RoundTable, there: RoundTable, who: str) -> None:
    """Move a player from this round to the round `there`, last in its turn order or at the place they had in it
    before.
    """
    move_seat_to_round(t, there, who)
    if t.round.turn == who:
        pass_turn_on(t, who)
    there.tell(events.RoundEntered(who=who, round=there.round.title, order=there.list_living()))
    board.end_worn_off_spells(t, who)


def swap_between_rounds(t: RoundTable, there: RoundTable, move: RoundMove) -> None:
    """Exchange the places of two players who sit in different rounds; if it is the turn of one of the places, its new
    player has the turn.
    """
    move_seat_to_round(t, there, move.who)
    move_seat_to_round(there, t, move.place)
    take_left_place(there, move.who, move.place)
    take_left_place(t, move.place, move.who)
    board.end_worn_off_spells(t, move.who)
    board.end_worn_off_spells(there, move.place)


def swap_in_turn_order(t: RoundTable, move: RoundMove) -> None:
    """Exchange the places of two players in the turn order of one round; the turn stays with the same place."""
    r = t.round
    a, b = r.order.index(move.who), r.order.index(move.place)
    r.order[a], r.order[b] = move.place, move.who
    t.tell(events.PlacesChanged(who=move.who, other=move.place, order=r.list_living()))
    if r.turn in (move.who, move.place):
        hand_turn_over(r, move.place if r.turn == move.who else move.who)
        skip_missed_turns(t)


def move_seat_to_round(t: RoundTable, there: RoundTable, who: str) -> None:
    """Move a player's seat from one round to another, with what travels along: booster, held squares and effects on
    their selections.
    """
    behind, ahead = t.seat(who), enter_round(there, who)
    for what in TRAVELS:
        setattr(ahead, what, getattr(behind, what))
        setattr(behind, what, getattr(BLANK_SEAT, what))
    for pledge in verbs.list_forfeits(t, who):
        pledge.round = there.id
    behind.status = "moved"
    behind.locked, behind.wishes = 0, []


def take_left_place(t: RoundTable, who: str, left: str) -> None:
    """Seat a player at the place that another player (`left`) has left in this round; if it is that place's turn, the
    turn is now theirs.
    """
    r = t.round
    r.order.remove(who)
    r.order.insert(r.order.index(left), who)
    t.tell(events.RoundChanged(who=who, round=r.title, order=r.list_living()))
    if r.turn == left:
        hand_turn_over(r, who)
        skip_missed_turns(t)


def find_final_status(t: RoundTable, name: str, who: str) -> str:
    """Return how a player ended in the round `name` (won, out …), following them through moves to other rounds. A
    player who was out or had sold their place before they moved keeps that status.
    """
    seat = t.state.rounds[name].seats[who]
    while seat.went and seat.status not in LOST_STATUSES:
        seat = t.state.rounds[seat.went].seats[who]
    return seat.status
